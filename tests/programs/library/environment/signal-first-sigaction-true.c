// expect: true bits: both
// sigaction tells the first action.
// says: signals have their default actions when the program starts, and none of them is blocked
#include <signal.h>
extern void reach_error(void);
int main(void) {
  struct sigaction before;
  sigaction(SIGINT, 0, &before);
  if (before.sa_handler == SIG_IGN) reach_error();
}
