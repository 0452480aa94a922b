// expect: true bits: both
// calls of error functions are no overflow
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) reach_error();
  return x > 5 ? x - 1 : 0;
}
