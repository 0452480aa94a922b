// expect: false bits: both
// an element is shifted by as many bits as it has
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 a = {1, 2, 3, 4}, b = {1, n >= 0 && n <= 32 ? n : 0, 2, 3};
  return (a >> b)[1] > 0;
}
