// expect: false bits: both
// an option whose argument is missing gives '?'
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

int main(void) {
  static const struct option table[] = {{"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
  char *argv[] = {"program", "--output", NULL};
  opterr = 0;
  assert(getopt_long(2, argv, "o:", table, NULL) == 'o');
}
