// The options of the engine symexpa, from the command line to its configuration, and the file of its precision.
#ifndef CLEW_CLI_SYMEXPA_H
#define CLEW_CLI_SYMEXPA_H
#include "cli/options.h"
#include "engine/engine.h"
#include "facts/precision.h"

// Looks at words, numbers and files before any work is done, and fills all of *config but the precision, whose file
// goes into *content.
bool symexpa_check(const struct options *options, struct symexpa_config *config, struct text *content,
                   struct error *error);
// The precision to start from, when the program is known.
bool symexpa_load(const struct options *options, struct cfa *cfa, const struct text *content,
                  struct precision *precision, struct error *error);
// Writes what is known at the end, if that was asked for.
bool symexpa_save(const struct options *options, struct cfa *cfa, const struct precision *precision,
                  struct error *error);

#endif
