// expect: false bits: both
// looks at addresses of blocks; the error is there where the C library puts them, with what was not initialised
// native: no
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *first = malloc(8), *second = realloc(malloc(4), 40);
  if (first > second) return 0;
  second = realloc(second, 80);
  if (first[1] == 4) assert(__VERIFIER_nondet_int() != 3);
  free(second);
  return 0;
}
