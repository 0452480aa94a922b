#include "options.h"
#include <assert.h>
#include <stddef.h>

static int number(const char *text) {
  assert(text != NULL);
  int value = 0;
  for (; *text >= '0' && *text <= '9' && value < 1000; text++) value = 10 * value + *text - '0';
  return *text == '\0' ? value : -1;
}

int options_parse(struct options *options, int argc, char **argv) {
  *options = (struct options){.count = 10};
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    switch (argv[i][1]) {
    case 'q': options->quiet = 1; break;
    case 'n':
#ifndef BROKEN
      if (i + 1 == argc) return 0;
#endif
      options->count = number(argv[++i]);
      if (options->count < 0) return 0;
      break;
    default: return 0;
    }
  }
  if (i < argc) options->file = argv[i++];
  return i == argc;
}
