// expect: unknown bits: 32
// a static object that reaches where the stack is
// native: no
extern void reach_error(void);

char big[0xa0100000];
static int use(int *p) {
  int local[4] = {1, 1, 1, 1}, *q = local;
  q[*p] = 2;
  big[0xa0000000] = 7;
  big[0xa0000010] = 7;
  return local[0] + q[1];
}
int main(void) {
  int one = 1;
  if (use(&one) != 3) reach_error();
  return 0;
}
