// expect: false bits: both
// a size computed in int
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 100000 || columns < 1 || columns > 100000) return 0;
  return rows * columns > 0;
}
