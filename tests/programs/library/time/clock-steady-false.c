// expect: false bits: both
// a clock that can be set may go back, one that counts since the start does not
#include <time.h>

extern void reach_error(void);

int main(void) {
  struct timespec a, b;
  if (clock_gettime(CLOCK_REALTIME, &a) || clock_gettime(CLOCK_REALTIME, &b)) return 1;
  if (b.tv_sec < a.tv_sec) reach_error();
  return 0;
}
