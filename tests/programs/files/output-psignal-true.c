// expect: true bits: both
// Said of psignal where the program looks at errno.
// says: output to standard output and standard error succeeds
#include <errno.h>
#include <signal.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  psignal(SIGINT, "x");
  if (errno) reach_error();
}
