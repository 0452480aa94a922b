// expect: false bits: both
// it is called
// args: --error-function panic
extern void panic(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3 && n < 5) panic();
  return 0;
}
