// expect: true bits: both
// from a member's address back to its struct
#include <stddef.h>
extern void reach_error(void);
struct node { int value; struct { int a, b; } link; };
#define CONTAINER(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void) {
  struct node n = {42, {1, 2}};
  int *b = &n.link.b;
  if (!(CONTAINER(b, struct node, link.b)->value == 42)) reach_error();
  return 0;
}
