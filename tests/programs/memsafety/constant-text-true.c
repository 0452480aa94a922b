// expect: true bits: both
// an array that is initialised with one may be written
// args: --check memory
int main(void) {
  char text[] = "abc", *s = text;
  const char *t = "abc";
  s[0] = t[1];
  return s[0] != 'b';
}
