// expect: true bits: 64
// a sleep may be interrupted
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
#include <time.h>
#include <errno.h>

int main(void) {
  assert(sleep(0) == 0);
  struct timespec t = {0, 1000000000}, left = {5, 5};
  assert(nanosleep(&t, &left) == -1 && errno == EINVAL && left.tv_sec == 5);
  return 0;
}
