// expect: false bits: both
// fputc gets a stream that was closed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  FILE *file = fopen("x", "r+");
  if (!file) return 0;
  fclose(file);
  fputc(65, file);
  return 0;
}
