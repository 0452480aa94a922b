// expect: false bits: both
// functions without a body return structures, in registers or in memory, each call another
// native: no
// decided: symex auto
#include <assert.h>

struct small {
  int a;
  char b;
};
struct floats {
  float x, y, z;
};
struct large {
  int tag;
  long a[5];
};
extern struct small get_small(void);
extern struct floats get_floats(void);
extern struct large get_large(int);

int main(void) {
  struct small s = get_small();
  struct floats f = get_floats();
  struct large l = get_large(1);
  if (s.a != 77 || s.b != 'x' || f.x != 1.5f || f.z != 2.5f || l.a[3] != 99) return 0;
  l = get_large(2);
  if (l.a[3] == 98 && l.tag == 5) assert(0);
  return 0;
}
