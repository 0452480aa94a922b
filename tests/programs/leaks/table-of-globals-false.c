// expect: false bits: both
// a place of the table is used twice
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
static char *keep[3];
static void set(int i, char *p) { keep[i % 3] = p; }
int main(void) {
  for (int i = 0; i < 4; i++) set(i, malloc(2));
  return 0;
}
