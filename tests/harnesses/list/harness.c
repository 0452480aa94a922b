// After insertions of any numbers and a removal the links agree and the numbers are in order.
#include "list.h"
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void check(const struct list *list) {
  int length = 0;
  const struct node *previous = NULL;
  for (const struct node *node = list->first; node; previous = node, node = node->next) {
    assert(node->previous == previous);
    assert(!previous || previous->value <= node->value);
    length++;
  }
  assert(list->last == previous);
  assert(list->length == length);
}

int main(void) {
  struct list list = {0};
  for (int i = 0; i < 4; i++) list_insert(&list, __VERIFIER_nondet_int());
  check(&list);
  struct node *node = list.first;
  while (node->next && __VERIFIER_nondet_int()) node = node->next;
  list_remove(&list, node);
  check(&list);
  return 0;
}
