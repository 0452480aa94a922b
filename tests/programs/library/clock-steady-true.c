// expect: true bits: both
// A steady clock is there, does not go back and does not reach 2038: it begins with the machine.
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct timespec a, b;
  if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b)) reach_error();
  if (b.tv_sec < a.tv_sec) reach_error();
}
