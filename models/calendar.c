// The calendar: <time.h> without the clocks, which are in system.c.
//
// Local time is UTC: an assumption of the verdict (front/assumptions.c). Where the program itself sets a time zone it
// must be that one. Texts are those of the locale "C".
typedef __SIZE_TYPE__ size_t;
typedef long time_t;

int *__errno_location(void);
void __clew_unsupported(const char *what);
void __clew_time_zone(void);

enum { EINVAL = 22, EOVERFLOW = 75, DAY = 86400 };

// Until something asks for local time they have the names that they have without a time zone.
char *tzname[2] = {"GMT", "GMT"};
long timezone;
int daylight;

static void name_zone(void) { tzname[0] = tzname[1] = "UTC"; }

struct tm { int second, minute, hour, day, month, year, weekday, yearday, is_dst; long offset; const char *zone; };

double difftime(time_t end, time_t start) {
  if (sizeof(time_t) == 4) return (double)end - (double)start;
  // One rounding only: the difference of the integers is exact.
  unsigned long distance =
      end > start ? (unsigned long)end - (unsigned long)start : (unsigned long)start - (unsigned long)end;
  return end > start ? (double)distance : -(double)distance + 0.0;
}

static long long floor_divide(long long a, long long b) { return a / b - (a % b < 0); }
static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// Days from 1970-01-01 to the first of January.
static long long days_before(long long year) {
  long long y = year - 1;
  return (year - 1970) * 365 + floor_divide(y, 4) - floor_divide(y, 100) + floor_divide(y, 400) - 477;
}

static const short month_starts[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                          {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

struct tm *gmtime_r(const time_t *time, struct tm *to) {
  long long seconds = *time, days = floor_divide(seconds, DAY), rest = seconds - days * DAY;
  // 400 years have 146097 days; 365 days are at most a year, so what is left is one too many at most.
  long long cycles = floor_divide(days, 146097), year = 1970 + cycles * 400 + (days - cycles * 146097) / 365;
  if (days < days_before(year)) year--;
  long long weekday = (days + 4) % 7;
  // These are stored before the year turns out to be too large.
  to->second = (int)(rest % 60), to->minute = (int)(rest / 60 % 60), to->hour = (int)(rest / 3600);
  to->weekday = (int)(weekday < 0 ? weekday + 7 : weekday);
  to->year = (int)(year - 1900), to->is_dst = 0, to->offset = 0, to->zone = "GMT";
  if (to->year != year - 1900) {
    *__errno_location() = EOVERFLOW;
    return 0;
  }
  int yearday = (int)(days - days_before(year)), month = 0;
  const short *starts = month_starts[is_leap(year)];
  while (yearday >= starts[month + 1]) month++;
  to->day = yearday - starts[month] + 1, to->month = month, to->yearday = yearday;
  return to;
}

static struct tm shared;   // gmtime and localtime have one

struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }

// Seconds of a date whose fields may be out of their ranges, which are brought into them.
static time_t seconds_of(struct tm *date, const char *zone) {
  long long year = 1900LL + date->year + floor_divide(date->month, 12),
            month = date->month - floor_divide(date->month, 12) * 12;
  long long days = days_before(year) + month_starts[is_leap(year)][month] + date->day - 1;
  long long seconds = ((days * 24 + date->hour) * 60 + date->minute) * 60 + date->second;
  time_t result = (time_t)seconds;
  struct tm whole;
  if (result != seconds) {
    *__errno_location() = EOVERFLOW;
    return -1;
  }
  if (!gmtime_r(&result, &whole)) return -1;
  *date = whole;
  date->zone = zone;
  return result;
}

time_t timegm(struct tm *date) { return seconds_of(date, "GMT"); }

void tzset(void) {
  __clew_time_zone();
  name_zone();
}

struct tm *localtime_r(const time_t *time, struct tm *to) {
  tzset();
  struct tm *date = gmtime_r(time, to);
  to->zone = "UTC";
  return date;
}

struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

// Which time is meant by summer time in a zone that has none is the library's guess.
time_t mktime(struct tm *date) {
  tzset();
  if (date->is_dst > 0) __clew_unsupported("summer time");
  return seconds_of(date, "UTC");
}

// "Thu Jan  1 00:00:00 1970\n"

static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const day_rests[] = {"day", "day", "sday", "nesday", "rsday", "day", "urday"};
static const char *const month_rests[] = {"uary", "ruary", "ch",     "il",   "",      "e",
                                          "y",    "ust",   "tember", "ober", "ember", "ember"};

static char *put_text(char *to, const char *text) {
  while (*text) *to++ = *text++;
  return to;
}

static char *put_number(char *to, int n, int width, char fill) {
  char digits[12];
  int count = 0;
  unsigned magnitude = n < 0 ? -(unsigned)n : (unsigned)n;
  do digits[count++] = (char)('0' + magnitude % 10);
  while (magnitude /= 10);
  if (n < 0 && fill == '0') *to++ = '-', width--;
  if (n < 0 && fill == ' ') digits[count++] = '-';
  for (; width > count; width--) *to++ = fill;
  while (count > 0) *to++ = digits[--count];
  return to;
}

// The years for which 26 bytes are enough; the library refuses others.
char *asctime_r(const struct tm *date, char *to) {
  if (date->year > 9999 - 1900 || date->year < -999 - 1900) __clew_unsupported("a year of more than four digits");
  if ((unsigned)date->day > 99 || (unsigned)date->hour > 99 || (unsigned)date->minute > 99 ||
      (unsigned)date->second > 99)
    __clew_unsupported("a date that does not fit its text");
  char *p = put_text(to, (unsigned)date->weekday < 7 ? days[date->weekday] : "???");
  *p++ = ' ';
  p = put_text(p, (unsigned)date->month < 12 ? months[date->month] : "???");
  p = put_number(p, date->day, 3, ' ');
  *p++ = ' ';
  p = put_number(p, date->hour, 2, '0');
  *p++ = ':';
  p = put_number(p, date->minute, 2, '0');
  *p++ = ':';
  p = put_number(p, date->second, 2, '0');
  *p++ = ' ';
  p = put_number(p, date->year + 1900, 1, ' ');
  *p++ = '\n';
  *p = 0;
  return to;
}

char *asctime(const struct tm *date) {
  static char text[40];
  return asctime_r(date, text);
}

// A time whose year does not fit has no date: asctime gets null and refuses it.
static char *refuse(void) {
  *__errno_location() = EINVAL;
  return 0;
}

char *ctime(const time_t *time) {
  struct tm *date = localtime(time);
  return date ? asctime(date) : refuse();
}

char *ctime_r(const time_t *time, char *to) {
  struct tm date, *is_date = localtime_r(time, &date);
  return is_date ? asctime_r(&date, to) : refuse();
}

// strftime: numbers, names, weeks and the zone.

struct writer { char *to; size_t room; };   // room: with the final zero

static _Bool put(struct writer *w, const char *text, size_t n) {
  if (n >= w->room) return 0;
  for (size_t i = 0; i < n; i++) w->to[i] = text[i];
  w->to += n;
  w->room -= n;
  return 1;
}

static _Bool put_string(struct writer *w, const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return put(w, text, n);
}

static _Bool put_field(struct writer *w, int n, int width, char fill) {
  char text[16];
  return put(w, text, (size_t)(put_number(text, n, width, fill) - text));
}

static _Bool put_directives(struct writer *w, const char *format, const struct tm *date);

static _Bool put_name(struct writer *w, const char *const *names, const char *const *rests, int i, int n,
                      _Bool is_short) {
  if (i < 0 || i >= n) return put_string(w, "?");
  return put_string(w, names[i]) && (is_short || put_string(w, rests[i]));
}

// The week of a day if weeks begin `days` after Sunday; the days before the first such day are in week 0.
static int week(const struct tm *date, int days) { return (date->yearday + 7 - (date->weekday + 7 - days) % 7) / 7; }

static int days_of(int year) { return 365 + is_leap(year); }

// Of ISO 8601: week 1 has the first Thursday. The year is the week's, not the day's.
static int iso_week(const struct tm *date, int *year) {
  int thursday = date->yearday + 3 - (date->weekday + 6) % 7;
  *year = date->year + 1900;
  if (thursday < 0) thursday += days_of(--*year);
  else if (thursday >= days_of(*year)) thursday -= days_of((*year)++);
  return thursday / 7 + 1;
}

static _Bool put_seconds(struct writer *w, const struct tm *date) {
  struct tm copy = *date;
  char text[24], digits[24];
  long seconds = mktime(&copy);
  if (seconds < 0) __clew_unsupported("%s of a time before 1970");
  int n = 0, m = 0;
  do digits[n++] = (char)('0' + seconds % 10);
  while (seconds /= 10);
  while (n > 0) text[m++] = digits[--n];
  return put(w, text, (size_t)m);
}

static _Bool put_zone(struct writer *w, const struct tm *date, _Bool is_name) {
  if (is_name && !date->zone) __clew_unsupported("a date without a time zone");
  if (is_name) return put_string(w, date->zone);
  if (date->is_dst < 0) return 1;
  if (date->offset) __clew_unsupported("a time zone other than UTC");
  return put_string(w, "+0000");
}

static _Bool put_directive(struct writer *w, char directive, const struct tm *date) {
  int twelve = date->hour % 12, year;
  if (date->year < 1000 - 1900 || date->year > 9999 - 1900) __clew_unsupported("a year of other than four digits");
  switch (directive) {
  case '%': return put_string(w, "%");
  case 'n': return put_string(w, "\n");
  case 't': return put_string(w, "\t");
  case 'a': case 'A': return put_name(w, days, day_rests, date->weekday, 7, directive == 'a');
  case 'b': case 'h': case 'B': return put_name(w, months, month_rests, date->month, 12, directive != 'B');
  case 'c': return put_directives(w, "%a %b %e %H:%M:%S %Y", date);
  case 'C': return put_field(w, (date->year + 1900) / 100, 2, '0');
  case 'd': return put_field(w, date->day, 2, '0');
  case 'D': case 'x': return put_directives(w, "%m/%d/%y", date);
  case 'e': return put_field(w, date->day, 2, ' ');
  case 'F': return put_directives(w, "%Y-%m-%d", date);
  case 'G': iso_week(date, &year); return put_field(w, year, 4, '0');
  case 'g': iso_week(date, &year); return put_field(w, year % 100, 2, '0');
  case 'H': return put_field(w, date->hour, 2, '0');
  case 'I': return put_field(w, twelve ? twelve : 12, 2, '0');
  case 'j': return put_field(w, date->yearday + 1, 3, '0');
  case 'm': return put_field(w, date->month + 1, 2, '0');
  case 'M': return put_field(w, date->minute, 2, '0');
  case 'p': return put_string(w, date->hour > 11 ? "PM" : "AM");
  case 'r': return put_directives(w, "%I:%M:%S %p", date);
  case 'R': return put_directives(w, "%H:%M", date);
  case 's': return put_seconds(w, date);
  case 'S': return put_field(w, date->second, 2, '0');
  case 'T': case 'X': return put_directives(w, "%H:%M:%S", date);
  case 'u': return put_field(w, (date->weekday + 6) % 7 + 1, 1, '0');
  case 'U': return put_field(w, week(date, 0), 2, '0');
  case 'V': return put_field(w, iso_week(date, &year), 2, '0');
  case 'w': return put_field(w, date->weekday, 1, '0');
  case 'W': return put_field(w, week(date, 1), 2, '0');
  case 'y': return put_field(w, (date->year % 100 + 100) % 100, 2, '0');
  case 'Y': return put_field(w, date->year + 1900, 1, '0');
  case 'z': case 'Z': return put_zone(w, date, directive == 'Z');
  default: __clew_unsupported("a directive of strftime"); return 0;
  }
}

static _Bool is_date(const struct tm *d) {
  return (unsigned)d->second <= 60 && (unsigned)d->minute < 60 && (unsigned)d->hour < 24 && d->day >= 1 &&
         d->day <= 31 && (unsigned)d->month < 12 && (unsigned)d->weekday < 7 && (unsigned)d->yearday < 366;
}

static _Bool put_directives(struct writer *w, const char *format, const struct tm *date) {
  for (; *format; format++)
    if (*format == '%' ? !put_directive(w, *++format, date) : !put(w, format, 1)) return 0;
  return 1;
}

// Where the text does not fit, what is left in the block is not laid down.
size_t strftime(char *to, size_t room, const char *format, const struct tm *date) {
  struct writer w = {to, room};
  if (!is_date(date)) __clew_unsupported("a date whose fields are out of their ranges");
  if (!put_directives(&w, format, date)) __clew_unsupported("a text that does not fit");
  if (room == 0) return 0;
  *w.to = 0;
  return (size_t)(w.to - to);
}

// strptime: what strftime writes, but for weeks, centuries and zones. Capitals do not matter, and numbers need no zeros.

struct reader {
  const char *at;
  struct tm *date;
  _Bool has_month, has_day, has_yearday, has_weekday, is_twelve, is_afternoon, wants_days;
};

static _Bool is_space(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static void skip_spaces(struct reader *r) {
  while (is_space(*r->at)) r->at++;
}

static _Bool read_text(struct reader *r, const char *text) {
  size_t n = 0;
  for (; text[n]; n++)
    if (lower(r->at[n]) != lower(text[n])) return 0;
  r->at += n;
  return 1;
}

// One of the names, in full or its first three letters; its number, or -1.
static int read_name(struct reader *r, const char *const *names, const char *const *rests, int n) {
  for (int i = 0; i < n; i++) {
    if (!read_text(r, names[i])) continue;
    read_text(r, rests[i]);
    return i;
  }
  return -1;
}

// From low to high, of so many digits at most; a digit that would make it too large is not taken.
static _Bool read_number(struct reader *r, int low, int high, int digits, int *to) {
  skip_spaces(r);
  if (*r->at < '0' || *r->at > '9') return 0;
  int n = 0;
  do n = n * 10 + *r->at++ - '0';
  while (--digits > 0 && n * 10 <= high && *r->at >= '0' && *r->at <= '9');
  if (n < low || n > high) return 0;
  *to = n;
  return 1;
}

static _Bool read_directives(struct reader *r, const char *format);

// Nothing of it is stored unless all is there.
static _Bool read_part(struct reader *r, const char *format) {
  struct tm date = *r->date, *to = r->date;
  struct reader part = *r;
  part.date = &date;
  if (!read_directives(&part, format)) return 0;
  *to = date;
  *r = part;
  r->date = to;
  return 1;
}

static _Bool read_year(struct reader *r, _Bool is_short) {
  int n;
  if (!read_number(r, 0, is_short ? 99 : 9999, is_short ? 2 : 4, &n)) return 0;
  r->date->year = !is_short ? n - 1900 : n >= 69 ? n : n + 100;
  return r->wants_days = 1;
}

static _Bool read_hour(struct reader *r, _Bool is_twelve) {
  int n;
  if (!read_number(r, is_twelve, is_twelve ? 12 : 23, 2, &n)) return 0;
  r->date->hour = is_twelve ? n % 12 : n;
  r->is_twelve = is_twelve;
  return 1;
}

static _Bool read_month(struct reader *r, _Bool is_name) {
  int n;
  if (is_name) n = 1 + read_name(r, months, month_rests, 12);
  else if (!read_number(r, 1, 12, 2, &n)) return 0;
  if (n == 0) return 0;
  r->date->month = n - 1;
  return r->has_month = r->wants_days = 1;
}

static _Bool read_day(struct reader *r) {
  if (!read_number(r, 1, 31, 2, &r->date->day)) return 0;
  return r->has_day = r->wants_days = 1;
}

static _Bool read_yearday(struct reader *r) {
  int n;
  if (!read_number(r, 1, 366, 3, &n)) return 0;
  r->date->yearday = n - 1;
  return r->has_yearday = 1;
}

static _Bool read_weekday(struct reader *r, char directive) {
  int n;
  if (directive == 'a') n = read_name(r, days, day_rests, 7);
  else if (!read_number(r, directive == 'u', directive == 'u' ? 7 : 6, 1, &n)) return 0;
  if (n < 0) return 0;
  r->date->weekday = n % 7;
  return r->has_weekday = 1;
}

static _Bool read_half(struct reader *r) {
  r->is_afternoon = 0;
  if (read_text(r, "AM")) return 1;
  return r->is_afternoon = read_text(r, "PM");
}

static _Bool read_directive(struct reader *r, char directive) {
  switch (directive) {
  case '%': return *r->at++ == '%';
  case 'n': case 't': skip_spaces(r); return 1;
  case 'a': case 'A': return read_weekday(r, 'a');
  case 'u': case 'w': return read_weekday(r, directive);
  case 'b': case 'h': case 'B': return read_month(r, 1);
  case 'm': return read_month(r, 0);
  case 'd': case 'e': return read_day(r);
  case 'D': case 'x': return read_part(r, "%m/%d/%y");
  case 'F': return read_part(r, "%Y-%m-%d");
  case 'H': case 'k': return read_hour(r, 0);
  case 'I': case 'l': return read_hour(r, 1);
  case 'j': return read_yearday(r);
  case 'M': return read_number(r, 0, 59, 2, &r->date->minute);
  case 'p': return read_half(r);
  case 'r': return read_part(r, "%I:%M:%S %p");
  case 'R': return read_part(r, "%H:%M");
  case 'S': return read_number(r, 0, 61, 2, &r->date->second);
  case 'T': case 'X': return read_part(r, "%H:%M:%S");
  case 'y': case 'Y': return read_year(r, directive == 'y');
  default: __clew_unsupported("a directive of strptime"); return 0;
  }
}

static _Bool read_directives(struct reader *r, const char *format) {
  for (; *format; format++) {
    if (is_space(*format)) skip_spaces(r);
    else if (*format == '%' ? !read_directive(r, *++format) : *format != *r->at++) return 0;
  }
  return 1;
}

// The day of the week and of the year follow from the others, and the month from the day of the year.
static void complete(struct reader *r) {
  struct tm *date = r->date;
  if (date->year < 1000 - 1900 || date->year > 9999 - 1900) __clew_unsupported("a year of other than four digits");
  const short *starts = month_starts[is_leap(1900LL + date->year)];
  if (!r->has_weekday && !(r->has_month && r->has_day) && r->has_yearday) {
    int month = 0;
    while (starts[month] <= date->yearday) month++;
    if (!r->has_month) date->month = month - 1;
    if (!r->has_day) date->day = date->yearday - starts[month - 1] + 1;
    r->has_month = 1;
  }
  if ((unsigned)date->month > 11) {
    __clew_unsupported("strptime into a date whose month is out of its range");
    return;
  }
  int yearday = starts[date->month] + date->day - 1;
  if (!r->has_weekday) {
    long long weekday = (days_before(1900LL + date->year) + yearday + 4) % 7;
    date->weekday = (int)(weekday < 0 ? weekday + 7 : weekday);
  }
  if (!r->has_yearday) date->yearday = yearday;
}

char *strptime(const char *text, const char *format, struct tm *to) {
  struct reader r = {.at = text, .date = to};
  if (!read_directives(&r, format)) return 0;
  if (r.is_twelve && r.is_afternoon) to->hour += 12;
  if (r.wants_days) complete(&r);
  return (char *)r.at;
}
