// expect: false bits: both
// a remainder has the sign of the dividend
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static char marks[5];
int main(void) {
  int i = __VERIFIER_nondet_int() % 5;
  marks[i] = 1;
  return marks[0];
}
