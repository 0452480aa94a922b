// expect: false bits: both
// fopen reads the mode
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  const char *mode = 0;
  FILE *file = fopen("name", mode);
  if (file) fclose(file);
  return 0;
}
