// expect: true bits: both
// pointers that are set when main calls itself are not what they were at the beginning
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int a[4], b[4];
static int *t[2] = {&a[1], &b[2]};
static int depth;
int main(void) {
  if (depth++ == 0) { t[0] = b; t[1] = &a[3]; return main(); }
  int i = __VERIFIER_nondet_int() & 1;
  return t[i][0];
}
