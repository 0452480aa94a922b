// expect: false bits: both
// an address that goes down the recursion
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int deep(int n, int *first) {
  int mine = n;
  if (!first) first = &mine;
  if (n == 0) return *first;
  return deep(n - 1, first);
}

int main(void) {
  if (deep(3, 0) == 3) reach_error();
}
