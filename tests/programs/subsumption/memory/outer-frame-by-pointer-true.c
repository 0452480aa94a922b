// expect: true bits: both
// the inner loop changes the outer variable within its bounds
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void fill(int *total, int n) {
  for (int i = 0; i < n; i++) *total += 1;
}
int main(void) {
  int total = 0, sum = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int round = 0; round < 2; round++) {
    fill(&total, n);
    sum += n;
  }
  if (total != sum) reach_error();
  return 0;
}
