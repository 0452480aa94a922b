// expect: false bits: both
// one element of the divisor is zero
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {1, __VERIFIER_nondet_int(), 2, 3};
  a /= b;
  return a[1] > 0;
}
