// expect: false bits: both
// a product in int before it becomes a long long
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100000) return 0;
  long long bytes = x * 100000;
  return bytes > 5;
}
