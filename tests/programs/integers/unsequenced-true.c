// expect: true bits: both
// C leaves the order of the two increments open, and compilers differ: the program means what clang makes of it
// says: side effects to which C gives no order happen in clang's order (
// native: no
#include <assert.h>
int main(void) {
  int i = 1;
  i = i++ + i++;
  assert(i == 3);
  return 0;
}
