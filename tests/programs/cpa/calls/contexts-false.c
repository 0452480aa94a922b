// expect: false bits: both
// one function, called twice with different values
// decided: value cpa
extern void reach_error(void);
static int twice(int x) {
  int r = 0;
  for (int i = 0; i < 2; i++) r += x;
  return r;
}
int main(void) {
  int a = twice(1), b = twice(10);
  if (a == 2) reach_error();
  return 0;
}
