// expect: true|unknown bits: both
// a block has at least the bytes that were asked for: the heap of a run can say that too
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(50);
  if (!block) return 0;
  assert(malloc_usable_size(block) >= 50);
  return 0;
}
