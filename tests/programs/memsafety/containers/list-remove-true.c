// expect: true bits: both
// the pointer that leads to the node is changed, be it that of the list or of a node
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  int wanted = __VERIFIER_nondet_int();
  struct node **from = &list;
  while (*from && (*from)->value != wanted) from = &(*from)->next;
  if (*from) {
    struct node *gone = *from;
    *from = gone->next;
    free(gone);
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
