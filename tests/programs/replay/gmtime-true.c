// expect: true|unknown bits: both
// the calendar is the library's in a run
#include <assert.h>
#include <time.h>

int main(void) {
  time_t day = 86400;
  struct tm parts = {0};
  if (gmtime_r(&day, &parts)) assert(parts.tm_year == 70 && parts.tm_mday == 2);
  return 0;
}
