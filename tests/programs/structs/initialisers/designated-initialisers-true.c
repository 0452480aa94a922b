// expect: true bits: both
// designated initialisers of arrays and structs, in any order, with ranges
extern void __VERIFIER_error(void);
struct s { int a, b; int c[4]; };
int main(void) {
  struct s s = {.c = {[1] = 5, 6}, .a = 1};
  int r[8] = {[2 ... 5] = 9, [7] = 1};
  if (!(s.a == 1 && s.b == 0 && s.c[0] == 0 && s.c[1] == 5 && s.c[2] == 6 && s.c[3] == 0)) __VERIFIER_error();
  if (!(r[1] == 0 && r[2] == 9 && r[5] == 9 && r[6] == 0 && r[7] == 1)) __VERIFIER_error();
  return 0;
}
