// expect: false bits: both
// a subscript behind the end of a vector
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int four __attribute__((vector_size(16)));
int main(void) {
  four v = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  v[i] = 1;
  if (v[0] > 1) return 1;
  return 0;
}
