// expect: true bits: both
// one of three, whichever it is, leaves a sorted list: its neighbours are where the list says, at an address that was
// read at an address that is an input
// args: --check assert,memory
// native: no
// decided: symex
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct item {
  unsigned value;
  struct item *next, *previous;
  struct list *owner;
};
struct list {
  unsigned long count;
  struct item end;
};
static void insert(struct list *l, struct item *i) {
  struct item *p = &l->end;
  while (p->next->value <= i->value && p->next != &l->end) p = p->next;
  i->next = p->next;
  i->next->previous = i;
  i->previous = p;
  p->next = i;
  i->owner = l;
  l->count++;
}
static unsigned long leave(struct item *i) {
  struct list *l = i->owner;
  i->next->previous = i->previous;
  i->previous->next = i->next;
  i->owner = NULL;
  return --l->count;
}
int main(void) {
  struct list l;
  struct item items[3];
  l.count = 0;
  l.end.value = 0xffffffff;
  l.end.next = l.end.previous = &l.end;
  for (int i = 0; i < 3; i++) {
    items[i].value = __VERIFIER_nondet_uint();
    insert(&l, &items[i]);
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  if (leave(&items[k]) != 2) reach_error();
  if (l.end.next->previous != &l.end || l.end.previous->next != &l.end) reach_error();
  if (l.end.next->next->next != &l.end) reach_error();
  return 0;
}
