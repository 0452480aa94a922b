// expect: false bits: 64
// the copy was changed
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *s = malloc(16);
  strcpy(s, "abc");
  memset(s + 1, 'z', 1);
  assert(strcmp(s, "abc") == 0);
  free(s);
  return atoi("1") == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
