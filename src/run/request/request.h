// What a run is asked for: the program's files and how they are compiled, the properties, the engine, limits, outputs.
//
// A request does not change after it was read. A run that wants another one makes a copy of the structure: the first
// one keeps what both point to.
#ifndef CLEW_RUN_REQUEST_REQUEST_H
#define CLEW_RUN_REQUEST_REQUEST_H
#include "front/front.h"
#include "native/replay.h"
#include "run/request/compile_commands.h"
#include "run/request/entry.h"
#include "run/request/input_kind.h"
#include "run/request/options.h"
#include "run/request/specification.h"
#include "run/request/task.h"
#include "solve/solve.h"

enum request_extra { REQUEST_PROGRAM, REQUEST_CERTIFICATE, REQUEST_TEST }; // a file that is no part of the program

// The properties that all requests of a kind share.
struct request_form {
  const char *command; // for messages
  enum engine_capability capability; // of the command's own engine; 0: --engine says which
  enum request_extra extra;
  bool fills_folder; // --output is a folder, not a file
  bool without_engine; // it runs no engine, and takes no engine's options
  bool proves; // a verdict about memory safety and undefined behaviour, too, unless the options name the properties
  bool speaks_result; // the last line is the result
  bool keeps_branches; // the automaton is neither sliced nor merged: slicing keeps errors, not branches
  bool only_assertions; // whatever is asked for
  double seconds; // without --timeout; 0: no limit
};
extern const struct request_form request_forms[]; // by enum request_kind

struct request {
  const struct request_form *form;
  const char *command; // for messages
  struct options options;
  const char *certificate; // of REQUEST_CERTIFICATE
  const char *test; // of REQUEST_TEST
  enum input_kind kind;
  struct task task; // whose files, data model and property are in the options; perhaps none
  struct arena names; // of files, where they are not as the user gave them
  struct database database; // of --compile-commands; perhaps none
  struct specification specification;
  struct entry entry; // what --entry says
  struct vec_word flags; // for clang
  struct vec_word error_functions;
  bool linked; // a file is a linked program, which no compiler reads
  struct text notes; // lines for the user
};

// Parses and checks the words of a command line. With --help nothing else is looked at. `portfolio`: what runs where no
// engine is named. False: `error` says what is wrong. To be released in any case.
bool request_read(struct request *request, const struct request_form *form, const struct strategy *portfolio, int argc,
                  char **argv, struct error *error);
void request_release(struct request *request);

const char *request_entry(const struct request *request); // the text of --entry, with its parameters
const char *request_function(const struct request *request); // its name
uint32_t request_bits(const struct request *request);
// With --json - or --sarif - standard output is for that alone; the rest is said on standard error.
bool request_has_document_on_stdout(const struct request *request);
bool request_tells(const struct request *request); // is more said than the result?
struct solver_config request_solver(const struct request *request); // as the options want it
// How the front end is to read the program, without the folder and the checks.
struct front_options request_front_options(const struct request *request);
// A native run of the program, as far as all runs are the same: its files, flags, data model.
struct replay_options request_replay(const struct request *request);

#endif
