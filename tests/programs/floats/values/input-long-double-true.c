// expect: true bits: both
// a long double that is converted to double and back does not become larger than the next double
extern void abort(void);
void reach_error(void) { abort(); }
extern long double __VERIFIER_nondet_long_double(void);
int main(void) {
  long double d = __VERIFIER_nondet_long_double();
  if (d > 1 && (double)d < 1) reach_error();
  return 0;
}
