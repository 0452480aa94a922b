// expect: true bits: both
// without a prototype, but with the types that it has
#include <assert.h>
#include <stddef.h>
void *memcpy();
int main(void) {
  char a[4] = {1, 2, 3, 4}, b[4];
  memcpy(b, a, sizeof a);
  assert(b[3] == 4);
  return 0;
}
