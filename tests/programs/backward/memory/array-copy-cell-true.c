// expect: true bits: both
// a cell and a variable change together
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0}, x = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned k = __VERIFIER_nondet_uint() % 4;
    if (k == 2) x++;
    a[k]++;
  }
  if (a[2] != x) reach_error();
  return 0;
}
