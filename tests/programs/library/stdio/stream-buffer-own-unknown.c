// expect: unknown bits: both
// what is written to a stream is seen in the buffer that the program gave it
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  static char buffer[BUFSIZ];
  setbuf(stdout, buffer);
  printf("x");
  if (buffer[0] == 'x') reach_error();
  return 0;
}
