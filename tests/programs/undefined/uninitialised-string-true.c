// expect: true bits: both
// a text with an end in a block that is larger
// args: --check ub
// native: memory
#include <string.h>
#include <stdlib.h>
int main(void) {
  char *s = malloc(8);
  s[0] = 'a';
  s[1] = 'b';
  s[2] = 0;
  int n = strlen(s);
  free(s);
  return n > 100;
}
