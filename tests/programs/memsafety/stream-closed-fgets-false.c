// expect: false bits: both
// fgets gets a stream that was closed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  char text[3];
  FILE *file = fopen("x", "r+");
  if (!file) return 0;
  fclose(file);
  if (fgets(text, 3, file)) return 1;
  return 0;
}
