// expect: true bits: both
// figure 3 (middle) of Chalupa, Strejček: what the second loop needs the first must provide
// decided: bself se+bself
// undecided: bse
extern void reach_error(void);
int main(void) {
  int n = 1000000;
  int x = 0, i = 0;
  while (i < n) ++i;
  while (x < n) ++x;
  if (x != i) reach_error();
  return 0;
}
