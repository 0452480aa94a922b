// expect: true bits: 64
// an address that is read as a float
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int g;
int main(void) {
  union {
    int *p;
    double d;
  } u;
  u.d = 0;
  u.p = &g;
  if (u.d > 1e-312) reach_error();
  return 0;
}
