// expect: false bits: both
// Reading may go on after a failure: a terminal or a pipe that does not block has nothing yet, and then something.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (getchar() == EOF && ferror(stdin) && getchar() != EOF) reach_error();
  return 0;
}
