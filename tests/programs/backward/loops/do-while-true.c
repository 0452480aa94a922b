// expect: true bits: both
// a do loop is passed at least once
// native: small
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  do {
    i++;
  } while (i < n);
  if (i == 0 || n > 0 && i != n) reach_error();
  return 0;
}
