// Options that are accepted make sense.
#include "options.h"
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
  struct options options;
  if (argc > 4) return 2;
  if (!options_parse(&options, argc, argv)) {
    fprintf(stderr, "usage: head [-q] [-n COUNT] [FILE]\n");
    return 1;
  }
  assert(options.count >= 0 && options.count < 10000);
  assert(argc > 1 || options.file == NULL);
  return 0;
}
