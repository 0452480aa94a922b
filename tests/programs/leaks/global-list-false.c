// expect: false bits: both
// the head of a list in a global lets go of the rest
// args: --check leaks
// violates: valid-memtrack
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
  head->next = 0;
  return 0;
}
