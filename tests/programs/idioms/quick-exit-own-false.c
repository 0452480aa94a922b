// expect: false bits: 64
// quick_exit runs its handlers; a function of the program that is called _Exit is called where the program calls it
#include <stdlib.h>
extern void reach_error(void);
void _Exit(int status) {
  if (status == 3) reach_error();
  for (;;)
    ;
}
static void handler(void) { _Exit(3); }
int main(void) {
  at_quick_exit(handler);
  quick_exit(0);
}
