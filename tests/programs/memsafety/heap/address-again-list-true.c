// expect: true bits: both
// blocks that are live are not found equal to each other
// args: --check memory
#include <stdlib.h>
struct node {
  struct node *next;
};
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = head;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = head->next;
    head->next = node;
    if (i == 1) {
      head->next = node->next;
      free(node);
    }
  }
  for (struct node *node = head->next, *next; node != head; node = next) {
    next = node->next;
    free(node);
  }
  free(head);
  return 0;
}
