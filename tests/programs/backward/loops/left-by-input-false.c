// expect: false bits: both
// the first iteration makes the number odd
// inputs: 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 3;
  if (x % 2) reach_error();
  return 0;
}
