#include "sort.h"

static void swap(char *a, char *b, size_t size) {
  while (size-- > 0) {
    char c = *a;
    *a++ = *b;
    *b++ = c;
  }
}

void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *all = base;
  for (size_t i = 1; i < count; i++)
#ifdef BROKEN
    for (size_t j = i; j > 1 && compare(all + (j - 1) * size, all + j * size) > 0; j--)
#else
    for (size_t j = i; j > 0 && compare(all + (j - 1) * size, all + j * size) > 0; j--)
#endif
      swap(all + (j - 1) * size, all + j * size, size);
}
