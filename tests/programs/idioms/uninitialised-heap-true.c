// expect: true bits: both
// realloc keeps the head, and calloc leaves nothing open
// decided: symex auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *h = malloc(2 * sizeof *h), *c = calloc(4, sizeof *c);
  int kept = h[1];
  h = realloc(h, 4 * sizeof *h);
  assert(h[1] == kept && c[3] == 0);
  return 0;
}
