// expect: unknown bits: both
// a time zone that the program sets: its rules are not known
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  if (setenv("TZ", "CET-1CEST", 1)) return 0;
  time_t t = 86400;
  assert(localtime(&t)->tm_hour == 0);
}
