// expect: true bits: both
// nothing is allocated behind free
// says: nothing
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4), *q = malloc(4), *r = p;
  if (p == q) reach_error();
  free(p);
  if (r == q) reach_error();
  free(q);
  return 0;
}
