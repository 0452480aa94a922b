// expect: false bits: both
// the array was reversed
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
  if (!(s[0] == 'c' && s[3] == 'w' && s[4] == 0)) __VERIFIER_error();
  return 0;
}
