// expect: true bits: both
// A process inherits ignored signals (nohup, background jobs): that this one did not is said where a function tells.
// says: signals have their default actions when the program starts, and none of them is blocked
#include <signal.h>
extern void reach_error(void);
int main(void) {
  if (signal(SIGINT, SIG_IGN) == SIG_IGN) reach_error();
}
