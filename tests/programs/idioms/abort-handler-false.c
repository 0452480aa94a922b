// expect: false bits: 64
// abort raises its signal, and a handler may catch it
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
static void handler(int number) { reach_error(); }
int main(void) {
  signal(SIGABRT, handler);
  abort();
}
