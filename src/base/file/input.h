// Files that are read whole, or of which the beginning tells what they are.
#ifndef CLEW_BASE_FILE_INPUT_H
#define CLEW_BASE_FILE_INPUT_H
#include "base/error.h"
#include "base/text/text.h"
#include <stdbool.h>

// Appends the whole file; fails with the system's reason.
bool input_read(const char *file, struct text *out, struct error *error);
// The first bytes of a regular file, at most `size` of them: how many; 0: it is none, or cannot be read.
size_t input_head(const char *file, char *out, size_t size);

#endif
