// expect: false bits: both
// the second entry is met with an odd number
// args: --no-pre-run
// inputs: 1 1 1
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), m = (unsigned)__VERIFIER_nondet_int(), x = 0;
  if (__VERIFIER_nondet_int()) {
    x = 3;
    goto middle;
  }
top:
  x += 2;
middle:
  x += 4;
  n--;
  if (n > m) goto top;
  if (x % 2 != 0) reach_error();
  return 0;
}
