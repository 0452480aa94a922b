// expect: false bits: both
// memory from malloc, the tail that realloc adds, and an array of variable length
// native: no
// decided: symex auto
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 6) return 0;
  char a[n];
  int *h = malloc(2 * sizeof *h);
  if (a[2] != 'q' || h[1] != 99) return 0;
  h = realloc(h, 4 * sizeof *h);
  if (h[3] == 123 && h[1] == 99) assert(0);
  return 0;
}
