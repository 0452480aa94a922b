// expect: true bits: both
// Said where the function is called through a pointer.
// says: output to standard output and standard error succeeds
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int (*put)(const char *, FILE *) = fputs;
  if (put("x", stdout) < 0) reach_error();
}
