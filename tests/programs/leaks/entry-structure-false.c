// expect: false bits: both
// the entry function forgets the pointer before it gives its caller the structure
// args: --check leaks
// entry: make
// violates: valid-memtrack
// native: no
#include <stdlib.h>
struct text {
  char *data;
  unsigned long length;
};
struct text make(unsigned n) {
  struct text t = {malloc(n % 8), n % 8};
  if (!t.length) t.data = 0;
  return t;
}
