// expect: false bits: both
// it means what the C program meant
// via: bc
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (!((n | 1) != 7)) __VERIFIER_error();
  return 0;
}
