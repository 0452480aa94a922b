// expect: false bits: both
// a bit-field is shifted as the int that it is promoted to
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
struct {
  int a : 5;
} s;
int main(void) {
  int n = __VERIFIER_nondet_int();
  s.a = 1;
  if (n < 0 || n > 31) return 0;
  s.a <<= n;
  return 0;
}
