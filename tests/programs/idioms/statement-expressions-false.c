// expect: false bits: both
// the macros of kernels: min with typeof, container_of, array_size
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
#define min(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define container_of(p, type, member) ({ const __typeof__(((type *)0)->member) *m_ = (p); (type *)((char *)m_ - offsetof(type, member)); })
#define array_size(a) (sizeof(a) / sizeof *(a))
struct link { struct link *next; };
struct item { int number; struct link link; };

int main(void) {
  int calls = 0, x = __VERIFIER_nondet_int();
  int least = min(x, (calls++, 10));
  assert(least <= 10 && least <= x && calls == 1);
  struct item items[3];
  struct link *head = NULL;
  for (size_t i = 0; i < array_size(items); i++) {
    items[i].number = min(x, 100) + (int)i;
    items[i].link.next = head;
    head = &items[i].link;
  }
  int n = 0;
  for (struct link *l = head; l; l = l->next) n += container_of(l, struct item, link)->number > 100;
  assert(n <= 1);
}
