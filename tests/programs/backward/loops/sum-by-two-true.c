// expect: true bits: both
// x moves by 2 for each step of the counter to a limit that is a variable
// args: --check overflow
// native: no
// decided: kind
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000 || x > 2147483647 - 2000002) return 0;
  for (int i = 0; i < n; i++) {
    x += 2;
  }
  return 0;
}
