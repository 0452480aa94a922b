// expect: true bits: 64
// a line ends behind its newline, and what follows in the buffer is left alone
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[8] = "#######";
  if (fgets(b, 6, stdin)) {
    char *end = strchr(b, '\n');
    assert(!end || end[1] == 0);
    assert(b[6] == '#' && b[7] == 0 && strlen(b) <= 5);
  } else {
    assert(feof(stdin) || ferror(stdin));
    if (feof(stdin)) assert(b[0] == '#');
  }
  assert(fgets(b, 1, stdin) == b && b[0] == 0);
  assert(fgets(b, 0, stdin) == 0);
  return 0;
}
