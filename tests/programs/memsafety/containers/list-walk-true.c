// expect: true bits: both
// the walk ends at the end of the list
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = list;
  return n;
}
int main(void) {
  struct node *list = push(push(NULL, 1), 2), *n = list;
  if (__VERIFIER_nondet_int() > 0) n = list = push(list, 3);
  while (n->next) n = n->next;
  int last = n->value;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return last;
}
