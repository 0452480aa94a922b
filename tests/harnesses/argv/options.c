#include "options.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

static int number(const char *text) {
  assert(text != NULL);
  int value = 0;
  for (; *text >= '0' && *text <= '9' && value < 10000; text++) value = 10 * value + *text - '0';
  return *text == '\0' ? value : -1;
}

int options_parse(struct options *options, int argc, char **argv) {
  *options = (struct options){.count = 10};
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    if (strcmp(argv[i], "--") == 0) {
      i++;
      break;
    }
    if (strcmp(argv[i], "-q") == 0) {
      options->quiet = 1;
    } else if (strcmp(argv[i], "-n") == 0) {
#ifndef BROKEN
      if (i + 1 == argc) return 0;
#endif
      options->count = number(argv[++i]);
      if (options->count < 0) return 0;
    } else {
      return 0;
    }
  }
  if (i < argc) options->file = argv[i++];
  return i == argc;
}
