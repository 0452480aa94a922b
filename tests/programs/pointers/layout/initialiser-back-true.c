// expect: true bits: both
// an address as a number in an initialiser that becomes a pointer again
// says: nothing
#include <stdint.h>
extern void reach_error(void);
int c = 5, d = 7;
struct {
  const char *n;
  uintptr_t v;
} t[] = {{"c", (uintptr_t)&c}, {"d", (uintptr_t)&d}};
int main(void) {
  if (*(int *)t[1].v != 7) reach_error();
  return 0;
}
