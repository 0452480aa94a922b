// expect: false bits: both
// an element of a vector that does not fit in the integer that it is converted to: clang's sanitizer has no check
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);

typedef double doubles __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(8)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1) return 0;
  doubles d = {1.5, -2147483648.5 - x};
  ints i = __builtin_convertvector(d, ints);
  return i[1] == 3;
}
