// expect: true bits: both
// a list that ends where it begins
// says: nothing
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct l {
  struct l *n;
};
int main(void) {
  struct l h = {&h}, *e = malloc(sizeof *e);
  e->n = h.n;
  h.n = e;
  int c = 0;
  for (struct l *i = h.n; i != &h; i = i->n) c++;
  free(e);
  if (c != 1) reach_error();
  return 0;
}
