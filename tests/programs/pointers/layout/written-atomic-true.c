// expect: true bits: 64
// a number is written atomically where a pointer lies, which is compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void *pointer;
static int object;
int main(void) {
  __atomic_fetch_add((unsigned long *)&pointer, __VERIFIER_nondet_ulong() << 4 | 8, __ATOMIC_SEQ_CST);
  assert(pointer != &object);
  return 0;
}
