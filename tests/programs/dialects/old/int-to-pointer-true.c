// expect: true bits: both
// pointers and integers are mixed without casts
extern void __VERIFIER_error(void);
int main() {
  long n;
  int x = 1, *p;
  char *c = &x;
  n = &x;
  p = n;
  *p = 258;
  if (!(*c == 2 && x == 258)) __VERIFIER_error();
  return 0;
}
