// expect: true bits: both
// a variable, an array and a range made symbolic as for KLEE
// inputs: 9 0 0 0 122 122 122 1 5
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *address, size_t bytes, const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_silent_exit(int status);
int klee_range(int first, int behind, const char *name), klee_int(const char *name);

int main(void) {
  int x;
  char text[3];
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(x > 5);
  klee_prefer_cex(&x, x < 100);
  klee_assert(x > 4);
  int k = klee_range(0, 3, "k"), free = klee_int("free");
  klee_assert(k >= 0 && k < 3);
  if (free == 1) klee_silent_exit(0);
  klee_assert(free != 1);
  if (text[k] != 'z' && text[k] == 'z' && x == 9) klee_assert(0);
  return 0;
}
