// expect: false bits: both
// the node that is taken out of the global list is not freed
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
static struct node *list;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  if (__VERIFIER_nondet_int() > 1) {
    struct node *gone = list->next;
    list->next = gone->next;
  }
  return 0;
}
