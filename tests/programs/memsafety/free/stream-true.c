// expect: true bits: both
// a stream is closed, not freed
// args: --check memory
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *f = fopen("x", "r");
  if (f) fclose(f);
  return 0;
}
