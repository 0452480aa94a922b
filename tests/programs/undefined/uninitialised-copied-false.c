// expect: false bits: both
// copies of structures copy what is not initialised: the branch is the error
// args: --check ub
// violates: undefined-behaviour
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
  return z.a + z.c == 3 ? 0 : 1;
}
