// expect: false bits: both
// the native program goes wrong
// native: no
extern void __VERIFIER_error(void);
int main(void) {
  int n = 1;
  __asm__ volatile("movl $2, %0" : "=r"(n));
  if (!(n == 1)) __VERIFIER_error();
  return 0;
}
