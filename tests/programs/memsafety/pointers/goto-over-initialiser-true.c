// expect: true bits: both
// the pointer is initialised before the jump
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int *p = &x;
  if (__VERIFIER_nondet_int() == 1) goto out;
  *p = 1;
out:
  *p += 2;
  return x;
}
