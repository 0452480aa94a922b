// The models of formatted text against the C library, on random formats and arguments: snprintf, sscanf and their
// relatives. Buffers, results and errno are compared.
#include "compare.h"
#include <math.h>
#include <wchar.h>

void model_abort(void) { abort(); }
static int assumption_failed;
void model___VERIFIER_assume(int condition) { assumption_failed |= !condition; }

MODEL(snprintf);
MODEL(vsnprintf);
MODEL(sprintf);
MODEL(asprintf);
MODEL(sscanf);
extern int model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int model___sprintf_chk(char *, int, size_t, const char *, ...);

enum { ROOM = 500 };
static char x[ROOM], y[ROOM];   // the model's and the library's

// Flags, width and precision; at most one '*' each, whose arguments are in `stars`.
static int stars[2], n_stars;
static void random_prefix(char *to) {
  char piece[16];
  static const int numbers[] = {0, 1, -1, 5, -7, 12, 40};
  n_stars = 0;
  to += sprintf(to, "%%%s", random_text(piece, 4, "-+ 0#'"));
  switch (below(5)) {
  case 0: stars[n_stars++] = numbers[below(7)], to += sprintf(to, "*"); break;
  case 1: to += sprintf(to, "%u", 1 + below(30)); break;
  }
  switch (below(6)) {
  case 0: stars[n_stars++] = numbers[below(7)], to += sprintf(to, ".*"); break;
  case 1: to += sprintf(to, "."); break;
  case 2: to += sprintf(to, ".%u", below(25)); break;
  }
}

static long long random_integer(void) {
  static const long long corners[] = {
      0,   1,     -1,    9,     10,    99,        100,       7,          8,         127,       128,        255,
      256, 32767, 32768, 65535, 65536, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, 1000000000, 999999999};
  return below(3) ? (long long)random64() >> below(64) : corners[below(sizeof corners / sizeof *corners)];
}

static double random_double(void) {
  static const double special[] = {0.0,       -0.0,
                                   1,         -1,
                                   0.5,       1.5,
                                   2.5,       9.5,
                                   99.5,      0.05,
                                   0.125,     3.14,
                                   9.999999,  999999.5,
                                   1e15,      1e16,
                                   INFINITY,  -INFINITY,
                                   NAN,       -NAN,
                                   0x1p-1074, 0x1.fffffffffffffp1023,
                                   0x1p53,    0x1.fffffffffffffp52};
  union {
    uint64_t n;
    double d;
  } u = {random64()};
  switch (below(5)) {
  case 0: return special[below(sizeof special / sizeof *special)];
  case 1: return (double)(long long)(random64() >> below(60)) / (double)(1 << below(20));
  case 2: return (double)below(100000) / 100;
  case 3: u.n = (u.n & 0x800fffffffffffffULL) | (uint64_t)(1023 - 12 + below(70)) << 52; return u.d;
  }
  return u.d;
}

// Calls both with the arguments of the stars first.
static int r1, r2, e1, e2;
#define BOTH(room, format, ...)                                                                                        \
  do {                                                                                                                 \
    memset(x, '#', ROOM), memset(y, '#', ROOM);                                                                        \
    *model___errno_location() = errno = 0;                                                                             \
    if (n_stars == 0) r1 = model_snprintf(x, room, format, __VA_ARGS__), r2 = snprintf(y, room, format, __VA_ARGS__);  \
    else if (n_stars == 1)                                                                                             \
      r1 = model_snprintf(x, room, format, stars[0], __VA_ARGS__),                                                     \
      r2 = snprintf(y, room, format, stars[0], __VA_ARGS__);                                                           \
    else                                                                                                               \
      r1 = model_snprintf(x, room, format, stars[0], stars[1], __VA_ARGS__),                                           \
      r2 = snprintf(y, room, format, stars[0], stars[1], __VA_ARGS__);                                                 \
    e1 = *model___errno_location(), e2 = errno;                                                                        \
  } while (0)
#define SAME_TEXT(what, detail, ...)                                                                                   \
  SAME(what, r1 == r2 && memcmp(x, y, ROOM) == 0 && e1 == e2,                                                          \
       "'%s' (%d, %d) of " detail ": %d '%.40s' instead of %d '%.40s'", format, stars[0], stars[1], __VA_ARGS__, r1,   \
       x, r2, y)

static size_t random_room(void) {
  switch (below(4)) {
  case 0: return 0;
  case 1: return below(12);
  case 2: return ROOM;
  }
  return (size_t)-1 >> below(3);
}

static void integers(void) {
  static const char *const sizes[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "q", "L"};
  for (int round = 0; round < 100000; round++) {
    char format[80] = "<";
    random_prefix(format + 1);
    unsigned size = below(10);
    size_t room = random_room();
    sprintf(format + strlen(format), "%s%c>%%d", sizes[size], "dixXuo"[below(6)]);
    long long n = random_integer();
    WHERE_COVERED(if (size < 3) BOTH(room, format, (int)n, 5); else if (size == 3) BOTH(room, format, (long)n, 5);
                  else if (size == 6 || size == 7) BOTH(room, format, (size_t)n, 5); else BOTH(room, format, n, 5);
                  SAME_TEXT("snprintf of integers", "%lld, room %zu", n, room););
  }
}

static void texts(void) {
  char text[40];
  wchar_t wide[40];
  for (int round = 0; round < 60000; round++) {
    char format[80] = "(";
    random_prefix(format + 1);
    size_t room = random_room();
    random_text(text, 14, "abc \xe9%");
    for (unsigned i = 0; i < 40; i++) wide[i] = (wchar_t)(unsigned char)text[i] & 127;
    char letter = "scpSCm%"[below(6)];
    _Bool is_long = below(3) == 0 && letter != 'p';
    sprintf(format + strlen(format), "%s%c)", is_long ? "l" : "", letter);
    WHERE_COVERED(int character = below(8) ? 'q' : 0; void *pointer = below(2) ? text : 0;
                  if (letter == 'c' || letter == 'C') BOTH(room, format, character, 5);
                  else if (letter == 'p') BOTH(room, format, pointer, 5);
                  else if (below(10) == 0) BOTH(room, format, (void *)0, 5);
                  else if (is_long || letter == 'S') BOTH(room, format, wide, 5); else BOTH(room, format, text, 5);
                  SAME_TEXT("snprintf of text", "'%s'", text););
  }
}

// What is stored by %n, in memory that nothing else changes.
static void counts(void) {
  static const char *const sizes[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
  for (int round = 0; round < 5000; round++) {
    char format[60];
    long long a[2] = {-1, -1}, b[2] = {-1, -1};
    sprintf(format, "%%*d%%%sn%%d", sizes[below(8)]);
    int width = (int)below(300);
    r1 = model_snprintf(x, ROOM, format, width, 7, a, 5), r2 = snprintf(y, ROOM, format, width, 7, b, 5);
    SAME("snprintf %n", r1 == r2 && memcmp(a, b, sizeof a) == 0, "'%s' %d", format, width);
  }
}

// Formats that end in the middle, %% with flags, widths that are too large.
static void corners(void) {
  static const char *const formats[] = {"%",
                                        "abc%",
                                        "%5",
                                        "%-",
                                        "%l",
                                        "%.3",
                                        "%5%|",
                                        "%-5%|",
                                        "%05%%",
                                        "%2147483648d",
                                        "%99999999999d",
                                        "%.2147483648d",
                                        "%2147483640d%20d",
                                        "",
                                        "%%",
                                        "\xff%d",
                                        "%'d",
                                        "% +d",
                                        "%+ d",
                                        "%#.0o",
                                        "%#.0x",
                                        "%.0d",
                                        "%.d",
                                        "%-010d|"};
  for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
    for (int n = -1; n < 2; n++)
      for (int with_room = 0; with_room < 2; with_room++) {
        const char *format = formats[i];
        n_stars = stars[0] = stars[1] = 0;
        if (strstr(format, "214") && (with_room || n != 1)) continue;   // the library takes seconds
        WHERE_COVERED(BOTH(with_room ? 40 : 0, format, n, 12); SAME_TEXT("snprintf of corners", "%d", n););
      }
  for (int round = 0; round < 20000; round++) {
    char format[80], *p = 0, *q = 0;
    random_prefix(format);
    while (n_stars) random_prefix(format);
    strcat(format, "d");
    int n = (int)random_integer();
    int a = model_sprintf(x, format, n), b = sprintf(y, format, n);
    SAME("sprintf", a == b && strcmp(x, y) == 0, "'%s' %d", format, n);
    a = model_asprintf(&p, format, n), b = asprintf(&q, format, n);
    SAME("asprintf", a == b && strcmp(p, q) == 0, "'%s' %d", format, n);
    free(p), free(q);
    a = model___snprintf_chk(x, 9, 1, ROOM, format, n), b = snprintf(y, 9, format, n);
    SAME("__snprintf_chk", a == b && strcmp(x, y) == 0, "'%s' %d", format, n);
    a = model___sprintf_chk(x, 1, ROOM, format, n), b = sprintf(y, format, n);
    SAME("__sprintf_chk", a == b && strcmp(x, y) == 0, "'%s' %d", format, n);
  }
}

// Where the model leaves characters open, the number of them must be possible: the script is what the library says.
static void floats(void) {
  for (int round = 0; round < 100000; round++) {
    char format[80] = "";
    random_prefix(format);
    if (below(2)) n_stars = 0, sprintf(format, "%%.%u", below(22));
    _Bool is_long = below(4) == 0;
    sprintf(format + strlen(format), "%s%c", is_long ? "L" : below(2) ? "l" : "", "fFeEgGaA"[below(2) ? 0 : below(8)]);
    double d = random_double();
    long double l = below(2) ? (long double)d : (long double)d * (1 + 0x1p-60L);
    int real;
    if (n_stars == 0) real = is_long ? snprintf(0, 0, format, l) : snprintf(0, 0, format, d);
    else if (n_stars == 1) real = is_long ? snprintf(0, 0, format, stars[0], l) : snprintf(0, 0, format, stars[0], d);
    else real = is_long ? snprintf(0, 0, format, stars[0], stars[1], l) : snprintf(0, 0, format, stars[0], stars[1], d);
    _Bool has_sign = signbit(d) || strpbrk(format, "+ ");
    arbitrary = assumption_failed = 0;
    arbitrary_number = (unsigned)real - has_sign;
    if (is_long) BOTH(ROOM, format, l);
    else BOTH(ROOM, format, d);
    if (!arbitrary) SAME_TEXT("snprintf of numbers", "%a", d);
    else if (n_stars == 0 && !strpbrk(format, "123456789")) // no width
      SAME("snprintf of numbers, length", r1 == r2 && !assumption_failed, "'%s' of %La: %d instead of %d", format,
           is_long ? l : d, r1, r2);
  }
}

// sscanf: random directives on random text. Every argument is a block of its own.

static const char *random_directive(char *to, _Bool with_allocation) {
  static const char *const sizes[] = {"", "", "hh", "h", "l", "ll", "j", "z", "t", "L", "q"};
  char *p = to;
  switch (below(9)) {
  case 0: sprintf(p, " "); return to;
  case 1: sprintf(p, "%c", "a1,- %x0"[below(8)]); return to;
  case 2: sprintf(p, "%%%%"); return to;
  }
  p += sprintf(p, "%%%s", below(6) ? "" : "*");
  if (below(3) == 0) p += sprintf(p, "%u", below(7));
  static const char *const sets[] = {"[a-c]", "[^,]",   "[]x-]", "[^]1]",      "[0-9a-f]",
                                     "[-1]",  "[c-a1]", "[a-]",  "[^a-cx0-9]", "[abc"};
  switch (below(6)) {
  case 0: p += sprintf(p, "%s", sets[below(10)]); break;
  case 1: p += sprintf(p, "%c", "cs"[below(2)]); break;
  case 2: p += sprintf(p, "%s%c", sizes[below(11)], 'n'); break;
  case 3: p += sprintf(p, "%s%c", below(3) == 0 ? "l" : below(2) ? "L" : "", "efgaEFGA"[below(8)]); break;
  default: p += sprintf(p, "%s%c", sizes[below(9)], "dixXuop"[below(7)]);
  }
  return to;
}

static void scans(void) {
  static char a[6][80], b[6][80];
  for (int round = 0; round < 150000; round++) {
    char format[200] = "", piece[40], text[60];
    for (unsigned i = below(6); i-- > 0;) strcat(format, random_directive(piece, 0));
    static const char *const letters[] = {"0123456789 ,-%",  "01x ab,7-+",        "abc] -1,",
                                          "+-.0123456789eE", "infatyINF 0x1.p+8", "99999999999999999999- "};
    random_text(text, below(4) ? 16 : 45, letters[below(6)]);
    if (below(4) == 0) strcat(text, below(2) ? "12 " : "inf");
    memset(a, '#', sizeof a), memset(b, '#', sizeof b);
    arbitrary = 0;
    WHERE_COVERED(*model___errno_location() = errno = 0;
                  r1 = model_sscanf(text, format, a[0], a[1], a[2], a[3], a[4], a[5]), e1 = *model___errno_location();
                  r2 = sscanf(text, format, b[0], b[1], b[2], b[3], b[4], b[5]), e2 = errno;
                  SAME("sscanf", r1 == r2 && (arbitrary || (memcmp(a, b, sizeof a) == 0 && e1 == e2)),
                       "'%s' of '%s': %d instead of %d, errno %d %d", format, text, r1, r2, e1, e2););
  }
  for (int round = 0; round < 5000; round++) {
    static const char *const formats[] = {"%ms%c", "%m[a-c]%c", "%3ms%c", "%mc%c", "%*ms%c"};
    const char *format = formats[below(5)];
    char text[40], *p = 0, *q = 0, c = 0, d = 0;
    random_text(text, 16, "abc d");
    WHERE_COVERED(_Bool skipped = format[1] == '*';
                  r1 = skipped ? model_sscanf(text, format, &c) : model_sscanf(text, format, &p, &c);
                  r2 = skipped ? sscanf(text, format, &d) : sscanf(text, format, &q, &d);
                  SAME("sscanf with allocation",
                       r1 == r2 && c == d && !p == !q && (!p || format[2] == 'c' ? !p || *p == *q : strcmp(p, q) == 0),
                       "'%s' of '%s'", format, text););
    free(p), free(q);
  }
}

int main(void) {
  integers();
  texts();
  counts();
  corners();
  floats();
  scans();
  return report();
}
