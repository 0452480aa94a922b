// expect: true bits: both
// the same with the last byte left out
// entry: find(char buf[n + 1], unsigned n)
// native: no
// decided: symex symexpa kind bself eager lazy auto
#include <assert.h>

int find(const char *buf, unsigned n) {
  for (unsigned i = 0; i < n && i < 3; i++)
    if (buf[i] == ':') {
      assert(i < n);
      return (int)i;
    }
  assert(n <= 1u << 24); // what an object may have
  return -1;
}
