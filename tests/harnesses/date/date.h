#ifndef DATE_H
#define DATE_H
// Days and dates of the Gregorian calendar, from 1 January 1900 on.
struct date {
  int year, month, day;
};

int date_is_leap(int year);
int date_days_in_month(int year, int month);
struct date date_of_day(int day);

#endif
