// expect: true bits: both
// an empty constant format prints nothing
// args: --check assert,memory,ub
#include <assert.h>
#include <stdio.h>
int main(void) {
  char text[4] = "abc";
  printf("");
  fprintf(stderr, "");
  sprintf(text, "");
  assert(text[0] == 0 && text[1] == 'b');
  assert(snprintf(text, 1, "") == 0);
  return 0;
}
