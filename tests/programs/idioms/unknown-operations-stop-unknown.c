// expect: unknown bits: both
// --undefined stop: what calls an unknown function through a pointer is not proved
// args: --undefined stop
// native: no
#include <assert.h>

extern int (*handler)(int);

int main(void) {
  int x = handler(2);
  assert(x == x);
  return 0;
}
