// expect: true bits: both
// the variables outlive the loop
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int zero = 0, *largest = &zero;
  int value[3];
  for (int i = 0; i < 3; i++) {
    value[i] = __VERIFIER_nondet_int() & 7;
    if (value[i] > *largest) largest = &value[i];
    if (value[i] > 3) break;
  }
  return *largest;
}
