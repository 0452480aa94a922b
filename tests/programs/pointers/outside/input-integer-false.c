// expect: false|unknown bits: 64
// an integer that is an input may be an address, and a pointer made from it points there
// native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int x = 1;
int main(void) {
  long n = __VERIFIER_nondet_long();
  if (n != (long)&x) return 0;
  *(int *)n = 2;
  if (x == 2) reach_error();
  return 0;
}
