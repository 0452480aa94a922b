// expect: true bits: 64
// a structure of numbers is read as one with a pointer, which is compared with an object
// args: --check assert
// says: objects lie where clew puts them
// native: no
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static int object;
struct raw {
  long n;
  unsigned long address;
};
struct pair {
  long n;
  void *pointer;
};
int main(void) {
  struct raw raw = {1, __VERIFIER_nondet_ulong() << 4 | 8};
  assert(((struct pair *)&raw)->pointer != &object);
  return 0;
}
