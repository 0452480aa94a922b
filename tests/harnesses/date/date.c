#include "date.h"

int date_is_leap(int year) {
#ifdef BROKEN
  return year % 4 == 0;
#else
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
#endif
}

int date_days_in_month(int year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1] + (month == 2 && date_is_leap(year));
}

struct date date_of_day(int day) {
  struct date date = {.year = 1900, .month = 1};
  while (day >= 365 + date_is_leap(date.year)) day -= 365 + date_is_leap(date.year++);
  while (day >= date_days_in_month(date.year, date.month)) day -= date_days_in_month(date.year, date.month++);
  date.day = day + 1;
  return date;
}
