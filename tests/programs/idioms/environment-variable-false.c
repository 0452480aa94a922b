// expect: false bits: both
// a setting from the environment with a default
// native: no
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *level = getenv("LEVEL");
  int value = level && level[0] >= '0' && level[0] <= '9' ? level[0] - '0' : 3;
  assert(value >= 0 && value < 9);
  const char *again = getenv("LEVEL");
  assert(!level == !again);
}
