// expect: false bits: both
// the process writes the time itself
// args: --check memory
// violates: valid-deref
// native: no
#include <time.h>
int main(void) {
  struct timespec *to = 0;
  clock_gettime(CLOCK_MONOTONIC, to);
  return 0;
}
