// expect: true bits: both
// the default case sets the pointer
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a = 'a', b = 'b', *p;
  switch (__VERIFIER_nondet_int()) {
  case 1: p = &a; break;
  case 2: p = &b; break;
  default: p = &b; break;
  }
  return *p;
}
