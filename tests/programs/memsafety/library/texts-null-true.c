// expect: true bits: both
// perror, system and %s may have null, which the C library looks for
// args: --check memory
// native: no
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char *none = 0;
  puts("text");
  fputs("text", stderr);
  perror(none);
  printf("%s\n", none);
  return system(none) == 7;
}
