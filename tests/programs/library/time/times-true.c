// expect: true bits: 64
// the processor's time does not go back
// native: no
#include <assert.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct tms a, b;
  clock_t before = times(&a), after = times(&b);
  assert(before >= 0 && after >= before && a.tms_utime >= 0 && b.tms_utime >= a.tms_utime);
  clock_t c = clock();
  assert(c >= -1);
  assert(getpagesize() == 4096 && getuid() != (uid_t)-1);
  return 0;
}
