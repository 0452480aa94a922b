// expect: true bits: both
// each block has its place in a table
// args: --check leaks
// native: address
#include <stdlib.h>
static char *keep[3];
static void set(int i, char *p) { keep[i % 3] = p; }
int main(void) {
  for (int i = 0; i < 3; i++) set(i, malloc(2));
  return 0;
}
