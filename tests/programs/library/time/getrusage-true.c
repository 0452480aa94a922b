// expect: true bits: both
// what a process has used does not go back
// native: no
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
int main(void) {
  struct rusage a, b;
  assert(getrusage(RUSAGE_SELF, &a) == 0 && getrusage(RUSAGE_SELF, &b) == 0);
  assert(a.ru_utime.tv_sec >= 0 && a.ru_stime.tv_usec < 1000000);
  assert(a.ru_utime.tv_sec <= b.ru_utime.tv_sec && a.ru_nswap == 0);
  assert(0 <= a.ru_maxrss && a.ru_maxrss <= b.ru_maxrss);
  assert(sizeof(long) == 4 || a.ru_minflt <= b.ru_minflt);
  assert(getrusage(7, &a) == -1 && errno == EINVAL);
  return 0;
}
