// expect: false bits: both
// it gives the largest number then
extern void __VERIFIER_error(void);
extern int *__errno_location(void);
extern long strtol(const char *, char **, int);
int main(void) {
  *__errno_location() = 0;
  long n = strtol("99999999999999999999", 0, 10);
  if (!(*__errno_location() == 34 && n == (long)(~0UL >> 1) - 1)) __VERIFIER_error();
  return 0;
}
