// A request being worked on: its limits, statistics, private folder, program, and listener.
//
// Nothing here writes to the standard streams: progress, complaints and the emergency report are the listener's.
#ifndef CLEW_RUN_JOB_H
#define CLEW_RUN_JOB_H
#include "cfa/pass/pipeline.h"
#include "base/file/temp.h"
#include "base/process/limits.h"
#include "base/table/stats.h"
#include "cfa/assertions.h"
#include "run/request/request.h"
#include "run/timeline.h"

struct job;

// Callbacks for progress, complaints and the document; each may be NULL.
struct job_listener {
  void *context;
  void (*progress)(void *context, const char *line, size_t size); // one line, instead of the one before
  uint32_t (*width)(void *context); // of that line at most; 0: not known
  void (*erase)(void *context); // the line; no heap, no locks
  void (*complain)(void *context, const char *message);
  void (*document)(void *context,
                   const struct text *document); // of a verification: everything about the result, as JSON
  // Why a run of these engines is undecided, for people; appended.
  void (*explain)(const struct report_timeline *timeline, struct text *out);
  // The process must end at once: writes the emergency report, and returns the exit status. No heap, no locks.
  int (*emergency_report)(struct job *job, enum reason why);
};

// Callbacks that change the program between its files and its automaton.
struct job_hooks {
  bool (*before)(struct job *job, void *context, struct error *error); // the temporary folder is there
  void (*after)(struct job *job, void *context); // the automaton is there, as the front end made it
  void *context;
};

// The program under verification: what the front end made of the files, and the form that passes brought it into.
struct subject {
  struct terms *tm;
  struct cfa *cfa;
  struct front_result front;
  properties checked; // all that the request asks for
  properties checked_here; // the part that the automaton has; 0: all (job_read_part)
  struct vec_assertion assertions; // its checks, with the status of each
  uint32_t n_errors; // error locations in functions that may be called, before anything was left out
  bool text_decides; // there are assertions in the text that the compiler left out: they cannot fail
  bool merged; // branches are in one edge,
  bool united; // or only tests; before it is loaded: they are to be
};

// Of the line that the listener is told now and then.
struct job_progress {
  bool wanted;
  double next; // not before
  _Atomic bool shown;
};

// What an emergency report says, prepared beforehand.
struct job_emergency {
  _Atomic int decided; // enum verdict once it is checked
  enum property violated; // by a checked verdict FALSE
  char words[2][1500]; // of an undecided run: the complete one of two
  _Atomic int at; // which one: 1 or 2; 0: none yet
};

struct job {
  const struct request *request;
  uint32_t n_arguments; // the whole command line, for reports
  const char *const *arguments;
  struct job_listener listener;
  struct job_hooks hooks; // each may be NULL
  struct limits limits;
  struct stats stats;
  struct stats certificate; // of TRUE: the part of them that its certificate took, to be made and checked
  bool has_certificate;
  void *statistics; // the engine's own: a block of its table, owned
  struct temp temp;
  struct subject program;
  struct subject parked; // another form of it, which has strings of `program`
  uint32_t emptied; // bits: outputs of an earlier run (request/files.h)
  struct job_progress progress;
  struct job_emergency emergency;
};

// Outputs of an earlier run are emptied now.
void job_init(struct job *job, const struct request *request);
// Starts limits and reads the program: job->program, compressed, loops found, sliced, with --merge merged. False with
// `error` filled, or with error->status 0 when a limit was reached.
bool job_load(struct job *job, struct error *error);
// Its two parts: the automaton as the front end made it, and the pipeline of passes.
bool job_read(struct job *job, struct error *error);
bool job_reduce(struct job *job, struct error *error);
enum cfa_form job_form(const struct job *job); // how far the automaton is to be reduced
// Merges branches, if that was not done yet: ids in the automaton change. Tests only: cfa_unite_tests.
void job_merge(struct job *job, bool tests);
// The program once more, with a part of the checks; the one before goes into *whole, which must not have been reduced.
// Both have the other checks (disabled) in their lists, and the assumptions. Not reduced. False: as for job_read, and
// the program is the one before.
bool job_read_part(struct job *job, properties checked, struct subject *whole, struct error *error);
// How the front end reads the program, and how it is run.
struct front_options job_front_options(const struct job *job);
struct replay_options job_replay(const struct job *job);
// A process that the run has forked, and that works on the job.
struct job_child {
  const char *folder; // of its files, inside that of the run, which the parent removes; NULL: it makes none
  double deadline; // its own; 0: none. One of the run that is earlier stays
  bool shows_progress;
  int (*emergency_report)(void *context, enum reason why); // for limits_on_emergency
  void *context;
};
// In that process, before anything else: limits go on there. False: the folder cannot be made.
bool job_enter_child(struct job *job, const struct job_child *child);
bool job_enter_folder(struct job *job, const char *name); // files are made in this folder inside that of the run
// The verdict is checked: an emergency report repeats it from now on. `violated`: of FALSE.
void job_decide(struct job *job, enum verdict verdict, enum property violated);
// Ends the limits at hand and starts others in the same place, for another phase of the run: so there is time to report
// what was found when the first was stopped.
void job_start_phase(struct job *job, double seconds, size_t mebibytes);
void job_count(struct job *job); // peak memory and total time into the statistics
// The same, and ends the watchdog and removes the temporary folder.
void job_finish(struct job *job);
// Before the process ends without a release: standard streams, outputs of an earlier run that this one did not write.
void job_end(struct job *job);
void job_release(struct job *job);
void job_complain(const struct job *job, const char *message);
// The statistics of the run, then the engine's own (stats_each).
void job_statistics(const struct job *job, void (*each)(void *context, const struct stats_entry *entry, double value),
                    void *context);
void job_progress(void *job, const struct stats *stats, uint32_t depth);
void job_progress_line(struct job *job, const char *line); // any line
// The same for several engines at once, at most every 50 ms.
void job_progress_of(struct job *job, const struct report_timeline *timeline);
void job_erase_progress(struct job *job);
// The text of an emergency report of an undecided run, from now on; cut where it is too long.
void job_prepare_emergency(struct job *job, const char *text);
int job_emergency_report(void *job, enum reason why); // for limits_on_emergency

#endif
