// expect: true bits: both
// constructors by priority, then main, then destructors
#include <assert.h>
static int log;
__attribute__((constructor(102))) static void second(void) { log = log * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { log = log * 10 + 1; }
__attribute__((constructor)) static void third(void) {
  assert(log == 12);
  log = 3;
}
__attribute__((destructor)) static void end(void) { assert(log == 4); }
int main(void) {
  assert(log == 3);
  log = 4;
  return 0;
}
