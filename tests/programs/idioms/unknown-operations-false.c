// expect: false|unknown bits: both
// the unknown function may be one of the program's; the run needs memory at the address that is found
// native: no
#include <assert.h>

struct operations {
  int (*go)(int);
};
extern struct operations *get_operations(void);

static int check(int x) {
  assert(x != 3);
  return 0;
}
int (*const table[])(int) = {check};

int main(void) {
  struct operations *o = get_operations();
  o->go(3);
  return 0;
}
