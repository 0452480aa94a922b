// expect: false bits: both
// an input of another spelling
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern long double __VERIFIER_nondet_long_double(void);
int main(void) {
  long double d = __VERIFIER_nondet_long_double();
  if (d > 1 && (double)d == 1) reach_error();
  return 0;
}
