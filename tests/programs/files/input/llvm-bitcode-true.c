// expect: true bits: both
// a module of LLVM as bitcode
// via: bc
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (!((n | 1) != 0)) __VERIFIER_error();
  return 0;
}
