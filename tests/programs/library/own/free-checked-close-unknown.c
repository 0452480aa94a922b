// expect: unknown bits: both
// fclose gives the stream to the program's own free
// args: --check assert
#include <assert.h>
#include <stdio.h>
void free(void *p) { assert(!p); }

int main(void) {
  FILE *f = fopen("x", "w");
  if (f) fclose(f);
  return 0;
}
