// expect: true bits: both
// the address of a local that is gone may be that of another one
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
static int *f(void) {
  int x[30], *p = x + 25;
  return p;
}
static int *g(void) {
  int y, *p = &y;
  return p;
}
int main(void) {
  int *a = f(), *b = g();
  if (a == b) reach_error();
  return 0;
}
