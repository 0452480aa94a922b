// expect: true bits: 64
// malloc gives null for what is larger than any object
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *make(size_t n) { return malloc(n); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = make((size_t)(long)n), *q = make(8);
  q[0] = 1;
  if (p && n > 0) p[0] = 2;
  if (!p) assert(n < 0 && errno == ENOMEM);
  assert(!p || n >= 0);
  assert(q[0] == 1);
  assert(!realloc(q, (size_t)-1) && !calloc(3, (size_t)-1 / 4));
  return 0;
}
