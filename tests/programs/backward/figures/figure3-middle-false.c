// expect: false bits: both
// the second loop goes one further
// decided: symex bse kind bself se+bself
extern void reach_error(void);
int main(void) {
  int n = 2;
  int x = 0, i = 0;
  while (i < n) ++i;
  while (x <= n) ++x;
  if (x != i) reach_error();
  return 0;
}
