// expect: false bits: both
// … but that a block was freed is
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
extern struct node *external;
static void set(struct node *node) { node->value = 1; }
int main(void) {
  struct node *block = malloc(sizeof *block);
  set(block);
  free(block);
  set(block);
  if (external) set(external);
  return 0;
}
