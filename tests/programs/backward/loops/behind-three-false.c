// expect: false bits: both
// the middle loop loses it when it runs
// native: small
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = 0, b = 0, c = 0;
  while (a < n) a++;
  while (b < a) b += 2;
  while (c < b) c++;
  if (c != a) reach_error();
  return 0;
}
