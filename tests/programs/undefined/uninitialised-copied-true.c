// expect: true bits: both
// copying what is not initialised is no use of it
// args: --check ub
// native: memory
#include <string.h>
struct s {
  char a;
  int b;
  short c;
};
int main(void) {
  struct s x;
  x.a = 1;
  x.b = 2;
  struct s y = x;
  struct s z;
  memcpy(&z, &y, sizeof z);
  return z.a + z.b == 3 ? 0 : 1;
}
