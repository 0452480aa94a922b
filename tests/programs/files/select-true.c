// expect: true bits: both
// of a set some stay, the others go; the result is how many
#include <assert.h>
#include <sys/select.h>

int main(void) {
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(0, &readable);
  struct timeval limit = {1, 0};
  int n = select(1, &readable, 0, 0, &limit);
  assert(n == -1 || (FD_ISSET(0, &readable) ? n == 1 : n == 0));
  assert(limit.tv_sec <= 1);
}
