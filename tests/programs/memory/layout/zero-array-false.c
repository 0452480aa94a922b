// expect: false bits: both
// the struct has the size of its int
extern void __VERIFIER_error(void);
struct z { int n; int tail[0]; };
struct e {};
int main(void) {
  struct { struct z z; int after[2]; } s = {{1}, {5, 6}};
  if (!(sizeof(struct z) == 8 && sizeof(struct e) == 0 && s.after[1] == 6)) __VERIFIER_error();
  return 0;
}
