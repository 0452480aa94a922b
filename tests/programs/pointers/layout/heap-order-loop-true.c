// expect: true bits: both
// the order of blocks that one call makes
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *last = 0;
  for (int i = 0; i < 3; i++) {
    char *p = malloc(300000);
    if (last && p < last) reach_error();
    last = p;
  }
  return 0;
}
