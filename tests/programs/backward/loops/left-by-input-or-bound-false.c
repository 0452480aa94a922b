// expect: false bits: both
// one of the counters is slower
// inputs: 3 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), y = n + 1, z = y, i = 0;
  while (i < n && __VERIFIER_nondet_int()) {
    y++;
    z += i;
    i++;
  }
  if (y != z) reach_error();
  return 0;
}
