// expect: false bits: 64
// a file may not be there
// native: no
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("a", "r");
  if (!f) assert(errno == 2);
  return 0;
}
