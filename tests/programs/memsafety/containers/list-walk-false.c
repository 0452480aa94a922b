// expect: false bits: both
// the walk does not see the end of a list that is shorter
// args: --check memory
// violates: valid-deref
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
  for (int i = 0; i < 2; i++) n = n->next;
  int last = n->value;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return last;
}
