// expect: true bits: both
// a definition in another file wins over a weak one
// files: parts/weak-strong.c
#include <assert.h>
__attribute__((weak)) int answer(void) { return 1; }
__attribute__((weak)) int level = 1;
int main(void) {
  assert(answer() == 42);
  assert(level == 3);
  return 0;
}
