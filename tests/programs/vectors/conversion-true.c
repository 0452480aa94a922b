// expect: true bits: both
// elements of vectors that fit in the integers that they are converted to, at the ends of their ranges
// args: --check ub
extern int __VERIFIER_nondet_int(void);

typedef double doubles __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(8)));
typedef int ints __attribute__((vector_size(8)));
typedef unsigned char bytes __attribute__((vector_size(2)));
typedef long long longs __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int() & 1;
  doubles d = {2147483647.5, -2147483648.5 - x / 2.1};
  ints i = __builtin_convertvector(d, ints);
  floats f = {255.5f, -0.5f - x / 2.1f}, g = {-9223372036854775808.0f, x};
  bytes b = __builtin_convertvector(f, bytes);
  longs l = __builtin_convertvector(g, longs);
  if (i[0] != 2147483647 || i[1] != -2147483647 - 1 || b[0] != 255 || b[1] || l[0] >= 0) return 1 / (x & 2);
  return 0;
}
