// expect: true bits: both
// what parameters point to are different objects, and n is not negative
// entry: copy(char to[n], const char from[n], int n)
// says: the objects of --entry share no memory with each other or with variables
// native: no
// decided: symex symexpa auto
#include <assert.h>

void copy(char *to, const char *from, int n) {
  assert(n >= 0);
  if (n < 3) return;
  char before = from[2];
  to[0] = to[1] = to[2] = 1;
  assert(from[2] == before);
}
