// expect: false bits: both
// the same, and it is none
// decided: cpa
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  unsigned x = 0;
  while (x < 5) x += 2;
  check(x % 4 == 0);
  return 0;
}
