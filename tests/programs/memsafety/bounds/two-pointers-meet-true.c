// expect: true bits: both
// the two pointers stop where they meet or cross
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[4] = "abc";
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  char *p = a, *q = a + n - 1;
  while (p < q) {
    char c = *p;
    *p++ = *q;
    *q-- = c;
  }
  return 0;
}
