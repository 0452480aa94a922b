// expect: true bits: both
// both pointers of the pair have targets
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *pair[2] = {&x, &y}, **pp = pair;
  if (__VERIFIER_nondet_int() > 10) pp++;
  **pp = 5;
  return x + y;
}
