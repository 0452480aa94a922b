// expect: false bits: both
// lsearch puts what it does not find behind the others
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <search.h>
static int order(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

int main(void) {
  int table[4] = {3, 5}, key = 7;
  size_t n = 2;
  int *p = lsearch(&key, table, &n, sizeof *table, order);
  assert(p && n == 2);
}
