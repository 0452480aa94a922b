// expect: true bits: both
// a program that asks for UTC itself, in each of its spellings
// says: local time is UTC
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  static const char *const zones[] = {"", "UTC", "UTC0"};
  for (int i = 0; i < 3; i++) {
    if (setenv("TZ", zones[i], 1)) return 0;
    tzset();
    time_t t = 86400;
    assert(localtime(&t)->tm_mday == 2);
  }
}
