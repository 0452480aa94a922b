// expect: false bits: 32
// The same with functions that allocate and free, and a number of blocks that is not known.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char *block;

static void make(void) { block = malloc(1 << 24); }
static void drop(void) { free(block); }

int main(void) {
  unsigned made = 0;
  while (__VERIFIER_nondet_int()) {
    make();
    drop();
    made++;
  }
  if (made > 400) reach_error();
  return 0;
}
