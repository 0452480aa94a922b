// expect: true bits: both
// half of an address through a union
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  union {
    int *p;
    unsigned short u[2];
  } v;
  int x;
  v.p = &x;
  if (v.u[1] & 0x8000) reach_error();
  return 0;
}
