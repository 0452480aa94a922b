// The result of a run, for people and for programs.
//
// A `struct report` gathers all that is reported; the caller that fills it keeps
// ownership of everything in it. A zeroed struct is a report of an UNKNOWN
// run about which nothing is known: every pointer may be NULL.
//
//   report_text         warnings, the counterexample, statistics, the verdict
//   report_result_line  the last line of standard output: "RESULT: …"
//   report_json         everything, as one JSON document (docs/json-format.md)
//   report_sarif        the checks and counterexamples, as SARIF (docs/ci.md)
//
// All of them are deterministic but for times and memory.
#ifndef CLEW_REPORT_REPORT_H
#define CLEW_REPORT_REPORT_H
#include "base/error.h"
#include "base/table/option.h"
#include "base/table/stats.h"
#include "cfa/assertions.h"
#include "cfa/goal.h"
#include "graph/claim.h"
#include "witness/invariants.h"
#include "campaign/undefined_exits.h"
#include "run/request/expected.h"
#include "run/timeline.h"
#include "run/verifier.h"
#include "trace/trace.h"
#include <stdio.h>

struct report {
  const char *version;               // of clew
  enum verdict verdict;              // after its check
  enum reason reason;                // for UNKNOWN
  bool preserves;                    // no verdict was asked for: a certificate about paths holds
  const char *detail;                // of the reason; NULL: nothing to add
  properties checked;                // 0: unreach-call
  bool has_property_file;            // with one, properties that were not checked are not listed
  bool unsupported_property;         // the property file asks for one that clew does not check
  struct report_expected expected;   // by a task definition
  enum report_check check;
  const char *check_message;         // how it was confirmed or why it failed; NULL: nothing to add

  uint32_t n_files;                  // the inputs as named on the command line
  const char *const *files;
  uint32_t n_arguments;              // the whole command line
  const char *const *arguments;
  const char *engine, *entry;
  const struct option_table *engine_options; // the engine's own, with their values; NULL: none
  const void *engine_option_values;
  const struct stats_table *engine_statistics; // the engine's own, with their values; NULL: none
  const void *engine_statistic_values;
  const struct stats_table *winner_statistics; // of the engine that decided, if that is another; NULL: none
  const void *winner_statistic_values;
  const struct stats *certificate_stats; // TRUE: the part of `stats` that its certificate took; NULL: none
  const char *undefined;             // what calls of functions without a body mean, as --undefined says; NULL: pure
  uint32_t bits;                     // 32 or 64; 0: unknown
  uint64_t seed;

  struct cfa *cfa;                   // NULL when the front end failed
  const struct claim *claim;         // its inputs are listed when the verdict is FALSE
  const struct vec_invariant *invariants; // TRUE: those of the proof; may be NULL
  // FALSE: undefined functions that returned the values of `claim`; may be NULL.
  const struct vec_string *invented;
  const struct trace *trace;         // the counterexample, by trace_build
  const struct vec_assertion *assertions; // all checks of the program, with their status; may be NULL
  bool all;                          // the run went on after the first violation
  bool is_part;                      // of several runs, whose checks are listed together
  const struct cfa_goals *goals;     // of them the lines that have code; NULL: not known
  const unsigned char *reached;      // by location, as in struct run_setting; NULL: unknown
  const struct stats *stats;
  uint32_t n_warnings;
  const char *const *warnings;       // from the front end
  bool nothing_to_check;             // no assertion and no call of an error function is reached from the entry
  bool exits_searched;                // undefined_exits has those that were found
  bool exits_complete;                // and there is no other
  uint32_t n_undefined_exits;
  const struct undefined_exit *undefined_exits;
  uint32_t n_vacuous;                // assumptions that nothing passes, though they are reached; that is proved
  const struct source_place *vacuous;
  uint32_t n_uncalled;               // error functions that were named and that nothing calls
  const char *const *uncalled;
  bool is_automaton;                 // the input was no C program
  bool is_bitcode;                   // some of it was compiled before, without the checks that a compiler adds
  const char *harness;               // the file it was written to, or NULL
  const char *copy;                  // that of the program's copy that it needs, or NULL
  const struct report_timeline *timeline; // the engines that were tried; NULL: not shown
};

struct report_style {
  bool quiet;        // the result line only
  bool colour;       // escape sequences for a terminal
  bool stats;        // print the statistics
  bool invariants;   // print the invariants of TRUE
  bool verbose;      // print what happened when
  uint32_t rows;     // of the trace at most; 0: 200
};

// How the verdict relates to what a task definition expects; only where something is expected.
enum expected_match { EXPECTED_MET, EXPECTED_NOT_MET, EXPECTED_UNDECIDED };
enum expected_match expected_match(const struct report *report);
// "true", "false(unreach-call)", "unknown(timeout)", "preserved"
void report_result(const struct report *report, struct text *out);
properties report_checked(const struct report *report);
// The property that a FALSE violates; otherwise the first that is checked.
enum property report_violated(const struct report *report);
const char *report_why_unknown(const struct report *report); // of UNKNOWN, without its detail
int report_status(const struct report *report);                       // enum exit_status
// Everything but the result line (nothing when quiet).
void report_text(const struct report *report, const struct report_style *style, FILE *out);
// "RESULT: …" and a newline, flushed. False if it could not be written.
bool report_result_line(const struct report *report, const struct report_style *style, FILE *out);
// Writes the file ("-": standard output). False with a message when it cannot be written.
bool report_json(const struct report *report, const char *file, struct error *error);
void report_json_text(const struct report *report, struct text *out);
bool report_sarif(const struct report *report, const char *file, struct error *error); // the same as SARIF 2.1.0

// The loop invariants, one line for each: "file:line:column (function): expression".
void report_invariants(const struct report *report, struct text *out);

// "file:line", without folders unless another file has the same name.
void report_place(const struct cfa *cfa, struct source_place place, struct text *out);
// Of UNKNOWN: a line for every engine that was run, proven facts, options to try. Appended.
void report_explanation(const struct report *report, struct text *out);
// For -v: the events; the outcome of each engine.
void report_timeline_print(const struct report_timeline *t, struct text *out);
void report_engines_print(const struct report_timeline *t, struct text *out);
// What the verdict rests on, said in the sentence above the result line: ", if read_sensor (sensor.c:12, no body)
// changes nothing"; "" if there is nothing special.
void report_condition(const struct report *report, struct text *out);
// Everything that the verdict rests on (docs/assumptions.md), as far as it applied: appended in a fixed order. Texts
// that are neither static nor of the cfa are kept in the cfa.
void report_assumptions(const struct report *report, struct vec_assumption *out);

// Warnings made from the report itself: undefined functions, approximations, assertions that were never reached;
// appended as owned strings (mem_free).
void report_warnings(const struct report *report, struct vec_ptr *out);

// What a check is, in words: "assertion", "call of reach_error", "signed integer overflow"; appended.
void report_assertion_kind(const struct assertion *a, struct text *out);
// Both in one: "assertion x != 10", "invalid memory access: a write outside of the object"; appended.
void report_assertion_words(const char *kind, const char *text, struct text *out);
const char *report_assertion_status(const struct assertion *a); // "proved", "violated", "unreachable", "unknown"
// Is its condition false as it is written: `assert(0)`?
bool report_assertion_is_false(struct source_files *sources, const struct assertion *a);
// "a.c:9 (main): assertion x != 10"; appended.
void report_assertion_line(const struct report *report, struct source_files *sources, const struct assertion *a,
                           struct text *out);
void report_assertions_print(const struct report *report, struct text *out); // the same where it says something

// Places where an error is tested for and that were not reached: the location before the edge into an error, or before
// the call of a function that does nothing but such a test. Locations are appended in order; nothing if `reached` is
// NULL. Of a verdict TRUE on a program only those whose check has the status UNREACHABLE.
void report_unreached(const struct report *report, struct vec_location *out);
// The kind of check at such a location: "assertion", "call of reach_error", …; borrowed from the cfa or static.
const char *report_test_text(const struct cfa *cfa, struct location location);

#endif
