// expect: true bits: both
// the address of a local that is gone, kept on the heap
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct s {
  int *p;
} *s;
static void set(int *p) { s->p = p; }
static void f(void) {
  int x[30];
  set(x + 25);
}
static void g(void) {
  int y;
  set(&y);
}
int main(void) {
  s = malloc(sizeof *s);
  f();
  int *a = s->p;
  g();
  if (s->p == a) reach_error();
  return 0;
}
