// expect: false bits: 64
// a number of 16 bits that was not initialised
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Float16 h;
  if (__VERIFIER_nondet_int()) h = 1;
  return h == 7 ? 1 : 0;
}
