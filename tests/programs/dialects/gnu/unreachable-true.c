// expect: true bits: both
// what follows __builtin_unreachable and __builtin_trap is not reached
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) __builtin_trap();
  if (n < 5) __builtin_unreachable();
  if (!(n == 5)) reach_error();
  return 0;
}
