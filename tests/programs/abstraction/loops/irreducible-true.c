// expect: true|unknown bits: both
// a loop with two entries: both are met with even numbers
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), m = (unsigned)__VERIFIER_nondet_int(), x = 0;
  if (__VERIFIER_nondet_int()) {
    x = 2;
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
