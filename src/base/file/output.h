// Files that clew writes appear whole or not at all: the text goes to a
// temporary file beside the one named, which then takes its name. Pipes and devices are written directly.
#ifndef CLEW_BASE_FILE_OUTPUT_H
#define CLEW_BASE_FILE_OUTPUT_H
#include "base/error.h"
#include "base/text/text.h"
#include <stdbool.h>

// Writes the whole text ("-": standard output). What was there before stays where it cannot be written completely.
bool output_write(const char *file, const struct text *text, struct error *error);

// For writers of their own: the name of the temporary file, in `out`. False: `file` is written directly,
// because it is no regular file, or its folder takes no other one. Neither heap nor locks are used.
bool output_beside(const char *file, char *out, size_t size);

// Files that clew has made are known by what they begin with; those without a format that names clew begin with a
// comment that has OUTPUT_MARK. Is it such a file, or an empty one? One that is not is never written over.
#define OUTPUT_MARK "made by clew"
bool output_may_write(const char *file); // the same, or there is none, or it is no regular file
// A file that clew has made is emptied, so that it is not taken for what this run writes: was there one?
bool output_empty_old(const char *file);

#endif
