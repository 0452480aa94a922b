// expect: true bits: both
// the node that is taken out is freed, and the others can still be reached from the global
// args: --check leaks
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
    free(gone);
  }
  return 0;
}
