// expect: true bits: both
// local time is UTC: dates from seconds and back, weeks, names of the zone; the verdict says what it rests on
// says: local time is UTC
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t t = 951782400; // 2000-02-29 00:00:00 UTC, a Tuesday
  struct tm *date = localtime(&t);
  assert(date->tm_year == 100 && date->tm_mon == 1 && date->tm_mday == 29 && date->tm_wday == 2);
  assert(date->tm_isdst == 0 && date->tm_gmtoff == 0 && !strcmp(date->tm_zone, "UTC"));
  assert(!strcmp(tzname[0], "UTC") && timezone == 0 && daylight == 0);
  date->tm_mday++;
  date->tm_isdst = -1;
  assert(mktime(date) == t + 86400);
  assert(date->tm_mon == 2 && date->tm_mday == 1 && date->tm_yday == 60);
  char text[64];
  assert(!strcmp(ctime(&t), "Tue Feb 29 00:00:00 2000\n"));
  assert(strftime(text, sizeof text, "%Z%z w%V %U %W %s", localtime(&t)) == 28);
  assert(!strcmp(text, "UTC+0000 w09 09 09 951782400"));
}
