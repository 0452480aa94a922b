// expect: true bits: both
// long options: names, abbreviations, arguments, flags; operands go behind them
#include <assert.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int verbose;

int main(void) {
  static const struct option table[] = {{"output", required_argument, NULL, 'o'},
                                        {"verbose", no_argument, &verbose, 1},
                                        {"level", optional_argument, NULL, 'l'},
                                        {NULL, 0, NULL, 0}};
  char *argv[] = {"program", "file", "--out", "name", "--verbose", "--level=3", "--nosuch", NULL};
  unsetenv("POSIXLY_CORRECT");
  int index = -1;
  assert(getopt_long(7, argv, "o:l::", table, &index) == 'o' && !strcmp(optarg, "name") && index == 0);
  assert(getopt_long(7, argv, "o:l::", table, &index) == 0 && verbose == 1 && index == 1);
  assert(getopt_long(7, argv, "o:l::", table, &index) == 'l' && !strcmp(optarg, "3"));
  assert(getopt_long(7, argv, "o:l::", table, &index) == '?' && index == 2);
  assert(getopt_long(7, argv, "o:l::", table, &index) == -1);
  assert(optind == 6 && !strcmp(argv[6], "file"));
}
