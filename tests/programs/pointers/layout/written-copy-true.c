// expect: true bits: 64
// a number is copied to where a pointer lies, and the pointer compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void *pointer;
static int object;
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong() << 4 | 8;
  memcpy(&pointer, &n, sizeof pointer);
  assert(pointer != &object);
  return 0;
}
