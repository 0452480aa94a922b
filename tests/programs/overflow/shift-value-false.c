// expect: false bits: both
// a signed value shifted to the left until it does not fit
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 0 ? (x << 4) != 0 : 0;
}
