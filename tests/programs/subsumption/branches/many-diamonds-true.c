// expect: true bits: both
// no path adds up to the bad sum
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0) s += 1; else s += 2;
  if (a > 10) s += 4; else s += 8;
  if (b > 0) s += 16; else s += 32;
  if (b > 10) s += 64; else s += 128;
  if (a == b) s += 256; else s += 512;
  if (s == 2 + 4 + 16 + 64 + 256) reach_error();
  return 0;
}
