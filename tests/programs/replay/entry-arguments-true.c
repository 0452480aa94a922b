// expect: true|unknown bits: both
// arguments have their types: what is passed is extended as the callee expects it
// entry: check
// native: no
#include <assert.h>

static int check(signed char s, unsigned char u, _Bool b) {
  assert(s >= -128 && s < 128 && u < 256 && (b == 0 || b == 1));
  return 0;
}

int (*hook)(signed char, unsigned char, _Bool) = check;
