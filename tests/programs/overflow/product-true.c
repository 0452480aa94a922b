// expect: true bits: both
// small enough
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 40000 || columns < 1 || columns > 50000) return 0;
  return rows * columns > 0;
}
