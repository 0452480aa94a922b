// expect: false bits: both
// an atomic operation through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
static int object;
int main(void) {
  int *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
  return 0;
}
