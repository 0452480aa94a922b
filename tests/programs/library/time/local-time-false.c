// expect: false bits: both
// the next day is not always in the same month
// inputs: 30
#include <assert.h>
#include <time.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int day = __VERIFIER_nondet_int();
  if (day < 0 || day > 40) return 0;
  time_t now = (time_t)day * 86400, next = now + 86400;
  struct tm a, b;
  localtime_r(&now, &a);
  localtime_r(&next, &b);
  assert(a.tm_mon == b.tm_mon);
}
