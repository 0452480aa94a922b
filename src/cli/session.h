// What a run of `verify` or `cfa` needs from its first to its last moment:
// options, limits, the temporary folder, the progress line, the last words.
#ifndef CLEW_CLI_SESSION_H
#define CLEW_CLI_SESSION_H
#include "base/limits.h"
#include "base/stats.h"
#include "cfa/cfa.h"
#include "cli/entry.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/specification.h"
#include "cli/temp.h"
#include "front/front.h"
#include "report/timeline.h"

struct session {
  struct options options;
  const char *command;             // for messages
  const char *certificate;         // for a command that checks one
  enum input_kind kind;
  struct limits limits;
  struct stats stats;
  void *statistics;                // the engine's own: a block of its table, owned; made when options are parsed
  struct temp temp;
  struct specification specification;
  struct entry entry;              // what --entry says
  struct vec_word flags;           // for clang
  struct vec_word error_functions;
  struct terms *tm;
  struct cfa *cfa;
  uint32_t n_errors;               // error locations in functions that may be called, before anything was left out
  bool merged;                     // its branches are,
  bool united;                     // or only tests; before it is loaded: they are to be
  struct front_result front;
  _Atomic int settled;             // enum verdict once it is checked: the last words keep to it
  enum property violated;          // by a verdict FALSE that is settled
  bool speaks_result;              // the command ends with a result line
  bool progress_wanted;
  double progress_next;            // not before
  _Atomic bool progress_shown;
  // What the last words say of an undecided run, made beforehand: of two texts the one that is complete; 0: none yet.
  char words[2][1500];
  _Atomic int words_at; // 1 or 2
};

// Parses and checks the command line; `role` is that of the command's own engine, or NULL (options_parse). False:
// *status is the exit status, all messages were printed.
bool session_open(struct session *session, const char *command, const char *role, bool speaks_result, int argc,
                  char **argv, int *status);
// The same for a command one of whose files is a certificate.
bool session_open_certificate(struct session *session, const char *command, int argc, char **argv, int *status);
// Merges branches, if that was not done yet: ids in the automaton change. Tests only: cfa_unite_tests.
void session_merge(struct session *session, bool tests);
// Starts limits and reads the program: session->cfa, compressed, loops found, sliced, with --merge merged. False with
// `error` filled, or with error->status 0 when a limit was reached.
bool session_load(struct session *session, struct error *error);
// Peak memory and total time into the statistics; ends the watchdog and removes the temporary folder.
void session_settle(struct session *session);
void session_release(struct session *session);
// Prints "clew COMMAND: MESSAGE".
void session_complain(const struct session *session, const char *message);
// With --json - standard output is for the JSON alone; the rest is said on standard error.
bool session_text_goes_to_stderr(const struct session *session);
const char *session_entry(const struct session *session); // as it was asked for, with what is said of parameters
const char *session_function(const struct session *session); // its name
uint32_t session_bits(const struct session *session);
struct solver_config session_solver(const struct session *session); // as the options want it
// The statistics of the run, then the engine's own (stats_each).
void session_statistics(const struct session *session,
                        void (*each)(void *context, const struct stats_entry *entry, double value), void *context);
void session_progress(void *session, const struct stats *stats, uint32_t depth);
// The same for several engines at once, at most every 50 ms.
void session_progress_of(struct session *session, const struct report_timeline *timeline);
void session_erase_progress(struct session *session);
// What the last words are to say if the run ends undecided, from now on; cut where it is too long.
void session_prepare_words(struct session *session, const char *text);
// For limits_on_last_words; `session` is a struct session.
int session_last_words(void *session, enum reason why);

#endif
