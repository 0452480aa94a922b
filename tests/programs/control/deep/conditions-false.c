// expect: false bits: both
// the last condition can be met
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), r = 0;
  if (n < 0) r = 1;
  else if (n == 7) r = 5;
  else if (n == 14) r = 6;
  else if (n == 21) r = 7;
  else if (n == 28) r = 8;
  else if (n == 35) r = 9;
  else if (n == 42) r = 10;
  else if (n == 49) r = 11;
  else if (n == 56) r = 12;
  else if (n == 63) r = 13;
  else if (n == 70) r = 14;
  else if (n == 77) r = 15;
  else if (n == 84) r = 16;
  else if (n == 91) r = 17;
  else if (n == 98) r = 18;
  else if (n == 105) r = 19;
  else if (n == 112) r = 20;
  else if (n == 119) r = 21;
  else if (n == 126) r = 22;
  else if (n == 133) r = 23;
  else if (n == 140) r = 24;
  else if (n == 147) r = 25;
  else if (n == 154) r = 26;
  else if (n == 161) r = 27;
  else if (n == 168) r = 28;
  else r = 2;
  assert(r != 2);
  return 0;
}
