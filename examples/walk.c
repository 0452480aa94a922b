// The program that docs/architecture.md walks through.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = __VERIFIER_nondet_int();
  int sum = 0, seen[4] = {0};
  if (n < 0 || n > 3) return 0;
  for (int i = 1; i <= n; i++) sum += i;
  seen[n] = m;
  if (sum == 6 && seen[3] * m == 49) reach_error();
  return 0;
}
