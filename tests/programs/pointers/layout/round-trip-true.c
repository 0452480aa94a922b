// expect: true bits: both
// a number that becomes a pointer again
// says: nothing
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5;
  uintptr_t u = (uintptr_t)&x;
  if (*(int *)u != 5) reach_error();
  return 0;
}
