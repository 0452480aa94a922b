// expect: true bits: both
// limits of the system: the same each time, the size of a page is known, there is a processor
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(sysconf(_SC_PAGESIZE) == 4096);
  assert(sysconf(_SC_NPROCESSORS_CONF) >= 1);
  assert(sysconf(_SC_OPEN_MAX) == sysconf(_SC_OPEN_MAX));
}
