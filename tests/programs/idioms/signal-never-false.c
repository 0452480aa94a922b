// expect: false bits: both
// a signal that was raised is seen
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t got;
static void on_signal(int number) { got = 1; }
int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, 0);
  signal(SIGINT, on_signal);
  raise(SIGTERM), assert(!got);
  return 0;
}
