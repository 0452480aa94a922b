// expect: true bits: both
// fread leaves alone what it does not read
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char b[9] = "########";
  size_t n = fread(b, 2, 3, stdin);
  assert(n <= 3 && b[6] == '#' && b[7] == '#' && b[8] == 0);
  if (n < 3) assert(feof(stdin) || ferror(stdin));
  if (n == 1) assert(b[5] == '#' || b[4] != '#' || 1);
  if (n == 0) assert(b[2] == '#');
  assert(fread(b, 0, 5, stdin) == 0);
  return 0;
}
