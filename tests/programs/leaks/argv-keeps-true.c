// expect: true|unknown bits: both
// The array argv is there until the program ends, and what it leads to is not lost.
// args: --check leaks
// native: no
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc > 0) argv[0] = malloc(3);
  return 0;
}
