// expect: false bits: both
// a resolution is not bounded below by a time that was read before
// native: no
#include <time.h>
extern void reach_error(void);

int main(void) {
  struct timespec t, r;
  if (clock_gettime(CLOCK_MONOTONIC, &t) || t.tv_sec < 1000) return 0;
  if (clock_getres(CLOCK_MONOTONIC, &r) == 0 && r.tv_nsec == 1) reach_error();
  return 0;
}
