// expect: false bits: both
// a constant without an initialiser is a constant, too
// args: --check memory
// violates: valid-deref
// native: address
extern int nondet_int(void);
const int limit;
int main(void) {
  int local, *p = nondet_int() ? (int *)&limit : &local;
  *p = 42;
  return 0;
}
