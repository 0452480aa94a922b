// expect: true bits: both
// A signal that the program raises ends it, if it is not ignored from the beginning.
// says: signals have their default actions when the program starts, and none of them is blocked
#include <signal.h>
extern void reach_error(void);
int main(void) {
  raise(SIGHUP);
  reach_error();
}
