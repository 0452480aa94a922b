// expect: true bits: both
// ungetc gives back a character, as an unsigned char, and ends the end
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(ungetc(EOF, stdin) == EOF);
  assert(ungetc(300, stdin) == 300 % 256);
  assert(!feof(stdin));
  assert(getchar() == 44);
  return 0;
}
