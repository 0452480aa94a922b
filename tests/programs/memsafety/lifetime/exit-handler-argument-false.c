// expect: false bits: both
// what on_exit was given gets a pointer that was moved, whatever was passed to other functions since
// args: --check memory
// violates: valid-deref
// native: address
#include <stdlib.h>
static char other[10];
static void use(int n, char *p) { p[n] = 1; }
static void last(void) { use(1, other + 1); }
static void handler(int status, void *p) { ((char *)p)[2] = 1; }
int main(void) {
  char *b = malloc(4);
  if (!b) return 0;
  on_exit(handler, b + 2);
  atexit(last);
  use(1, other + 1);
  return 0;
}
