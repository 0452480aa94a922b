// expect: false bits: both
// an atomic operation at an address that is no multiple of its size
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static _Alignas(16) char bytes[96];
int main(void) {
  int *p = (int *)(bytes + (__VERIFIER_nondet_int() == 7 ? 2 : 32));
  __sync_fetch_and_add(p, 1);
  return 0;
}
