#ifndef LIST_H
#define LIST_H
// A list of numbers in ascending order, linked in both directions.
struct node {
  int value;
  struct node *next, *previous;
};

struct list {
  struct node *first, *last;
  int length;
};

struct node *list_insert(struct list *list, int value);
void list_remove(struct list *list, struct node *node);

#endif
