// Prints the part of the harness that is the same for all claims, as a C file: harness 32 runtime or harness 64
// runtime; with another word, that of trials or of served programs. Run when clew is built.
#include "native/harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  struct text text = {0};
  enum harness_use use = !strcmp(argv[2], "trial")    ? HARNESS_TRIAL
                         : !strcmp(argv[2], "served") ? HARNESS_SERVED
                                                      : HARNESS_REPLAY;
  harness_runtime((uint32_t)atoi(argv[1]), REPLAY_DESCRIPTOR, use, &text);
  bool good = fwrite(text_cstr(&text), 1, text.size, stdout) == text.size && fflush(stdout) == 0;
  text_release(&text);
  return !good;
}
