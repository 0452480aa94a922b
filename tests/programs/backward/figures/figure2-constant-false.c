// expect: false bits: both
// the loop is left when x is behind i
// decided: symex bse kind bself se+bself
extern void reach_error(void);
int main(void) {
  int n = 3;
  int x = 0, i = 0;
  while (i < n) {
    if (i != 1) x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
