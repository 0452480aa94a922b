// expect: true bits: both
// --undefined havoc does not change what the C library keeps: said
// args: --check assert --undefined havoc
// says: no body) calls no function of the program and does not change the state of the C library;
// native: no
#include <errno.h>
extern void reach_error(void);
extern void poke(void);

int main(void) {
  errno = 0;
  poke();
  if (errno) reach_error();
}
