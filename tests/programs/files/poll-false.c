// expect: false bits: both
// with a limit of time there may be nothing
// native: no
#include <assert.h>
#include <poll.h>

int main(void) {
  struct pollfd file = {0, POLLIN, 0};
  assert(poll(&file, 1, 10) != 0);
}
