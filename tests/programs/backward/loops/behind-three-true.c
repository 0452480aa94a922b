// expect: true bits: both
// three loops in a row hand a relation on
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = 0, b = 0, c = 0;
  while (a < n) a++;
  while (b < a) b++;
  while (c < b) c++;
  if (c != a) reach_error();
  return 0;
}
