// expect: true bits: both
// the array is accessed only if it is there
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int data[2000];
int main(void) {
  int *p = __VERIFIER_nondet_int() == 12 ? 0 : data, i = __VERIFIER_nondet_int();
  if (!p || i < 1500 || i >= 2000) return 0;
  return p[i];
}
