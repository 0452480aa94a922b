// A private folder for intermediate files, removed in every way of ending.
#ifndef CLEW_BASE_FILE_TEMP_H
#define CLEW_BASE_FILE_TEMP_H
#include "base/error.h"
#include <stdbool.h>

struct temp {
  char path[3000];   // "" while there is none
};

// Makes the folder under TMPDIR (or /tmp), open to this user only.
bool temp_make(struct temp *temp, struct error *error);
// Removes it with everything in it. Uses neither heap nor locks: may be called from a signal handler.
void temp_remove(struct temp *temp);

#endif
