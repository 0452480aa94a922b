// expect: true|unknown bits: both
// realloc to no bytes frees the block and gives a null pointer, in the GNU library and so in a run
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  if (!block) return 0;
  assert(!realloc(block, 0));
  return 0;
}
