// expect: false bits: both
// an atomic exchange through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
static int object;
int main(void) {
  int *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  __sync_bool_compare_and_swap(p, 0, 1);
  return 0;
}
