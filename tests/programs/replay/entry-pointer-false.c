// expect: false bits: both
// what a parameter of the entry function points to is memory, with the contents of the counterexample
// entry: check
// native: no
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

int check(struct node *list, const char *name) {
  if (!list || !list->next || !name) return 0;
  assert(!(list->value == 3 && list->next->value == 4 && name[0] == 'h' && name[1] == 'i'));
  return 0;
}
