// expect: false|unknown bits: 64
// an integer that is an input becomes a pointer in a union
// native: no
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int x = 1;
int main(void) {
  union { long n; int *p; } u;
  u.n = __VERIFIER_nondet_long();
  if (u.p != &x) return 0;
  *u.p = 2;
  if (x == 2) reach_error();
  return 0;
}
