// expect: false bits: both
// the pointer has no value if the input is not positive
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p;
  if (__VERIFIER_nondet_int() > 0) p = &x;
  return *p;
}
