// expect: false bits: both
// a message of error without its argument
// args: --check memory
// violates: valid-deref
// native: no
#include <error.h>
int main(void) {
  error(0, 0, "%s");
  return 0;
}
