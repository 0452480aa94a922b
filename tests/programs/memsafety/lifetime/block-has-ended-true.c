// expect: true bits: both
// the variable lives as long as the pointer to it
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int outer = 1, *p = &outer;
  int inner;
  if (__VERIFIER_nondet_int() < 2) {
    inner = 2;
    p = &inner;
    *p = 3;
  }
  return *p;
}
