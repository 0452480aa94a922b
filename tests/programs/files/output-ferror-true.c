// expect: true bits: both
// Said where the program asks whether output has failed.
// says: output to standard output and standard error succeeds
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  puts("x");
  if (ferror(stdout)) reach_error();
}
