// expect: true bits: both
// getopt sets optopt and optarg at each call from what it keeps itself: the '?' of the beginning and what the program wrote are gone
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *argv[] = {"program", "-a", "-xa", "-b", "word", 0};
  opterr = 0;
  assert(optopt == '?');
  assert(getopt(5, argv, "+ab:") == 'a' && optopt == 0);
  optopt = 5;
  assert(getopt(5, argv, "+ab:") == '?' && optopt == 'x');
  optopt = 5;
  assert(getopt(5, argv, "+ab:") == 'a' && optopt == 'x' && !optarg);
  assert(getopt(5, argv, "+ab:") == 'b' && optarg == argv[4]);
  optarg = 0;
  assert(getopt(0, argv, "+ab:") == -1 && optarg == argv[4]);
  return 0;
}
