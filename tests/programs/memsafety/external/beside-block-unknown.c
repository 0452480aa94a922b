// expect: unknown bits: both
// one function gets external pointers and blocks of the program: that an external one is no block is no violation
// args: --check memory
// native: no
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
extern struct node *external;
static void set(struct node *node) { node->value = 1; }
int main(void) {
  if (external) set(external);
  struct node *block = malloc(sizeof *block);
  set(block);
  free(block);
  return 0;
}
