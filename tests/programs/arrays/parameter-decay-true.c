// expect: true bits: both
// an array parameter is a pointer: the callee writes to the caller's array
extern void __VERIFIER_error(void);
static void reverse(char s[], int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
}
int main(void) {
  char s[] = "clew";
  reverse(s, sizeof s - 1);
  if (!(s[0] == 'w' && s[3] == 'c' && s[4] == 0)) __VERIFIER_error();
  return 0;
}
