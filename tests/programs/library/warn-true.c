// expect: true bits: both
// messages change nothing but errno and the number of errors; error with a status ends the program
#include <assert.h>
#include <err.h>
#include <error.h>

int main(void) {
  int x = 3;
  warnx("%d", x);
  warn(0);
  error(0, 2, "%s", "text");
  assert(x == 3 && error_message_count == 1);
  error(1, 0, "the end");
  assert(0);
}
