// expect: false bits: both
// a branch on a variable that one path does not set
// args: --check ub
// violates: undefined-behaviour
// native: memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 3) x = 1;
  if (x) return 1;
  return 0;
}
