// expect: false bits: both
// there may be two arguments
// args: --argc 2..3
// native: no
#include <assert.h>

int main(int argc, char **argv) {
  assert(argv[2] != 0);
  return argc;
}
