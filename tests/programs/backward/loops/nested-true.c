// expect: true bits: both
// the inner loop counts what the outer one adds
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int total = 0, rest = 0, i = 0;
  if (n < 0 || n > 10000) return 0;
  while (i < n) {
    int j = 0;
    while (j < 2) {
      total++;
      j++;
    }
    rest += 2;
    i++;
  }
  if (total != rest) reach_error();
  return 0;
}
