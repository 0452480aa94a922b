// expect: false bits: 64
// a number from a text as it should be read: errno, the end of the number, and the range
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int parse(const char *text, long *value) {
  char *end;
  errno = 0;
  *value = strtol(text, &end, 10);
  return end != text && *end == '\0' && errno == 0;
}

int main(void) {
  static const char *const texts[] = {"42", "-7", "", "12x", "99999999999999999999", " 5", "5 "};
  static const int good[] = {1, 1, 0, 0, 0, 1, 0};
  for (int i = 0; i < 7; i++) {
    long value;
    assert(parse(texts[i], &value) == good[i]);
    if (i == 4) assert(errno == ERANGE && value == LONG_MAX);
    if (good[i]) assert(value > -7);
  }
  char typed[3] = {__VERIFIER_nondet_int(), '0'};
  long value;
  if (parse(typed, &value)) assert(value >= 0 && value <= 90);
}
