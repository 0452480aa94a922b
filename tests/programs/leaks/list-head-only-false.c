// expect: false bits: both
// only the first node is freed
// args: --check leaks
// violates: valid-memtrack
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
  free(list);
  return 0;
}
