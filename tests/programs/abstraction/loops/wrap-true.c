// expect: true|unknown bits: both
// an unsigned counter that is held below the place where it would wrap
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = 230;
  while (__VERIFIER_nondet_int()) {
    if (x < 250) x += 5;
  }
  if (x < 230) reach_error();
  return 0;
}
