// expect: false bits: both
// the variable of the block is gone when the block has ended
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int outer = 1, *p = &outer;
  if (__VERIFIER_nondet_int() < 2) {
    int inner = 2;
    p = &inner;
    *p = 3;
  }
  return *p;
}
