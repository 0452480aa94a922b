// expect: true bits: both
// an address in a union on the heap
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct t {
  int k;
  union {
    int *p;
    uintptr_t n;
  } u;
};
int main(void) {
  struct t *t = malloc(sizeof *t);
  int x;
  t->u.p = &x;
  if (t->u.n > (uintptr_t)-1 >> 8) reach_error();
  return 0;
}
