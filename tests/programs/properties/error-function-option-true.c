// expect: true bits: both
// calling a function named with --error-function is an error: it is not called
// args: --error-function panic
extern void panic(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3 && n < 4) panic();
  return 0;
}
