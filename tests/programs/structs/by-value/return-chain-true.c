// expect: true bits: both
// members of returned structs, and arrays within them
extern void __VERIFIER_error(void);
struct v { int n[2]; };
static struct v make(int a) {
  struct v v = {{a, a * a}};
  return v;
}
int main(void) {
  int x = make(3).n[1] + make(4).n[0];
  if (!(x == 13 && make(make(2).n[1]).n[1] == 16)) __VERIFIER_error();
  return 0;
}
