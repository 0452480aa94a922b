// expect: false bits: both
// the weak definition does not count
// files: parts/weak-strong.c
#include <assert.h>
__attribute__((weak)) int answer(void) { return 1; }
__attribute__((weak)) int level = 1;
int main(void) {
  assert(answer() == 1);
  assert(level == 3);
  return 0;
}
