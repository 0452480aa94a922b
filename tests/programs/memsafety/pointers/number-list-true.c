// expect: true bits: both
// links that are kept as numbers lead to the starts of blocks
// args: --check memory
// native: no
#include <stdint.h>
#include <stdlib.h>
struct node { uintptr_t next; int value; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node) return 0;
    *node = (struct node){(uintptr_t)head, i};
    head = node;
  }
  while (head) {
    struct node *next = (struct node *)head->next;
    if (head->value < 0) return 1;
    free(head);
    head = next;
  }
  return 0;
}
