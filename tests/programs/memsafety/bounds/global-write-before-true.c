// expect: true bits: both
// a negative remainder is moved up
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static char marks[5];
int main(void) {
  int i = __VERIFIER_nondet_int() % 5;
  if (i < 0) i += 5;
  marks[i] = 1;
  return marks[0];
}
