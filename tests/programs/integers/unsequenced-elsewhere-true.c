// expect: true bits: both
// side effects without an order lie in a function that is never called, and in one file two have an order
// says: nothing
#include <assert.h>
int never(int n);
int never(int n) { return n++ + n++; }
int main(void) {
  int i = 1, j = 1;
  i = (i++, i + 1);
  j = j++ && j;
  assert(i == 3 && j == 1);
  return 0;
}
