// expect: true bits: both
// the entry function gives its caller structures with pointers to blocks
// args: --check leaks
// entry: make
// native: no
#include <stdlib.h>
struct text {
  char *data;
  unsigned long length, space, lines;
};
struct text make(unsigned n) {
  struct text t = {malloc(n % 8), n % 8, n, 0};
  return t;
}
