// expect: true bits: both
// what is asserted is an invariant of the loop; how often it runs does not matter
// decided: cpa
extern void reach_error(void);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  unsigned x = 0;
  while (x < 0x0fffffff) x += 2;
  check(x % 2 == 0);
  return 0;
}
