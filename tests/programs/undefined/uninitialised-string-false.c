// expect: false bits: both
// a text without an end: strlen reads on
// args: --check ub
// violates: undefined-behaviour
// native: memory
#include <string.h>
#include <stdlib.h>
int main(void) {
  char *s = malloc(8);
  s[0] = 'a';
  s[1] = 'b';
  int n = strlen(s);
  free(s);
  return n > 100;
}
