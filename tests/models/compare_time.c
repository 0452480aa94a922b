// The calendar, in UTC and in a local time that is UTC, and getopt.
#include "compare.h"
#include <getopt.h>
#include <time.h>
#include <unistd.h>

_Bool model___VERIFIER_nondet_bool(void) { return 0; }
void model___VERIFIER_nondet_memory(void *block, size_t n) {}
void model___VERIFIER_assume(int condition) {}

static void begin(void) { errno = *model___errno_location() = 0; }
static int same_errno(void) { return errno == *model___errno_location(); }

MODEL(gmtime_r);
MODEL(gmtime);
MODEL(timegm);
MODEL(asctime_r);
MODEL(asctime);
MODEL(strftime);
MODEL(difftime);
MODEL(localtime);
MODEL(localtime_r);
MODEL(mktime);
MODEL(ctime);
MODEL(ctime_r);
MODEL(tzset);
extern char *model_tzname[2];
extern long model_timezone;
extern int model_daylight;

static int same_date(const struct tm *a, const struct tm *b) {
  return memcmp(a, b, 9 * sizeof(int)) == 0 && a->tm_gmtoff == b->tm_gmtoff && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void dates(void) {
  static const char *const formats[] = {"%Y-%m-%d %H:%M:%S",
                                        "%a %A %b %B %h",
                                        "%c|%x|%X",
                                        "%C %d %D %e %F",
                                        "%I %j %M %n %t %%",
                                        "%p %r %R %T",
                                        "%u %w %y %Y",
                                        "%U",
                                        "%Z",
                                        "",
                                        "plain",
                                        "%G %g %V",
                                        "%U %W",
                                        "%z %s",
                                        "%L",
                                        "%5d",
                                        "%Ey"};
  for (int round = 0; round < 60000; round++) {
    time_t t = (time_t)(random64() >> below(64)), u = (time_t)(random64() >> below(64));
    if (below(2)) t = -t;
    struct tm x = {0}, y = {0};
    begin();
    struct tm *p = model_gmtime_r(&t, &x), *q = gmtime_r(&t, &y);
    SAME("gmtime_r", !p == !q && (!p || same_date(p, q)) && same_errno(), "%ld", (long)t);
    p = model_gmtime(&t), q = gmtime(&t);
    SAME("gmtime", !p == !q && (!p || same_date(p, q)) && same_errno(), "%ld", (long)t);
    double d = model_difftime(t, u), e = difftime(t, u);
    SAME("difftime", memcmp(&d, &e, 8) == 0, "%ld %ld: %a %a", (long)t, (long)u, d, e);
    if (!q) continue;
    char a[100], b[100];
    WHERE_COVERED(SAME("asctime", strcmp(model_asctime(&x), asctime(&x)) == 0, "%ld: %s", (long)t, model_asctime(&x)););
    WHERE_COVERED(model_asctime_r(&x, a); asctime_r(&x, b);
                  SAME("asctime_r", strcmp(a, b) == 0, "%ld: %s", (long)t, a););
    const char *format = formats[below(sizeof formats / sizeof *formats)];
    size_t room = below(3) ? sizeof a : below(12);
    WHERE_COVERED(size_t r1 = model_strftime(a, room, format, &x); size_t r2 = strftime(b, room, format, &x);
                  SAME("strftime", r1 == r2 && (!room || strcmp(a, b) == 0), "'%s' of %ld: '%s' instead of '%s'",
                       format, (long)t, a, b););
    memset(&x, 0, sizeof x);
    x.tm_year = (int)(random64() >> below(40)) % (below(4) ? 300 : 2000000), x.tm_mon = (int)below(60) - 24,
    x.tm_mday = (int)below(100) - 40;
    x.tm_hour = (int)below(100) - 50, x.tm_min = (int)below(10000) - 5000, x.tm_sec = (int)random64() >> below(32);
    x.tm_isdst = (int)below(3) - 1;
    y = x;
    begin();
    t = model_timegm(&x), u = timegm(&y);
    SAME("timegm", t == u && memcmp(&x, &y, sizeof(int) * 9) == 0 && same_errno(), "%d-%d-%d: %ld instead of %ld",
         y.tm_year, y.tm_mon, y.tm_mday, (long)t, (long)u);
  }
}

MODEL(strptime);

// What strftime wrote, and that with a character changed, cut off or repeated.
static void read_dates(void) {
  static const char *const formats[] = {
      "%Y-%m-%d %H:%M:%S", "%F%T",      "%a, %d %b %Y %r", "%A %B %e %I:%M %p", "%D",       "%y %j",    "%j %Y",
      "%w %H",             "%u %R",     "%b%n%d",          "%k %l %%",          " %x\t%X |", "%Y%m%d", "%d.%m.%y",
      "%h %S",             "",          "%p %I %M",        "%m %j %Y",          "%a %Y"};
  for (int round = 0; round < 60000; round++) {
    time_t t = (time_t)(random64() >> (24 + below(40)));
    struct tm date, x = {.tm_mday = 1}, y = x;
    if (!gmtime_r(&t, &date)) continue;
    if (date.tm_year > 9999 - 1900) continue;
    char text[100];
    const char *format = formats[below(sizeof formats / sizeof *formats)];
    const char *written = below(8) ? format : formats[below(sizeof formats / sizeof *formats)];
    size_t n = strftime(text, 90, written, &date);
    if (n && below(2)) text[below((unsigned)n)] = " 019:aAjJpPmM-/\t%"[below(18)];
    if (n && below(8) == 0) text[below((unsigned)n)] = 0;
    char *p = NULL, *q;
    WHERE_COVERED(p = model_strptime(text, format, &x); q = strptime(text, format, &y);
                  SAME("strptime", p == q && memcmp(&x, &y, 9 * sizeof(int)) == 0,
                       "'%s' as '%s': %d-%d-%d %d:%d:%d week day %d, day %d", text, format, x.tm_year, x.tm_mon,
                       x.tm_mday, x.tm_hour, x.tm_min, x.tm_sec, x.tm_wday, x.tm_yday););
  }
}

static int same_text(const char *a, const char *b) { return !a || !b ? a == b : strcmp(a, b) == 0; }

static void local_dates(void) {
  SAME("tzname", !strcmp(model_tzname[0], tzname[0]) && !strcmp(model_tzname[1], tzname[1]), "at the beginning: %s",
       tzname[0]);
  setenv("TZ", "UTC0", 1);
  model_tzset(), tzset();
  SAME("tzset",
       !strcmp(model_tzname[0], tzname[0]) && !strcmp(model_tzname[1], tzname[1]) && model_timezone == timezone &&
           model_daylight == daylight,
       "%s", tzname[0]);
  for (int round = 0; round < 30000; round++) {
    time_t t = (time_t)(random64() >> below(64));
    if (below(2)) t = -t;
    struct tm x = {0}, y = {0};
    begin();
    struct tm *p = model_localtime_r(&t, &x), *q = localtime_r(&t, &y);
    SAME("localtime_r", !p == !q && (!p || same_date(p, q)) && same_errno(), "%ld", (long)t);
    p = model_localtime(&t), q = localtime(&t);
    SAME("localtime", !p == !q && (!p || same_date(p, q)) && same_errno(), "%ld", (long)t);
    char a[100], b[100];
    begin();
    WHERE_COVERED(const char *c = model_ctime(&t), *d = ctime(&t);
                  SAME("ctime", same_text(c, d) && same_errno(), "%ld: %s", (long)t, c););
    begin();
    WHERE_COVERED(const char *c = model_ctime_r(&t, a), *d = ctime_r(&t, b);
                  SAME("ctime_r", same_text(c, d) && same_errno(), "%ld: %s", (long)t, c););
    memset(&x, 0, sizeof x);
    x.tm_year = (int)(random64() >> below(40)) % (below(4) ? 300 : 2000000), x.tm_mon = (int)below(60) - 24;
    x.tm_mday = (int)below(100) - 40, x.tm_hour = (int)below(100) - 50, x.tm_min = (int)below(10000) - 5000;
    x.tm_sec = (int)random64() >> below(32), x.tm_isdst = (int)below(3) - 1;
    y = x;
    begin();
    WHERE_COVERED(time_t r1 = model_mktime(&x); time_t r2 = mktime(&y);
                  SAME("mktime", r1 == r2 && memcmp(&x, &y, sizeof(int) * 9) == 0 && same_errno(), "%ld instead of %ld",
                       (long)r1, (long)r2););
  }
}

MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

static void options(void) {
  static const char *const words[] = {"-a", "-b",   "-bx", "-c", "-cx", "-ab", "-abc", "--",
                                      "-",  "file", "x",   "-q", "-aq", "-bc", "-:",   "--long"};
  static const char *const sets[] = {"ab:c::", ":ab:c", "+ab:c", "-ab:c::", "", "abc", "+:ab:", "-:ab:c"};
  opterr = 0;
  for (int round = 0; round < 40000; round++) {
    char *x[10], *y[10];
    int n = 1 + (int)below(8);
    x[0] = y[0] = "program";
    for (int i = 1; i < n; i++) x[i] = y[i] = (char *)words[below(sizeof words / sizeof *words)];
    x[n] = y[n] = 0;
    const char *set = sets[below(8)];
    optind = model_optind = 0;
    for (int step = 0; step < 30; step++) {
      int r1 = model_getopt(n, x, set), r2 = getopt(n, y, set);
      SAME("getopt",
           r1 == r2 && optind == model_optind && optarg == model_optarg &&
               (r1 != '?' && r1 != ':' || optopt == model_optopt) && !memcmp(x, y, sizeof *x * (n + 1)),
           "round %d set %s: %d %d, optind %d %d", round, set, r1, r2, model_optind, optind);
      if (r1 == -1 || r2 == -1) break;
    }
  }
}

static int flag;

static void long_options(void) {
  static const struct option table[] = {{"add", 1, 0, 'a'},       {"address", 0, 0, 'd'},   {"adds", 2, 0, 1000},
                                        {"verbose", 0, &flag, 7}, {"version", 0, &flag, 7}, {"b", 0, 0, 'b'},
                                        {"nothing", 0, 0, 'n'},   {"x=y", 0, 0, 'x'},       {0}};
  static const char *const words[] = {
      "--add", "--add=1", "--ad", "--addr",  "--address=2", "--adds", "--adds=",   "--ver",    "--verb", "--v=3",
      "--b",   "-b",      "-add", "-adds=5", "-n",          "-a",     "-ab",       "-bx",      "-x",     "--",
      "-",     "file",    "--x",  "--=",     "-verbose",    "-noth",  "--unknown", "-unknown", "-q"};
  static const char *const sets[] = {"ab:c::", ":ab:c", "+ab:x", "-ab:c::n", "", "abc", "+:ab:", "-:ab:c"};
  opterr = 0;
  for (int round = 0; round < 40000; round++) {
    char *x[10], *y[10];
    int n = 1 + (int)below(8);
    x[0] = y[0] = "program";
    for (int i = 1; i < n; i++) x[i] = y[i] = (char *)words[below(sizeof words / sizeof *words)];
    x[n] = y[n] = 0;
    const char *set = sets[below(8)];
    _Bool is_only = below(2);
    optind = model_optind = 0;
    for (int step = 0; step < 30; step++) {
      int i1 = -5, i2 = -5, r1, r2, f1;
      flag = 0;
      r1 = is_only ? model_getopt_long_only(n, x, set, table, &i1) : model_getopt_long(n, x, set, table, &i1);
      f1 = flag, flag = 0;
      r2 = is_only ? getopt_long_only(n, y, set, table, &i2) : getopt_long(n, y, set, table, &i2);
      SAME(is_only ? "getopt_long_only" : "getopt_long",
           r1 == r2 && i1 == i2 && f1 == flag && optind == model_optind && optarg == model_optarg &&
               optopt == model_optopt && !memcmp(x, y, sizeof *x * (n + 1)),
           "round %d set %s: %d %d, optind %d %d, optopt %d %d", round, set, r1, r2, model_optind, optind, model_optopt,
           optopt);
      if (r1 == -1 || r2 == -1) break;
    }
  }
}

int main(void) {
  dates();
  read_dates();
  local_dates();
  long_options();
  options();
  return report();
}
