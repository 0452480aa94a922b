// expect: true bits: both
// The same through a pointer.
// says: signals have their default actions when the program starts, and none of them is blocked
#include <signal.h>
extern void reach_error(void);
int main(void) {
  int (*send)(int) = raise;
  send(SIGHUP);
  reach_error();
}
