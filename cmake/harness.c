// Prints the part of the harness that is the same for all claims, as a C file: harness 32 or harness 64; with another
// argument, that of trials. Run when clew
// is built.
#include "native/harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  struct text text = {0};
  harness_runtime((uint32_t)atoi(argv[1]), REPLAY_DESCRIPTOR, argc > 2, &text);
  bool good = fwrite(text_cstr(&text), 1, text.size, stdout) == text.size && fflush(stdout) == 0;
  text_release(&text);
  return !good;
}
