// expect: true bits: both
// a large global array without an initialiser is zero
extern void reach_error(void);
static int big[1000000];
static char text[8] = "abc";
int main(void) {
  big[999999] = 4;
  if (!(big[0] == 0 && big[123456] == 0 && big[999998] == 0 && text[3] == 0 && text[7] == 0)) reach_error();
  return 0;
}
