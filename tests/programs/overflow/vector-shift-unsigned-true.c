// expect: true bits: both
// elements of an unsigned vector that are shifted to the left do not overflow
// args: --check overflow,ub
extern int __VERIFIER_nondet_int(void);
typedef unsigned v4 __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 a = {1, 0x80000000, 3, -1}, b = {1, n >= 0 && n <= 31 ? n : 0, 2, 31};
  a = (a << b) + (a << 1);
  return a[1] != 0;
}
