// expect: unknown bits: both
// one set that is read and written: the result counts both kinds, and the set has what is said of the last one
#include <assert.h>
#include <sys/select.h>

int main(void) {
  fd_set files;
  FD_ZERO(&files);
  FD_SET(0, &files);
  struct timeval limit = {1, 0};
  int n = select(1, &files, &files, 0, &limit);
  assert(n != 1 || !FD_ISSET(0, &files));
}
