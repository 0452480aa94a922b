// expect: true bits: both
// the digits of an address, with a format in a variable
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[40];
  int x;
  const char *f = "%p";
  sprintf(b, f, (void *)&x);
  if (b[2] == '7' || b[2] == 'f') reach_error();
  return 0;
}
