// expect: true bits: both
// a caller might pass the variable: the verdict says that it does not
// entry: put(char a[4])
// says: the objects of --entry share no memory with each other or with variables
// native: no
#include <assert.h>

char shared[4];

void put(char *a) {
  a[0] = 1;
  shared[0] = 2;
  assert(a[0] == 1);
}
