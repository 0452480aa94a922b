// expect: true bits: both
// behind the first row is the second one: the object is the whole matrix
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m[2][3] = {{0}}, *p = &m[0][0], i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) return 0;
  p[i] = 1;
  return m[1][2];
}
