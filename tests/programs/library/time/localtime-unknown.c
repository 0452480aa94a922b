// expect: unknown bits: 64
// the time zone is not covered
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
  time_t t = 0;
  assert(localtime(&t)->tm_year == 70);
  return 0;
}
