// expect: false bits: both
// the pointer is the other one in one round
// inputs: 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void up(int *p) { (*p)++; }
int main(void) {
  int a = 0, b = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  for (int i = 0; i < n; i++) {
    up(i == 3 ? &b : &a);
    if (b != 0) reach_error();
  }
  return 0;
}
