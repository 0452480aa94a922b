// expect: true bits: both
// sigprocmask tells what is blocked from the beginning.
// says: signals have their default actions when the program starts, and none of them is blocked
#include <signal.h>
extern void reach_error(void);
int main(void) {
  sigset_t before;
  sigprocmask(SIG_BLOCK, 0, &before);
  if (sigismember(&before, SIGINT)) reach_error();
}
