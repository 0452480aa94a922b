// expect: false bits: both
// the second exit does not, for one input
// inputs: 4 0 0 0 0 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, open = 0;
  if (n < 0 || n > 4) return 0;
  while (1) {
    open = 1;
    int c = __VERIFIER_nondet_int();
    if (c == 3) { open = 0; break; }
    if (i++ == n) { open = n == 4; break; }
    open = 0;
  }
  if (open) reach_error();
  return 0;
}
