// expect: false bits: both
// the trap is only sometimes met
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) __builtin_trap();
  if (n < 4) __builtin_unreachable();
  if (!(n == 5)) reach_error();
  return 0;
}
