// expect: false bits: both
// an error behind a call that may use the program's own malloc is found
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static char pool[10000];
static size_t used;

void *malloc(size_t n) {
  assert(n < 5000);
  used += 16 * (n / 16 + 1);
  return pool + used - 16 * (n / 16 + 1);
}

int main(void) {
  puts("x");
  assert(__VERIFIER_nondet_int() != 7);
  return 0;
}
