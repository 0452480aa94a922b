// expect: false bits: both
// output to a file may fail
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("name", "w");
  if (!f) return 0;
  int n = fprintf(f, "%d", 7), closed = fclose(f);
  assert(n == 1 && closed == 0);
  return 0;
}
