// Every day of half a century has a date that is one, and a formula without loops leads back to the day.
#include "date.h"
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int day_of_date(struct date d) {
  int month = (d.month + 9) % 12, year = d.year - month / 10; // the year begins in March
  return 365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + d.day - 1 - 693901;
}

int main(void) {
  int day = __VERIFIER_nondet_int();
  __VERIFIER_assume(day >= 0 && day < 50 * 365);
  struct date date = date_of_day(day);
  assert(date.month >= 1 && date.month <= 12);
  assert(date.day >= 1 && date.day <= date_days_in_month(date.year, date.month));
  assert(day_of_date(date) == day);
  return 0;
}
