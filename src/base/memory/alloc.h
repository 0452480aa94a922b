// Memory that cannot fail: a failing allocation ends the run as UNKNOWN(memory)
// through limits_exhausted(), so that callers need no error path.
#ifndef CLEW_BASE_MEMORY_ALLOC_H
#define CLEW_BASE_MEMORY_ALLOC_H
#include <stddef.h>

void *mem_alloc(size_t bytes);
void *mem_zalloc(size_t count, size_t bytes);
void *mem_realloc(void *old, size_t bytes);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t length);
void mem_free(void *block);

#endif
