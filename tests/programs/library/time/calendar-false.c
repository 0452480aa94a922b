// expect: false bits: both
// dates in UTC are computed
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t t = 951782400;
  assert(gmtime(&t)->tm_mon == 2);
  return 0;
}
