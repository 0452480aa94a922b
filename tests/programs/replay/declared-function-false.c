// expect: false bits: both
// a pointer to a function in a variable that no file defines may hold one of the program's
// native: no
#include <assert.h>

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int (*const known[])(int) = {twice, thrice};
extern int (*callback)(int);

int main(void) {
  if (callback != thrice) return 0;
  assert(callback(7) != 21);
  return 0;
}
