// expect: false bits: both
// const does not keep a copy from being changed
extern void __VERIFIER_error(void);
static const int limit = 10;
volatile int shared = 3;
int main(void) {
  volatile int v = limit;
  const int c = v + shared;
  shared = v;
  int *copy = &(int){c};
  ++*copy;
  if (!(c == 13 && shared == 10 && *copy == 13)) __VERIFIER_error();
  return 0;
}
