// expect: false bits: both
// a message of warn without its argument
// args: --check memory
// violates: valid-deref
// native: no
#include <err.h>
int main(void) {
  warnx("%s and %d", "one");
  return 0;
}
