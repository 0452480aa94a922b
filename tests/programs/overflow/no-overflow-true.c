// expect: true bits: both
// unsigned arithmetic, unsigned shifts and conversions are none
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int x = (int)(u * u + 4000000000u);
  signed char c = (signed char)x;
  x = (int)((unsigned)x << 3);
  return x > 5 && c > 3 && u - 5 > 3;
}
