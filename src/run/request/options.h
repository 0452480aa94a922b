// The options of the commands that read a program, from the command line: those of the commands
// (base/table/options.def) and those of the engine that is to run. Strings are borrowed from the arguments.
//
// A word that is no option may be a flag of a C compiler (compiler.h). A word that both have is the option: -h, -o, -q,
// -v.
//
// The engine is known before its options are: it is named by --engine, wherever that stands, or serves the command.
#ifndef CLEW_RUN_REQUEST_OPTIONS_H
#define CLEW_RUN_REQUEST_OPTIONS_H
#include "base/table/option.h"
#include "base/text/words.h"
#include "run/request/compiler.h"
#include "run/request/strategy.h"

enum { OUTPUTS_MOST = 16 }; // lines of the table of outputs

struct options {
#include "base/table/option_fields.h"
#include "base/table/options.def"
#include "base/table/option_end.h"
  union { // the files that a run writes at its end (run/request/outputs.def): each by its name, and all of them
    struct {
#define OUTPUT(field, ...) const char *field;
#include "run/request/outputs.def"
#undef OUTPUT
    };
    const char *outputs[OUTPUTS_MOST];
  };
  struct compiler compiler; // flags of the compiler, -I, -D and -U among them
  struct vec_word files;
  struct vec_word also_read; // files that say what the program is: no output is written over them
  const char *folder; // --output, of a command that fills a folder
  bool help; // --help was given
  bool check_given; // --check was
  struct strategy strategy; // what --engine chose; without a name only where parsing failed
  void *engine_options; // a block of its table, owned
  bool engine_is_implied; // by an option that only it has
};

extern const struct option_table options_of_commands;

// The kinds of requests: a column of the table says which of them take an option.
enum request_kind {
  REQUEST_verify,
  REQUEST_check,
  REQUEST_cfa,
  REQUEST_prune,
  REQUEST_paths,
  REQUEST_tests,
  REQUEST_replay,
};
struct request_form;

// False on a wrong command line; an option that a request of that form does not take makes it one. `portfolio`: what
// runs where no engine is named.
bool options_parse(struct options *options, const struct request_form *form, const struct strategy *portfolio, int argc,
                   char **argv, struct error *error);
// Do requests of that form take the option of options_of_commands? Is it among those that help explains first?
bool options_take(const struct request_form *form, const struct option_entry *entry);
bool options_is_common(const struct option_entry *entry);
void options_release(struct options *options);
// The file or text that an option of the engine in use was given, by the option's name; NULL: none was, or the engine
// has no such option.
const char *options_of_engine(const struct options *options, const char *name);
// The same of a block of an engine's options.
const char *option_of_engine(const struct option_table *table, const void *block, const char *name);

#endif
