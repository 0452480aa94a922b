// expect: true bits: both
// That output to a full device fails is not explored where the program looks at it, and said.
// says: output to standard output and standard error succeeds
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (printf("x") < 0 || fflush(stdout)) reach_error();
}
