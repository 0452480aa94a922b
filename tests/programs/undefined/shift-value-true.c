// expect: true bits: both
// a value that has room
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 0 && x < 1000 ? x << 4 : 0;
}
