// expect: false bits: both
// the table is indexed by an input: the third function fills instead
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void *clear(void *to, const void *from, size_t n) {
  (void)from;
  return memset(to, 0, n);
}
static void *(*const table[])(void *, const void *, size_t) = {memcpy, memmove, clear};

int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3) {
    assert(table[i](to, from, 4) == to);
    assert(to[0] == 'a' && to[2] == 'c' && to[3] == 0);
  }
  return 0;
}
