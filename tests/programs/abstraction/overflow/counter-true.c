// expect: true bits: both
// a counter with one
// args: --check overflow
// native: no
// decided: symexpa
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, most = __VERIFIER_nondet_int();
  while (n < most && __VERIFIER_nondet_int()) n++;
  return n;
}
