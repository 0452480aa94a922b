// expect: true bits: 64
// clocks may fail, and write what they read
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <time.h>
#include <sys/time.h>

int main(void) {
  struct timespec t = {-1, -1};
  assert(clock_gettime(99, &t) == -1 && errno == EINVAL && t.tv_nsec == -1);
  if (clock_gettime(CLOCK_REALTIME, &t) == 0) assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
  struct timezone zone = {7, 7};
  struct timeval v;
  if (gettimeofday(&v, (void *)&zone) == 0) assert(v.tv_usec < 1000000 && zone.tz_minuteswest == 0);
  return 0;
}
