// expect: false bits: both
// a block of the program that external memory leads to is freed twice
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
extern struct node *external;
int main(void) {
  if (!external) return 0;
  external->next = malloc(sizeof *external);
  free(external->next);
  free(external->next);
  return 0;
}
