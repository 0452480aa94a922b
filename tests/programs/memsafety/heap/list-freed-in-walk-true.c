// expect: true bits: both
// the link is read before the node is freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  for (struct node *n = list, *next; n; n = next) {
    next = n->next;
    free(n);
  }
  return 0;
}
