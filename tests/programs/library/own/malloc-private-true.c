// expect: true bits: both
// a static function of that name is not the library's
#include <assert.h>
#include <stddef.h>
extern int puts(const char *);
static void *malloc(size_t n) {
  assert(n < 500);
  return 0;
}

int main(void) {
  puts("x");
  return malloc(3) != 0;
}
