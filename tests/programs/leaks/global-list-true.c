// expect: true bits: both
// a list that a global keeps
// args: --check leaks
// native: address
#include <stdlib.h>
struct n {
  int v;
  struct n *next;
} *head;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct n *m = malloc(sizeof *m);
    m->v = i;
    m->next = head;
    head = m;
  }
  return 0;
}
