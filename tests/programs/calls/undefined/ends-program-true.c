// expect: true bits: both
// the block is lost if the function without a body ends the program
// args: --check leaks
// says: no body) changes nothing and allocates nothing that is left and does not end the program
// native: no
#include <stdlib.h>
extern void step(void);

int main(void) {
  char *p = malloc(3);
  step();
  free(p);
  return 0;
}
