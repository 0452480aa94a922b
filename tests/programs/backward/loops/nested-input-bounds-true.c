// expect: true bits: both
// both loops have bounds that inputs decide
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, j = 0;
  while (i < n) {
    j = 0;
    while (j < i && __VERIFIER_nondet_int()) j++;
    if (j > i) reach_error();
    i++;
  }
  if (j > i) reach_error();
  return 0;
}
