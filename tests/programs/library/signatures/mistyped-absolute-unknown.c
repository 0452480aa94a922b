// expect: unknown bits: both
// a floating-point number goes into another register than the int that abs takes
// args: --check all
// native: no
#include <stddef.h>
extern void reach_error(void);
int abs();
int main(void) {
  if (abs(1.5) != 1) reach_error();
  return 0;
}
