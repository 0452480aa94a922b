// expect: false bits: both
// the matrix has six numbers, and the seventh is written
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m[2][3] = {{0}}, *p = &m[0][0], i = __VERIFIER_nondet_int();
  if (i < 0 || i > 6) return 0;
  p[i] = 1;
  return m[1][2];
}
