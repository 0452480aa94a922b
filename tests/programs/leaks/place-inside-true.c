// expect: true bits: both
// a pointer into the middle of the block keeps it
// args: --check leaks
// native: address
#include <stdlib.h>
static char *cursor;
int main(void) {
  char *p = malloc(16);
  cursor = p + 7;
  return 0;
}
