// expect: false bits: both
// a line may hold a zero
// native: no
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = 0;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 0) assert(strlen(line) == (size_t)n);
  return 0;
}
