// expect: false bits: both
// a process may have used more than a second
// native: no
#include <assert.h>
#include <sys/resource.h>
int main(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  assert(usage.ru_utime.tv_sec < 1 || usage.ru_nivcsw == 0);
  return 0;
}
