// expect: true bits: both
// fields, the days that follow from them, what is not read; nothing of a part is stored that is not there
#include <assert.h>
#define __USE_XOPEN
#include <time.h>
int main(void) {
  struct tm date = {0};
  const char *text = "2024-02-29 23:59:08 rest", *end = strptime(text, "%Y-%m-%d %H:%M:%S", &date);
  assert(end == text + 19 && date.tm_year == 124 && date.tm_mon == 1 && date.tm_wday == 4 && date.tm_yday == 59);
  assert(!strptime("2024-13-01", "%F", &date) && date.tm_year == 124);
}
