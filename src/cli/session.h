// What a run of `verify` or `cfa` needs from its first to its last moment:
// options, limits, the temporary folder, the progress line, the last words.
#ifndef CLEW_CLI_SESSION_H
#define CLEW_CLI_SESSION_H
#include "base/limits.h"
#include "base/stats.h"
#include "cfa/assertions.h"
#include "cli/database.h"
#include "cli/entry.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/specification.h"
#include "cli/task.h"
#include "cli/temp.h"
#include "front/front.h"
#include "proof/proof.h"
#include "report/timeline.h"

struct session;
// Who changes the program between its files and its automaton.
struct session_hooks {
  bool (*before)(struct session *session, void *context, struct error *error); // the temporary folder is there
  void (*after)(struct session *session, void *context); // the automaton is there, as the front end made it
  void *context;
};

// A program that was read, in all that keeps it.
struct whole {
  struct terms *tm;
  struct cfa *cfa;
  struct front_result front;
};

struct session {
  struct options options;
  const char *command;             // for messages
  const char *certificate;         // for a command that checks one
  const char *test;                // for a command that runs one
  const char *folder;              // for a command that writes a test suite: --output
  enum input_kind kind;
  struct task task;                // whose files, data model and property are in the options; perhaps none
  struct arena names; // of files, where they are not as the user gave them
  struct database database;        // of --compile-commands; perhaps none
  struct limits limits;
  struct stats stats;
  void *statistics;                // the engine's own: a block of its table, owned; made when options are parsed
  struct temp temp;
  struct specification specification;
  struct entry entry;              // what --entry says
  struct session_hooks hooks;      // each may be NULL
  struct vec_word flags;           // for clang
  struct vec_word error_functions;
  struct terms *tm;
  struct cfa *cfa;
  struct vec_assertion assertions; // of the program, with what is known of each
  uint32_t n_errors;               // error locations in functions that may be called, before anything was left out
  bool text_decides;               // there are assertions in the text that the compiler left out: they cannot fail
  bool linked;                     // a file is a linked program, which no compiler reads
  bool merged;                     // its branches are,
  bool united;                     // or only tests; before it is loaded: they are to be
  struct front_result front;
  properties checked_here;         // the part of the checks that is in the automaton; 0: all (session_read_part)
  struct whole whole;              // the program with all checks, where `cfa` has a part of them
  _Atomic int settled;             // enum verdict once it is checked: the last words keep to it
  enum property violated;          // by a verdict FALSE that is settled
  bool speaks_result;              // the command ends with a result line
  bool colour;                     // of the text
  bool in_stage;                   // a part of the checks is decided, in a process of its own (stages.h)
  struct text proved_witness;      // of TRUE, by a stage before this one; empty: none
  bool in_round;                   // one of several runs whose results another process puts together (all.h)
  bool progress_wanted;
  double progress_next;            // not before
  _Atomic bool progress_shown;
  // What the last words say of an undecided run, made beforehand: of two texts the one that is complete; 0: none yet.
  char words[2][1500];
  _Atomic int words_at; // 1 or 2
};

// The exit status of a stage that ended with its last words: this and the reason.
enum { EXIT_STAGE = 100 };

// Parses and checks the command line; `role` is that of the command's own engine, or NULL (options_parse). False:
// *status is the exit status, all messages were printed.
bool session_open(struct session *session, const char *command, const char *role, bool speaks_result, int argc,
                  char **argv, int *status);
// The same for a command one of whose files is a certificate.
bool session_open_certificate(struct session *session, const char *command, int argc, char **argv, int *status);
// The same for a command whose first file is a test.
bool session_open_test(struct session *session, const char *command, int argc, char **argv, int *status);
// Merges branches, if that was not done yet: ids in the automaton change. Tests only: cfa_unite_tests.
void session_merge(struct session *session, bool tests);
// Starts limits and reads the program: session->cfa, compressed, loops found, sliced, with --merge merged. False with
// `error` filled, or with error->status 0 when a limit was reached.
bool session_load(struct session *session, struct error *error);
// Its two parts: the automaton as the front end made it, and all that is done to it.
bool session_read(struct session *session, struct error *error);
bool session_reduce(struct session *session, struct error *error);
// The program once more, with a part of the checks. What is known of the others stays: their entries in the list of
// checks, disabled, and the assumptions. Not reduced. False: as for session_read, and the program is the one before.
bool session_read_part(struct session *session, properties checked, struct error *error);
// How the front end is to read the program.
struct front_options session_front_options(const struct session *session);
// In a process of its own: its files go into a folder inside that of the run, which its parent removes.
bool session_enter_folder(struct session *session, const char *name);
// Peak memory and total time into the statistics; ends the watchdog and removes the temporary folder.
void session_settle(struct session *session);
// Before the process ends without a release: standard streams, outputs of an earlier run that this one did not write.
void session_end(struct session *session);
void session_release(struct session *session);
// Prints "clew COMMAND: MESSAGE".
void session_complain(const struct session *session, const char *message);
// With --json - or --sarif - standard output is for that alone; the rest is said on standard error.
bool session_text_goes_to_stderr(const struct session *session);
bool session_tells(const struct session *session); // is more said than the result?
const char *session_entry(const struct session *session); // as it was asked for, with what is said of parameters
const char *session_function(const struct session *session); // its name
uint32_t session_bits(const struct session *session);
// A native run of the program, as far as all runs are the same: its files, flags, data model, what is an error.
struct replay_options session_replay(const struct session *session);
struct solver_config session_solver(const struct session *session); // as the options want it
// The statistics of the run, then the engine's own (stats_each).
void session_statistics(const struct session *session,
                        void (*each)(void *context, const struct stats_entry *entry, double value), void *context);
void session_progress(void *session, const struct stats *stats, uint32_t depth);
// Any line.
void session_progress_line(struct session *session, const char *line);
// The same for several engines at once, at most every 50 ms.
void session_progress_of(struct session *session, const struct report_timeline *timeline);
void session_erase_progress(struct session *session);
// What the last words are to say if the run ends undecided, from now on; cut where it is too long.
void session_prepare_words(struct session *session, const char *text);
// For limits_on_last_words; `session` is a struct session.
int session_last_words(void *session, enum reason why);

#endif
