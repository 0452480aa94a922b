// expect: false bits: 32
// The same, but the first of two nodes has another value.
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *x = malloc(sizeof *x);
    x->next = head;
    x->value = head ? 1 : 2;
    head = x;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->value != 1 && p != head) reach_error();
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
