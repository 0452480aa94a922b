// expect: true bits: 64
// assert from <assert.h>
#include <assert.h>
int main(void) {
  int n = 4;
  assert(n * n == 16);
  return 0;
}
