// Listing 1 of Lemberger, Symbolic Execution in CPAchecker, with the error as a call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b;

  if (a >= 0) {
    b = a;

  } else {
    b = a + 1;
  }

  if (b < a) {
    reach_error();
    return -1;
  }
}
