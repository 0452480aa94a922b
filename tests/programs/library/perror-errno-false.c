// expect: false|unknown bits: both
// perror may leave another error in errno: the GNU library's does where the error stream is no terminal.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  perror("x");
  if (errno) reach_error();
}
