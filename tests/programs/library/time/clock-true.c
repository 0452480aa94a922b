// expect: true bits: 64
// clock() is -1 or does not go back
#include <assert.h>
#include <time.h>
int main(void) {
  clock_t a = clock(), b = clock();
  assert(a >= -1);
  assert(a == -1 || b == -1 || a <= b);
  return 0;
}
