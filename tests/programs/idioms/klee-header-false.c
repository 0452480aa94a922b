// expect: false bits: both
// KLEE's header is there without KLEE; the assertion fails for one value
// native: no
#include "klee/klee.h"
#include <klee/klee.h>

int main(void) {
  unsigned a;
  klee_make_symbolic(&a, sizeof(a), "a");
  klee_assume(a < 100);
  if (a * 3 == 297) klee_abort();
  return 0;
}
