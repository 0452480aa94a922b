// expect: false bits: both
// the second pointer of the pair has no target
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *pair[2] = {&x}, **pp = pair;
  if (__VERIFIER_nondet_int() > 10) pp++;
  **pp = 5;
  return x + y;
}
