// expect: true bits: both
// all paths set the variable
// args: --check ub
// native: memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 3) x = 1;
  else x = 2;
  if (x) return 1;
  return 0;
}
