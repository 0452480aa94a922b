// expect: true bits: both
// a weak symbol that nothing defines is null; a weak definition serves; aliases
#include <assert.h>
#include <string.h>
extern int hook(int) __attribute__((weak));
extern int setting __attribute__((weak));
extern size_t strlen(const char *) __attribute__((weak));
__attribute__((weak)) int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
extern int also(int x) __attribute__((alias("thrice")));
static int (*chosen)(int) = hook;
int main(void) {
  assert(!hook);
  assert(!&setting);
  assert(chosen == 0);
  assert(strlen && strlen("abc") == 3);
  assert(twice(4) == 8);
  assert(also(2) == 6);
  return hook ? hook(1) : 0;
}
