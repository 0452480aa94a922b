// expect: false bits: both
// thread-local variables, with one thread
extern void reach_error(void);

_Thread_local int own = 4;
static int add(int x) {
  own += x;
  return own;
}
int main(void) {
  int *p = &own;
  if (add(3) != 7 || *p == 7) reach_error();
  return 0;
}
