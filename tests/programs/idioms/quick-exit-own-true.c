// expect: true bits: 64
// quick_exit ends the program by itself: a function of the program that is called _Exit is not called by it
#include <stdlib.h>
extern void reach_error(void);
static int ran;
void _Exit(int status) {
  reach_error();
  for (;;)
    ;
}
static void handler(void) { ran++; }
int main(void) {
  at_quick_exit(handler);
  quick_exit(0);
}
