// expect: false bits: both
// a structure in a buffer, behind a header of six bytes
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <stdlib.h>
struct record {
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
