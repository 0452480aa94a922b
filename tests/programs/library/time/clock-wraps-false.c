// expect: false bits: 32
// clock_t of 32 bits wraps around after 36 minutes of processor time: the GNU library does not return -1 then
// native: no
#include <assert.h>
#include <time.h>
int main(void) {
  assert(clock() >= -1);
  return 0;
}
