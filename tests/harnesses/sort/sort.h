#ifndef SORT_H
#define SORT_H
// A sort for elements of any size that keeps the order of equal ones.
#include <stddef.h>

void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
