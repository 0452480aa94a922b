// expect: false bits: both
// a handler from elsewhere is a function of the program that has its type: seen in a run
// native: no
#include <assert.h>

typedef int handler(int);
extern handler *get_handler(void);

static int twice(int x) { return 2 * x; }
static int check(int x) {
  assert(x != 3);
  return 0;
}
static long other(long x, long y) {
  assert(0); // its type does not fit
  return x + y;
}
handler *const handlers[] = {twice, check};
long (*const others[])(long, long) = {other};

int main(void) {
  handler *h = get_handler();
  if (h) h(3);
  return 0;
}
