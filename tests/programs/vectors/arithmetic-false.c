// expect: false bits: both
// operations on vectors, element by element
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int(), k = x & 3;
  ints a = {1, 2, 3, x}, b = {4, 3, 2, 1};
  ints c = a + b * 2, m = a < b, s = (m & a) | (~m & b);
  floats g = {1.5f, 2, 3, 4};
  g = g * g;
  ints h = __builtin_convertvector(g, ints), mixed = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  if (c[0] != 9 || c[3] != x + 2 || m[0] != -1 || m[2] != 0 || s[0] != 1 || s[2] != 2) reach_error();
  if (h[0] != 2 || h[3] != 16 || mixed[1] != 4 || mixed[3] != 3) reach_error();
  a[k] = 77;
  if (a[k] != 77 || (x == 5 && a[1] == 77)) reach_error();
  return 0;
}
