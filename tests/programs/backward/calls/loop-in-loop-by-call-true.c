// expect: true bits: both
// the inner loop is in a function that the outer loop calls
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  return s;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_uchar();
    if (sum(n) != n) reach_error();
  }
  return 0;
}
