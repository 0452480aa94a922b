// expect: true bits: both
// the seconds of a date and back, by timegm and gmtime
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int day = __VERIFIER_nondet_int() ? 30 : 29;
  struct tm date = {.tm_year = 124, .tm_mon = 1, .tm_mday = day, .tm_hour = 12};
  time_t seconds = timegm(&date);
  assert(date.tm_mon == (day <= 29 ? 1 : 2));
  struct tm *again = gmtime(&seconds);
  assert(again->tm_mday == date.tm_mday && again->tm_hour == 12 && again->tm_year == 124);
}
