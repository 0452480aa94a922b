// expect: false bits: both
// the value is written through the pointer
extern void __VERIFIER_error(void);
int main() {
  long n;
  int x = 1, *p;
  char *c = &x;
  n = &x;
  p = n;
  *p = 258;
  if (!(*c == 1 && x == 258)) __VERIFIER_error();
  return 0;
}
