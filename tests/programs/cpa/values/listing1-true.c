// expect: true bits: both
// listing 1 of Lemberger, Symbolic Execution in CPAchecker: explicit values lose that b depends on a
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b;
  if (a >= 0) {
    b = a;
  } else {
    b = a + 1;
  }
  if (b < a) reach_error();
  return 0;
}
