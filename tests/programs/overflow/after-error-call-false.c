// expect: false bits: both
// an error function without a body may return
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) reach_error();
  return x + 1;
}
