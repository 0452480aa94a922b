// expect: false bits: both
// the last pointer of the table was never set
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x[3] = {1, 2, 3}, *table[3];
  for (int i = 0; i < 2; i++) table[i] = &x[i];
  int i = __VERIFIER_nondet_int();
  return i >= 0 && i < 3 ? *table[i] : 0;
}
