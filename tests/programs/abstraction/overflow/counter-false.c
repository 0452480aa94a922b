// expect: false bits: both
// a counter without a bound
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 2147483000;
  while (__VERIFIER_nondet_int()) n++;
  return n;
}
