// expect: true bits: both
// a signed value that has room, and an unsigned one that needs none
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = (unsigned)x << 7;
  return x >= 0 && x < 1000 ? (x << 4) != 0 || u : 0;
}
