// expect: true bits: both
// figure 2 of Chalupa, Strejček: forward execution ends, backward execution does not
// decided: symex kind bself se+bself
// undecided: bse
extern void reach_error(void);
int main(void) {
  int n = 3;
  int x = 0, i = 0;
  while (i < n) {
    x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
