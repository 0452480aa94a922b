// expect: false bits: both
// the jump leaves out the initialisation of the pointer
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int() == 1) goto out;
  int *p = &x;
  *p = 1;
out:
  *p += 2;
  return x;
}
