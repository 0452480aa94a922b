// expect: true bits: both
// Linux gives a program at least one argument, and a null pointer behind the last
// args: --check assert,memory --argc 3 --arg-length 3
// native: no
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
  const char *name = *argv++;
  assert(argc > 0 && name);
  while (*argv) puts(*argv++);
  return 0;
}
