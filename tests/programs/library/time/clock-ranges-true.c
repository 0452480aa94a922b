// expect: true bits: both
// what clocks can show: nothing before 1970 but -1 for a failure, parts of a second in their ranges
// native: no
#include <assert.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

int main(void) {
  long long most = 1LL << 40;
  time_t now, same = time(&now);
  assert(same == now && (now == -1 || now >= 0) && now <= most);
  struct timespec t, r;
  if (clock_gettime(CLOCK_MONOTONIC, &t) == 0) assert(t.tv_sec >= 0 && t.tv_sec <= most && t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
  if (clock_getres(CLOCK_MONOTONIC, &r) == 0) assert(r.tv_sec == 0 ? r.tv_nsec > 0 && r.tv_nsec < 1000000000 : r.tv_sec == 1 && r.tv_nsec == 0);
  struct timeval v;
  if (gettimeofday(&v, 0) == 0) assert(v.tv_sec >= 0 && v.tv_sec <= most && v.tv_usec >= 0 && v.tv_usec < 1000000);
  if (timespec_get(&t, TIME_UTC)) assert(t.tv_sec >= 0 && t.tv_sec <= most && t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
  return 0;
}
