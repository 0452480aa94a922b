// expect: true bits: both
// Said of putw.
// says: output to standard output and standard error succeeds
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (putw(3, stdout)) reach_error();
}
