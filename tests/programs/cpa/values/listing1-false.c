// expect: false bits: both
// listing 1, with b below a where a is negative
// inputs: -5
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b;
  if (a >= 0) {
    b = a;
  } else {
    b = a - 1;
  }
  if (b < a) reach_error();
  return 0;
}
