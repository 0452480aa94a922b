// expect: false bits: both
// the position wraps one too late
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int ring[4];
int main(void) {
  unsigned at = 0;
  for (int k = 0; k < 6; k++) {
    ring[at] = k;
    at = at == 4 ? 0 : at + 1;
    if (__VERIFIER_nondet_int() < 0) break;
  }
  return ring[0];
}
