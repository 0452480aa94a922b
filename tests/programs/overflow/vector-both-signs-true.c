// expect: true bits: both
// the lines say which of the two sums is the unsigned one, which wraps around
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {__VERIFIER_nondet_int(), 1, 2, 3};
  a = (v4)((u4)a + 1u);
  v4 b = {1, 1, 2, 3};
  return (b + b)[0] > a[0];
}
