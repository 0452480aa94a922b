// expect: false bits: 64
// abort raises its signal, also where it is called through a pointer: at last by exit
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
static int caught;
static void handler(int number) {
  if (number == SIGABRT && caught) reach_error();
}
static struct {
  void (*fatal)(void);
} operations = {abort};

static void finish(void) {
  caught = 1;
  operations.fatal();
}
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigaction(SIGABRT, &action, 0);
  atexit(abort);
  atexit(finish);
  return 0;
}
