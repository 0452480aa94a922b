// expect: true bits: both
// built-ins that compute something of a pointer leave what it leads to as it is
// args: --check ub
// native: no
#include <stdint.h>
#include <stdlib.h>

static _Thread_local unsigned char *kept;

int main(void) {
  unsigned char *p = calloc(1, 16);
  size_t sum = __builtin_object_size(p, 0) + __builtin_dynamic_object_size(p, 1);
  sum += (size_t)__builtin_constant_p(p) + (size_t)__builtin_expect((long)p, 1);
  sum += __builtin_is_aligned(p, 8) + (uintptr_t)__builtin_align_down(p, 8) + (uintptr_t)__builtin_align_up(p, 8);
  sum += (uintptr_t)__builtin_assume_aligned(p, 8);
  __builtin_prefetch(p);
  kept = p;
  sum += (uintptr_t)kept;
  if (kept[3] > 5) return sum == 77;
  free(p);
  return 0;
}
