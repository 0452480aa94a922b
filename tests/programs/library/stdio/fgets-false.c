// expect: false bits: both
// a line may be shorter than the room, and without a newline at the end of the file
// native: no
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[6];
  if (fgets(b, 6, stdin) && strlen(b) < 5) assert(strchr(b, '\n'));
  return 0;
}
