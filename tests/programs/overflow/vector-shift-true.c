// expect: true bits: both
// an element of a signed vector is shifted to the left, and its result does not fit: it does
// args: --check overflow
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 a = {1, 0x20000000, 3, -4}, b = {1, n >= 0 && n <= 1 ? n : 0, 2, 29};
  a <<= b;
  return a[1] != 0;
}
