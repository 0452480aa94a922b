// expect: false bits: both
// beside the 91 function: the second case begins one later
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f91(int x) { return x > 100 ? x - 10 : f91(f91(x + 11)); }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = f91(x);
  if (x < 105 && y != 91) reach_error();
}
