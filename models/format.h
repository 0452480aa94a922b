// What the models of formatted text share.
#ifndef FORMAT_H
#define FORMAT_H
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

void __clew_unsupported(const char *what);

// Where text goes: `room` bytes at `to`, counted on beyond that.
struct sink { char *to; size_t room; unsigned long long count; };

// One conversion: %[flags][width][.precision][size]letter
struct conversion {
  _Bool minus, plus, space, zero, alternate;
  long long width, precision;        // precision -1: none
  int size;                          // in bytes, of an integer
  _Bool is_long, is_long_double;     // l; ll, q or L
  char letter;
};

static void put(struct sink *sink, char c) {
  if (sink->count < sink->room) sink->to[sink->count] = c;
  sink->count++;
}

static void pad(struct sink *sink, char c, long long n) {
  for (; n > 0 && sink->count < sink->room; n--) put(sink, c);
  sink->count += (unsigned long long)(n & ~(n >> 63));
}

void __clew_put_double(struct sink *sink, const struct conversion *c, double x);
void __clew_put_long_double(struct sink *sink, const struct conversion *c, long double x);
_Bool __clew_stores(const char *format);
void __clew_check_format(const char *format);
#endif
