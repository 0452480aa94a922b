// expect: true bits: both
// a word has no spaces and leaves the room behind it alone
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[6] = "#####";
  if (scanf("%4s", b) != 1) return 0;
  assert(b[5] == 0 && strlen(b) <= 4 && b[0] != ' ');
  for (int i = 0; i < 4 && b[i]; i++) assert(b[i] != ' ' && b[i] != '\n');
  return 0;
}
