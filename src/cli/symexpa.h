// The options of the engine symexpa, from the command line to its configuration, and the file of its precision.
#ifndef CLEW_CLI_SYMEXPA_H
#define CLEW_CLI_SYMEXPA_H
#include "cli/options.h"
#include "engine/engine.h"

// Looks at the words and numbers, and fills all of *config but the precision.
bool symexpa_check(const struct options *options, struct symexpa_config *config, struct error *error);

#endif
