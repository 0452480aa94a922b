// expect: true bits: both
// options one by one; operands stop them where a + says so
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *argv[] = {"program", "-a", "-bvalue", "-x", "file", "-a", 0};
  opterr = 0;
  assert(getopt(6, argv, "+ab:") == 'a' && optind == 2);
  assert(getopt(6, argv, "+ab:") == 'b' && optarg == argv[2] + 2);
  assert(getopt(6, argv, "+ab:") == '?' && optopt == 'x');
  assert(getopt(6, argv, "+ab:") == -1 && optind == 4);
  return 0;
}
