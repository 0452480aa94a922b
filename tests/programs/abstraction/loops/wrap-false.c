// expect: false bits: both
// it wraps, and then it is not above what it began with
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = 230;
  while (__VERIFIER_nondet_int()) {
    if (x != 231) x += 5;
  }
  if (x < 230) reach_error();
  return 0;
}
