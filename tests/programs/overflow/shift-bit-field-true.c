// expect: true bits: both
// what does not fit in the field alone is converted
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
struct {
  int a : 5;
} s;
int main(void) {
  int n = __VERIFIER_nondet_int();
  s.a = 1;
  if (n < 0 || n > 30) return 0;
  s.a <<= n;
  return 0;
}
