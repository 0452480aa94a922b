// expect: true bits: both
// no element of the divisor is zero
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
typedef unsigned u4 __attribute__((vector_size(16)));
int main(void) {
  u4 a = {1, 2, 3, 4}, b = {1, (unsigned)__VERIFIER_nondet_int() | 1, 2, 3};
  a %= b;
  return a[1] > 0;
}
