// expect: false bits: both
// the neighbour still points back to the node that was freed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *previous, *next;
};
int main(void) {
  struct node *n[3];
  for (int i = 0; i < 3; i++) {
    n[i] = malloc(sizeof *n[i]);
    n[i]->next = NULL;
    n[i]->previous = i ? n[i - 1] : NULL;
    if (i) n[i - 1]->next = n[i];
  }
  n[1]->previous->next = n[1]->next;
  if (__VERIFIER_nondet_int() != 8) n[1]->next->previous = n[1]->previous;
  free(n[1]);
  n[2]->previous->next = NULL;
  free(n[0]);
  free(n[2]);
  return 0;
}
