// expect: false bits: both
// their arguments are evaluated
extern void __VERIFIER_error(void);
extern int printf(const char *, ...), puts(const char *), putchar(int);
int main(void) {
  int n = 0;
  char s[] = "text";
  printf("%d %s %f\n", n++, s, 1.5);
  puts(s);
  putchar('x');
  if (!(n == 0 && s[0] == 't')) __VERIFIER_error();
  return 0;
}
