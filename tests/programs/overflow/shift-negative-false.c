// expect: false bits: both
// a negative value whose double fits is shifted: no overflow, and the program goes on to one
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), most = 2147483647;
  if (x < -10 || x > 10) return 0;
  int y = x << 1;
  return y == -2 ? most - x > 5 : 0;
}
