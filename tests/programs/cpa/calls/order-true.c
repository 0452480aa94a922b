// expect: true bits: both
// a callee orders two unknown values
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void order(int *a, int *b) {
  if (*a > *b) {
    int c = *a;
    *a = *b;
    *b = c;
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  order(&a, &b);
  if (b < a) reach_error();
  return 0;
}
