// expect: true bits: both
// the function returns the address of an array of its caller
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static char *text(char *buffer, int n) {
  char own[4] = "abc";
  if (n < 0) buffer[0] = own[0];
  char *p = buffer;
  return p;
}
int main(void) {
  char buffer[4] = "xyz";
  return text(buffer, __VERIFIER_nondet_int())[0];
}
