// expect: true bits: both
// a null pointer is not moved
// args: --check ub
// native: undefined
extern int __VERIFIER_nondet_int(void);
int table[8];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = n > 3 ? 0 : table;
  int *q = p ? p + 2 : p;
  return q == table;
}
