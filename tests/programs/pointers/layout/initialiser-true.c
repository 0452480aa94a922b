// expect: true bits: both
// an address as a number in an initialiser
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int c, d[9];
struct {
  const char *n;
  uintptr_t v;
} t[] = {{"c", (uintptr_t)&c}, {"d", (uintptr_t)&d}};
int main(void) {
  for (int i = 0; i < 2; i++)
    if (t[i].v & 0x40000000) reach_error();
  return 0;
}
