// expect: true bits: both
// it is not
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int() & 3) {
  case 0: return 1;
  case 1: return 2;
  case 2: case 3: return 3;
  default: __builtin_unreachable();
  }
}
