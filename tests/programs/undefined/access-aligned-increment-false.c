// expect: false bits: both
// the increment of an int at an address that is no multiple of four
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static _Alignas(16) char bytes[96];
int main(void) {
  int *p = (int *)(bytes + (__VERIFIER_nondet_int() == 7 ? 2 : 32));
  ++*p;
  return 0;
}
