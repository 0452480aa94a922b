// expect: false bits: 64
// what was written to memory counts
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[16];
  fprintf(stderr, "%s\n", "text");
  fputs("more", stdout);
  fflush(stdout);
  snprintf(b, sizeof b, "%03d", 7);
  assert(strcmp(b, "7") == 0);
  return 0;
}
