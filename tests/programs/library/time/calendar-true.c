// expect: true bits: both
// dates in UTC are computed
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t t = 951782400;
  struct tm d;
  assert(gmtime_r(&t, &d) == &d && d.tm_year == 100 && d.tm_mon == 1 && d.tm_mday == 29 && d.tm_wday == 2 && d.tm_yday == 59);
  assert(timegm(&d) == t && difftime(t, t - 5) == 5);
  assert(!strcmp(asctime(&d), "Tue Feb 29 00:00:00 2000\n"));
  char text[32];
  assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M", &d) == 16 && !strcmp(text, "2000-02-29 00:00"));
  return 0;
}
