// expect: true bits: 64
// gmtime_r has stored the time of day, the day of the week and the low bits of the year when the year turns out to be too large
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
  time_t time = 0x7fffffffffffff00;
  struct tm to = {.tm_mday = 40, .tm_mon = 41, .tm_yday = 42, .tm_isdst = 43};
  assert(!gmtime_r(&time, &to) && errno == EOVERFLOW);
  assert(to.tm_hour == 15 && to.tm_min == 25 && to.tm_sec == 52 && to.tm_wday == 0 && to.tm_year == 219248568);
  assert(to.tm_mday == 40 && to.tm_mon == 41 && to.tm_yday == 42 && to.tm_isdst == 0 && to.tm_gmtoff == 0);
  return 0;
}
