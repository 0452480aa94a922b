// expect: false bits: both
// a pointer just behind the block does not keep it
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
static char *cursor;
int main(void) {
  char *p = malloc(16);
  cursor = p + 16;
  return 0;
}
