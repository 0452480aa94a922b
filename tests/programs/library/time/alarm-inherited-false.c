// expect: false bits: both
// An alarm stays when another program is started in the place of the one that set it.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (alarm(0)) reach_error();
  return 0;
}
