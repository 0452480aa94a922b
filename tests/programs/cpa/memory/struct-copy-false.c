// expect: false bits: both
// a struct is copied, then one of the two is changed
// inputs: 1
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a;
  int b[2];
};
int main(void) {
  struct pair x = {1, {2, 3}}, y;
  int n = __VERIFIER_nondet_int();
  y = x;
  y.a = n;
  x.b[1] = 5;
  if (x.b[1] == 5 && y.a == 1 || y.b[1] != 3) reach_error();
  return 0;
}
