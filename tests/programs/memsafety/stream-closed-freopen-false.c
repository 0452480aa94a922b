// expect: false bits: both
// freopen gets a stream that was closed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  FILE *file = fopen("x", "r+");
  if (!file) return 0;
  fclose(file);
  if (freopen("x", "r", file)) return 1;
  return 0;
}
