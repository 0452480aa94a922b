// expect: false bits: 64
// clocks may fail, and write what they read
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <time.h>
#include <sys/time.h>

int main(void) {
  struct timespec t = {-1, -1};
  clock_gettime(CLOCK_MONOTONIC, &t);
  assert(t.tv_nsec == -1);
  return 0;
}
