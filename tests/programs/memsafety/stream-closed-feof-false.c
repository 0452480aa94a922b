// expect: false bits: both
// feof gets a stream that was closed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  FILE *file = fopen("x", "r+");
  if (!file) return 0;
  fclose(file);
  if (feof(file)) return 1;
  return 0;
}
