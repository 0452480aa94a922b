// expect: true|unknown bits: both
// a position modulo the length is always within the ring
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int ring[4];
int main(void) {
  unsigned at = 0;
  for (;;) {
    ring[at] = __VERIFIER_nondet_int();
    at = (at + 1) % 4;
    if (__VERIFIER_nondet_int() < 0) break;
  }
  return ring[0];
}
