// expect: unknown bits: both
// a function without a body may write through the pointers in what it got a pointer to
// args: --check ub
// native: no
#include <stdlib.h>
struct list {
  struct list *next;
  int *values;
};
extern void stranger(struct list *);
static struct list first, second;
int main(void) {
  first.next = &second;
  second.values = malloc(2 * sizeof(int));
  if (!second.values) return 0;
  stranger(&first);
  if (second.values[1]) return 1;
  return 0;
}
