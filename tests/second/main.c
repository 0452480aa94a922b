// tests/run-second-opinion runs this.
#include "second.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "instrument")) return instrument(argc - 2, argv + 2);
  if (argc > 2 && !strcmp(argv[1], "compare")) return compare(argc - 2, argv + 2);
  fprintf(stderr, "usage: second-opinion instrument FOLDER DENSITY SEED FILE.bc…\n"
                  "       second-opinion compare FOLDER SEED [OPTION…] FILE.bc… | FILE.cfa\n");
  return 64;
}
