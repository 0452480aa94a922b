// expect: unknown bits: both
// A trap is a signal, which the program handles.
// native: no
#include <signal.h>
extern void reach_error(void);
static void handle(int number) { reach_error(); }
int main(void) {
  signal(SIGILL, handle);
  __builtin_trap();
}
