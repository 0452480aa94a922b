// expect: true bits: both
// a loop that an input bounds
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n > 7) return 0;
  while (i < n) i++;
  if (!(i == n && i < 8)) reach_error();
  return 0;
}
