// expect: true bits: both
// the 91 function: the summary has two cases
// decided: summary
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f91(int x) { return x > 100 ? x - 10 : f91(f91(x + 11)); }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = f91(x);
  if (y != 91 && (x <= 101 || y != x - 10)) reach_error();
}
