// expect: false bits: both
// the counter is checked against one more than the last index
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int buffer[4] = {0}, n = 0;
  for (int k = 0; k < 6 && __VERIFIER_nondet_int(); k++) {
    if (n > 4) n = 0;
    buffer[n] = 1;
    n++;
  }
  return buffer[0];
}
