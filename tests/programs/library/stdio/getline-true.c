// expect: true|unknown bits: 64
// getline allocates, terminates and says how long
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = 0;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  assert(n == -1 || n > 0);
  if (n > 0 && n < 4) assert(line && room >= (size_t)n + 1 && line[n] == 0 && (line[n - 1] == '\n' || feof(stdin) || ferror(stdin)));
  if (n == -1) assert(feof(stdin) || ferror(stdin));
  if (n >= 4) exit(0);
  return 0;
}
