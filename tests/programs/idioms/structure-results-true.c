// expect: true bits: both
// a structure that was returned stays what it is
// native: no
// decided: symex auto
#include <assert.h>

struct large {
  int tag;
  long a[5];
};
extern struct large get_large(int);

int main(void) {
  struct large l = get_large(1), copy = l, other = get_large(2);
  assert(l.tag == copy.tag && l.a[4] == copy.a[4]);
  if (l.tag == 1 && other.tag == 2) assert(l.tag != other.tag);
  return 0;
}
