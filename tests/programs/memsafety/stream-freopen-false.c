// expect: false bits: both
// freopen closes the stream where it fails
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
int main(void) {
  FILE *file = fopen("x", "r");
  if (!file) return 0;
  freopen("y", "r", file);
  fclose(file);
  return 0;
}
