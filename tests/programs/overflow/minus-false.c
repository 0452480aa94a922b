// expect: false bits: both
// the least integer has no negative
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) x = -x;
  return x >= 0;
}
