// expect: true bits: both
// the result is how many have something; without a limit of time there is something, or it failed
#include <assert.h>
#include <poll.h>

int main(void) {
  struct pollfd files[2] = {{0, POLLIN, 0}, {-1, POLLIN, 0}};
  int n = poll(files, 2, -1);
  assert(n == -1 || n == 1);
  assert(n == -1 || (files[0].revents && !files[1].revents));
}
