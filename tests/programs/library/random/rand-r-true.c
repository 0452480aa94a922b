// expect: true bits: both
// rand_r is a formula that changes its seed
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned seed = 1;
  assert(rand_r(&seed) == 476707713 && seed == 662824084 && rand_r(&seed) == 1186278907);
  return 0;
}
