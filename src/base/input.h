// Files that are read whole.
#ifndef CLEW_BASE_INPUT_H
#define CLEW_BASE_INPUT_H
#include "base/error.h"
#include "base/text.h"
#include <stdbool.h>

// Appends the whole file; fails with the system's reason.
bool input_read(const char *file, struct text *out, struct error *error);

#endif
