// expect: false bits: both
// malloc leaves the field as it is: no null pointer
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = __VERIFIER_nondet_int();
  if (n->value == 3 && n->next) n->value = n->next->value;
  free(n);
  return 0;
}
