// expect: false bits: both
// after three open rounds there is one that goes too far
// args: --no-pre-run
// inputs: 2 2 2 0
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, last = 0;
  while (i < 50 || (last = __VERIFIER_nondet_int()) == 2) {
    if (i < 53) i++;
    if (last == 2 && i == 53) i = 54;
  }
  if (i < 50 || i > 53) reach_error();
  return 0;
}
