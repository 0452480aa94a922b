// expect: true bits: both
// a number is written where a pointer lies, and the pointer compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void *pointer;
static int object;
int main(void) {
  *(unsigned long *)&pointer = __VERIFIER_nondet_ulong() << 4 | 8;
  assert(pointer != &object);
  return 0;
}
