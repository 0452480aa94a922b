// expect: true bits: both
// every link that is walked is in an item
// args: --check memory
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct link {
  struct link *next;
};
struct item {
  int value;
  struct link link;
};
#define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
int main(void) {
  struct item a = {1, {NULL}};
  struct link head = {&a.link};
  struct link *l = __VERIFIER_nondet_int() ? &a.link : head.next;
  return ITEM(l)->value;
}
