// expect: false bits: both
// buf has n bytes of any contents: a colon at the end is one of them
// entry: find(char buf[n], unsigned n)
// native: no
// decided: symex symexpa kind bself eager lazy auto
#include <assert.h>

int find(const char *buf, unsigned n) {
  for (unsigned i = 0; i < n && i < 3; i++)
    if (buf[i] == ':') {
      assert(i + 1 < n);
      return (int)i;
    }
  return -1;
}
