// Commands of the command line. Each gets the arguments after its name and returns the exit status.
#ifndef CLEW_CLI_COMMAND_H
#define CLEW_CLI_COMMAND_H
#include <stdbool.h>

#ifndef CLEW_VERSION
#define CLEW_VERSION "unknown"
#endif

struct option_table;
struct request_form;
struct command {
  const char *name, *arguments, *summary;
  int (*run)(int argc, char **argv);
  const struct request_form *form;     // of its requests (run/request/request.h); NULL: it reads no program
  const struct option_table *options;  // of a command that reads none; NULL: it has none
};

extern const struct option_table bench_option_table;

#define COMMAND(id, name, arguments, summary, form, options) int command_##id(int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND

const struct command *command_find(const char *name); // NULL if there is none
const struct command *command_at(unsigned i);         // in table order; NULL past the end
const char *command_nearest(const char *name);        // a name that may have been meant, or NULL

#endif
