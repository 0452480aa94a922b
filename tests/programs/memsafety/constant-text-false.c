// expect: false bits: both
// a string literal is written, which a machine does not allow
// args: --check memory
// violates: valid-deref
// native: no
int main(void) {
  char *s = "abc";
  s[0] = 'x';
  return 0;
}
