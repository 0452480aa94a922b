// expect: false bits: both
// the other member has another offset
#include <stddef.h>
extern void reach_error(void);
struct node { int value; struct { int a, b; } link; };
#define CONTAINER(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void) {
  struct node n = {42, {1, 2}};
  int *b = &n.link.b;
  if (!(CONTAINER(b, struct node, link.a)->value == 42)) reach_error();
  return 0;
}
