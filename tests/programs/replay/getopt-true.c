// expect: true|unknown bits: both
// options are what the argument vector says
#include <assert.h>
#include <unistd.h>

int main(void) {
  char name[] = "program", option[] = "-a", *arguments[] = {name, option, 0};
  assert(getopt(2, arguments, "ab") == 'a');
  assert(getopt(2, arguments, "ab") == -1);
  return 0;
}
