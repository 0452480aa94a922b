// expect: false bits: both
// the link is read from the node that was freed
// args: --check memory
// violates: valid-deref
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
  for (struct node *n = list; n; n = n->next) free(n);
  return 0;
}
