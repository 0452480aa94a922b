// expect: true bits: both
// a block of arbitrary bytes: a byte that was set afterwards is known
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
  unsigned char b[4] = {0};
  int n;
  __VERIFIER_nondet_memory(b, sizeof b);
  __VERIFIER_nondet_memory(&n, sizeof n);
  b[2] = 9;
  if (!(b[2] == 9 && (n & 3) < 4)) __VERIFIER_error();
  return 0;
}
