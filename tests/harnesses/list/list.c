#include "list.h"
#include <stdlib.h>

struct node *list_insert(struct list *list, int value) {
  struct node *node = malloc(sizeof *node), *after = list->last;
  while (after && after->value > value) after = after->previous;
  node->value = value;
  node->previous = after;
  node->next = after ? after->next : list->first;
  *(after ? &after->next : &list->first) = node;
  *(node->next ? &node->next->previous : &list->last) = node;
  list->length++;
  return node;
}

void list_remove(struct list *list, struct node *node) {
  *(node->previous ? &node->previous->next : &list->first) = node->next;
#ifdef BROKEN
  if (node->next) node->next->previous = node->previous;
#else
  *(node->next ? &node->next->previous : &list->last) = node->previous;
#endif
  list->length--;
  free(node);
}
