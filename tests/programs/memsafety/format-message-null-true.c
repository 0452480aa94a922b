// expect: true bits: both
// warn writes no message of null
// args: --check memory,ub
#include <err.h>
#include <stddef.h>
int main(void) {
  warn(NULL);
  warnx("%s", "text");
  return 0;
}
