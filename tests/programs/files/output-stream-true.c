// expect: true bits: both
// Said for a stream that is named, too.
// says: output to standard output and standard error succeeds
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (fputc('x', stderr) == EOF || fwrite("x", 1, 1, stdout) != 1) reach_error();
}
