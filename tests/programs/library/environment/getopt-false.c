// expect: false bits: both
// options one by one; operands stop them where a + says so
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *argv[] = {"program", "-b", "value", 0};
  getopt(3, argv, "+ab:");
  assert(optarg != argv[2]);
  return 0;
}
