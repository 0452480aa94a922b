#ifndef TOKENS_H
#define TOKENS_H
// Words of the standard input.
#include <stddef.h>

// The next word, cut where it does not fit. How long it is, or 0 at the end of the input.
size_t next_word(char *word, size_t size);

#endif
