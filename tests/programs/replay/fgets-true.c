// expect: true|unknown bits: both
// nothing follows the newline that fgets has read
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (line[0] == '\n') assert(line[1] == 0);
  return 0;
}
