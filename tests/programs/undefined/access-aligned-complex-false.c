// expect: false bits: both
// a complex number at an address that is no multiple of its alignment
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static _Alignas(16) char bytes[96];
int main(void) {
  _Complex float *p = (_Complex float *)(bytes + (__VERIFIER_nondet_int() == 7 ? 2 : 32));
  *p += 1;
  return 0;
}
