// expect: false bits: both
// scalars, members and elements that were never written may have just these values
// native: no
// decided: symex auto
#include <assert.h>

struct s {
  char c;
  int n;
  double d;
  _Bool b;
};

int main(void) {
  int x, a[4];
  struct s v;
  if (x == 1234 && a[2] == 77 && v.c == 'x' && v.n == -77 && v.d == 2.5 && v.b) assert(0);
  return 0;
}
