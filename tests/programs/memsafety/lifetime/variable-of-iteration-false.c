// expect: false bits: both
// the variable of an iteration is gone when the loop has ended
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int zero = 0, *largest = &zero;
  for (int i = 0; i < 3; i++) {
    int value = __VERIFIER_nondet_int() & 7;
    if (value > *largest) largest = &value;
    if (value > 3) break;
    largest = &zero;
  }
  return *largest;
}
