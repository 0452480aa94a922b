// expect: true|unknown bits: both
// the counter is below the length at each write, however long the loop runs
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int buffer[4] = {0}, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (n >= 4) n = 0;
    buffer[n] = 1;
    n++;
  }
  return buffer[0];
}
