// expect: true bits: both
// signed bit-fields are sign-extended when read
extern void reach_error(void);
struct b { int a : 3; int : 2; int c : 11; };
int main(void) {
  struct b b = {0, 0};
  b.a = -4;
  b.c = -1;
  if (!(b.a < b.c && b.c == -1)) reach_error();
  b.a = 3;
  if (!(b.a == 3)) reach_error();
  return 0;
}
