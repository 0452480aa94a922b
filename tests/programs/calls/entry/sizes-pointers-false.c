// expect: false bits: both
// a static function that the program calls, too, with a constructor before it; elements that point to each other
// entry: second(struct node all[n], unsigned short n)
// native: no
// decided: symex symexpa auto
#include <assert.h>

struct node {
  struct node *next;
  int value;
};
static int ready;
__attribute__((constructor)) static void start(void) { ready = 3; }

static int second(struct node *all, unsigned short n) {
  if (n < 2) return 0;
  assert(!(all[0].next == &all[1] && all[1].value == ready));
  return all[1].value;
}

int other(void) {
  struct node one = {0};
  return second(&one, 1);
}
