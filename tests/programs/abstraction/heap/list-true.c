// expect: true bits: 64
// All nodes of a list have the same value.
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next)
    if (p->value != 1) reach_error();
  return 0;
}
