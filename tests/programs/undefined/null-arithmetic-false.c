// expect: false bits: both
// a null pointer is moved, though it is not used
// args: --check ub
// violates: undefined-behaviour
// native: undefined
extern int __VERIFIER_nondet_int(void);
int table[8];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = n > 3 ? 0 : table;
  int *q = p + 2;
  return q == 0;
}
