// expect: false bits: both
// no case sets the pointer for other numbers
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a = 'a', b = 'b', *p;
  switch (__VERIFIER_nondet_int()) {
  case 1: p = &a; break;
  case 2: p = &b; break;
  default: break;
  }
  return *p;
}
