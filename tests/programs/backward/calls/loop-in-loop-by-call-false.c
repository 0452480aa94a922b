// expect: false bits: both
// it returns one too many for a large argument
// inputs: 1 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  return s > 2 ? s + 1 : s;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_uchar();
    if (sum(n) != n) reach_error();
  }
  return 0;
}
