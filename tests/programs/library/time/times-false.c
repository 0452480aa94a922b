// expect: false bits: both
// the processor's time may stand still, and may go on
// native: no
#include <sys/times.h>
extern void reach_error(void);

int main(void) {
  struct tms a, b;
  clock_t before = times(&a), after = times(&b);
  if (after > before && a.tms_utime == b.tms_utime) reach_error();
  return 0;
}
