// expect: false bits: 64
// its failure is an error
#include <assert.h>
int main(void) {
  int n = 4;
  assert(n * n == 15);
  return 0;
}
