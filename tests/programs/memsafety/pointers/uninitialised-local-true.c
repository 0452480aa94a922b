// expect: true bits: both
// the pointer has a value on all paths
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p = &x;
  if (__VERIFIER_nondet_int() > 0) p = &x;
  return *p;
}
