// expect: true bits: both
// processes and users stay the same
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(getpid() == getpid() && getuid() == getuid() && geteuid() == geteuid() && getgid() == getgid());
  assert(getpid() > 0);
  return 0;
}
