// expect: true bits: both
// a packed structure may lie anywhere
// args: --check ub
// native: undefined
#include <stdlib.h>
struct __attribute__((packed)) record {
  int length;
  char tag;
};
int main(void) {
  char *buffer = calloc(1, 32);
  struct record *r = (struct record *)(buffer + 6);
  int n = r->length;
  free(buffer);
  return n;
}
