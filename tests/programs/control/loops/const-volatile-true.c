// expect: true bits: both
// reading a volatile variable gives what was written
extern void __VERIFIER_error(void);
static const int limit = 10;
volatile int shared = 3;
int main(void) {
  volatile int v = limit;
  const int c = v + shared;
  shared = v;
  int *copy = &(int){c};
  ++*copy;
  if (!(c == 13 && shared == 10 && *copy == 14)) __VERIFIER_error();
  return 0;
}
