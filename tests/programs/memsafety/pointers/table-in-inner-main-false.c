// expect: false bits: both
// a pointer to the last element that is set when main calls itself has no element behind it
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int a[4], b[4];
static int *t[2] = {&a[1], &b[2]};
static int depth;
int main(void) {
  if (depth++ == 0) { t[0] = b; t[1] = &a[3]; return main(); }
  int i = __VERIFIER_nondet_int() & 1;
  return t[i][i];
}
