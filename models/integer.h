// Integers in text, for characters of type CHAR: included by numbers.c and wide_numbers.c.
//
// All conversions are one: an unsigned magnitude, saturated at a limit.
enum { EINVAL = 22, ERANGE = 34 };

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit_value(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

struct integer {
  unsigned long long magnitude;
  _Bool is_negative, is_limit;   // is_limit: it was above the limit for its sign, and is the limit
};

// Skips a prefix of the base and decides on the base: 0x, and for C23 also 0b, where a digit follows.
static const CHAR *skip_prefix(const CHAR *p, int *base, _Bool has_binary) {
  int letter = p[0] == '0' ? p[1] | 32 : 0;
  if ((*base == 0 || *base == 16) && letter == 'x' && digit_value(p[2]) < 16) {
    *base = 16;
    return p + 2;
  }
  if (has_binary && (*base == 0 || *base == 2) && letter == 'b' && digit_value(p[2]) < 2) {
    *base = 2;
    return p + 2;
  }
  if (*base == 0) *base = *p == '0' ? 8 : 10;
  return p;
}

static struct integer read_integer(const CHAR *s, CHAR **end, int base, unsigned long long positive_limit,
                                   unsigned long long negative_limit, _Bool has_binary) {
  struct integer result = {0};
  const CHAR *p = s;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = EINVAL;
    return result;
  }
  while (is_space(*p)) p++;
  if (*p == '-' || *p == '+') result.is_negative = *p++ == '-';
  p = skip_prefix(p, &base, has_binary);
  unsigned long long limit = result.is_negative ? negative_limit : positive_limit;
  int any = 0;
  for (;; p++) {
    int d = digit_value(*p);
    if (d >= base) break;
    any = 1;
    if (result.magnitude > (limit - (unsigned)d) / (unsigned)base) result.is_limit = 1;
    else result.magnitude = result.magnitude * (unsigned)base + (unsigned)d;
  }
  if (end) *end = (CHAR *)(any ? p : s);
  if (result.is_limit) {
    *__errno_location() = ERANGE;
    result.magnitude = limit;
  }
  return result;
}

#define LONG_LONG_LIMIT 0x7fffffffffffffffULL
#define LONG_LIMIT ((unsigned long)-1 >> 1)

static long long read_long_long(const CHAR *s, CHAR **end, int base, _Bool has_binary) {
  struct integer n = read_integer(s, end, base, LONG_LONG_LIMIT, LONG_LONG_LIMIT + 1, has_binary);
  return (long long)(n.is_negative ? -n.magnitude : n.magnitude);
}

static long read_long(const CHAR *s, CHAR **end, int base, _Bool has_binary) {
  struct integer n = read_integer(s, end, base, LONG_LIMIT, LONG_LIMIT + 1ULL, has_binary);
  return (long)(n.is_negative ? -n.magnitude : n.magnitude);
}

// A number that does not fit is the largest one, whatever its sign; one that fits is negated as an unsigned number.
static unsigned long long read_unsigned(const CHAR *s, CHAR **end, int base, unsigned long long limit, _Bool has_binary) {
  struct integer n = read_integer(s, end, base, limit, limit, has_binary);
  return n.is_negative && !n.is_limit ? -n.magnitude : n.magnitude;
}
