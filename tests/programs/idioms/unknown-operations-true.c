// expect: true bits: both
// operations of a table from elsewhere: a function of the program that fits, or one that nobody knows
// native: no
#include <assert.h>

struct operations {
  int (*go)(int);
};
extern struct operations *get_operations(void);

static int last;
static int next(int x) { return last = x + 1; }
static int check(int x) {
  assert(x != 3);
  return last = 0;
}
int (*const table[])(int) = {next, check};

int main(void) {
  struct operations *o = get_operations();
  o->go(2);
  assert(last == 0 || last == 3);
  return 0;
}
