// expect: true bits: both
// a pointer that came through "..." is the start of an object whose later member is read
// args: --check memory
// native: no
#include <stdarg.h>
struct node { int a, b; };
static int last(int n, ...) {
  va_list list;
  va_start(list, n);
  struct node *p = va_arg(list, struct node *);
  va_end(list);
  return p->b;
}
int main(void) {
  struct node node = {1, 0};
  return last(1, &node);
}
