// expect: false bits: both
// a message that is not terminated
// args: --check memory
// violates: valid-deref
// native: no
#include <err.h>

int main(void) {
  char text[2] = {'a', 'b'};
  warnx("%s", text);
}
