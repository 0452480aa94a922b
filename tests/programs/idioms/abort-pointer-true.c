// expect: true bits: 64
// abort through a pointer: the handler of its signal runs before it ends the program, and nothing behind it does
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
static int armed;
static void handler(int number) {
  if (number != SIGABRT || !armed) reach_error();
}
static struct {
  void (*fatal)(void);
} operations = {abort};

int main(void) {
  signal(SIGABRT, handler);
  armed = 1;
  if (operations.fatal != abort) reach_error();
  operations.fatal();
  reach_error();
  return 0;
}
