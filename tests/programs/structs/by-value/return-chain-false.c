// expect: false bits: both
// the second call is independent of the first
extern void __VERIFIER_error(void);
struct v { int n[2]; };
static struct v make(int a) {
  struct v v = {{a, a * a}};
  return v;
}
int main(void) {
  int x = make(3).n[1] + make(4).n[0];
  if (!(x == 25 && make(make(2).n[1]).n[1] == 16)) __VERIFIER_error();
  return 0;
}
