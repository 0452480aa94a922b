// expect: true bits: both
// a const parameter is written by its name, with a cast: never
// args: --check memory,ub
extern int __VERIFIER_nondet_int(void);
static int count(const int n) {
  if (n == 3) *(int *)&n = 0;
  return n;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 || n > 2 ? 0 : count(n);
}
