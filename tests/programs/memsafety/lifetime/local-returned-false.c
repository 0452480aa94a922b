// expect: false bits: both
// the function returns the address of its array
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static char *text(char *buffer, int n) {
  char own[4] = "abc";
  char *p = n < 0 ? own : buffer;
  return p;
}
int main(void) {
  char buffer[4] = "xyz";
  return text(buffer, __VERIFIER_nondet_int())[0];
}
