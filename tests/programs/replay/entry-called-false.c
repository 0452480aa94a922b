// expect: false bits: both
// an entry function that calls itself gets its first arguments from the counterexample, and the others from the program
// entry: down
// native: no
#include <assert.h>

int down(int n, long key) {
  if (n > 3 || n < 0) return 0;
  if (n == 0) assert(key != 1003);
  return n ? down(n - 1, key + 1) : 0;
}
