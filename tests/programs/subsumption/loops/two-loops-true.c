// expect: true bits: both
// the second loop takes back what the first one gave
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i;
  if (n < 0 || n > 5) return 0;
  for (i = 0; i < n; i++) x++;
  for (i = 0; i < n; i++) {
    x--;
  }
  if (x != 0) reach_error();
  return 0;
}
