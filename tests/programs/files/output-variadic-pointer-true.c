// expect: true bits: both
// Said where a variadic function is called through a pointer.
// says: output to standard output and standard error succeeds
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int (*print)(const char *, ...) = printf;
  if (print("x") < 0) reach_error();
}
