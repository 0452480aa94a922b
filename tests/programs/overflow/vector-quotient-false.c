// expect: false bits: both
// the least integer divided by -1 in a vector
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 a = {1, 2, 3, -2147483647 - 1}, b = {1, 1, 2, n ? n : 1};
  return (a % b)[1] > 0;
}
