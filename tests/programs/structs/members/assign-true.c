// expect: true bits: both
// assigning a struct copies every field; the copies are independent
extern void __VERIFIER_error(void);
struct s { int a[3]; char c; long l; };
int main(void) {
  struct s one = {{1, 2, 3}, 'c', -5}, two;
  two = one;
  one.a[1] = 9;
  if (!(two.a[0] == 1 && two.a[1] == 2 && two.a[2] == 3 && two.c == 'c' && two.l == -5)) __VERIFIER_error();
  return 0;
}
