// expect: true bits: 64
// A byte of a pointer is cleared by memset.
// args: --check all
// says: objects lie where clew puts them
// native: no
#include <string.h>
int x;
int main(void) {
  int *p = &x;
  memset((char *)&p + 5, 0, 1);
  return *p;
}
