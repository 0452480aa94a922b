// expect: true bits: both
// an entry function with stated sizes that calls itself
// args: --check leaks
// entry: fill(char *out[3], unsigned n)
// native: no
#include <stdlib.h>
void fill(char **out, unsigned n) {
  char *p = malloc(4);
  if (n > 0 && n < 3) fill(out, n - 1);
  if (n < 3) out[n] = p;
  else free(p);
}
