// clew as a library: does a C program reach an error?
//
//   struct clew_request *request = clew_request_new();
//   clew_request_add(request, "--check");
//   clew_request_add(request, "assert,memory");
//   clew_request_add(request, "program.c");
//   struct clew_result *result = clew_run(request, NULL);
//   puts(clew_result_text(result));
//   clew_result_free(result);
//   clew_request_free(request);
//
// A run has a process of its own. In the calling process nothing is written to the standard streams, no signal handler,
// timer or limit is set, and no child but the one of the run is waited for. Nor does the host reach a run: its buffered
// text, locale, rounding mode, signal handlers and the stack of the calling thread stay its own. Requests are
// independent of each other: several threads may run one each. A request does not change while it runs, and can be run
// again.
#ifndef CLEW_H
#define CLEW_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- what is asked ---------------------------------------------------------------------------------------------------

struct clew_request;
struct clew_request *clew_request_new(void); // NULL: no memory
void clew_request_free(struct clew_request *request); // may be NULL
// One more word of the command line of `clew verify`: an option, the value of one, a flag of the compiler, or a file.
// Outputs are options, too (--witness FILE, --sarif FILE, …), and are files: there is no standard output. Relative
// names are looked up where the process is when it runs. False: no memory.
bool clew_request_add(struct clew_request *request, const char *word);
// From any thread, also from `progress`: ends a run of the request as Ctrl-C does. The run then ends with the reason
// "interrupted". Where no run is under way, the next one ends at once.
void clew_request_stop(struct clew_request *request);

// --- the run ---------------------------------------------------------------------------------------------------------

struct clew_listener {
  void *context;
  // Now and then, on the thread that called clew_run: what is being done, in one line.
  void (*progress)(void *context, const char *line);
};

// Runs the request to its end. `listener` may be NULL. NULL: no memory, or no process could be started.
struct clew_result *clew_run(struct clew_request *request, const struct clew_listener *listener);

// --- the result ------------------------------------------------------------------------------------------------------

enum clew_verdict {
  CLEW_UNKNOWN, // with the reason "internal" also where the process of the run died
  CLEW_TRUE, // no error can be reached: there is a proof, and it was checked
  CLEW_FALSE, // an error can be reached: it was seen in a run of the program
  CLEW_MISTAKE, // nothing was run: a word of the request is wrong, or the program cannot be read (clew_result_message)
};

struct clew_check {
  const char *file, *function; // "" where not known
  uint32_t line, column;
  const char *kind; // "assertion", "invalid memory access", …
  const char *text; // what exactly, as the source has it; "" where not known
  const char *status; // "proved", "violated", "unreachable", "unknown"
};

struct clew_result;
void clew_result_free(struct clew_result *result); // may be NULL
enum clew_verdict clew_result_verdict(const struct clew_result *result);
// "true", "false(valid-deref)", "unknown(timeout)". All strings live as long as the result.
const char *clew_result_text(const struct clew_result *result);
const char *clew_result_reason(const struct clew_result *result); // of UNKNOWN, in a sentence; "" otherwise
const char *clew_result_message(const struct clew_result *result); // what was complained of, a line each; "" if nothing
size_t clew_result_checks(const struct clew_result *result); // how many
struct clew_check clew_result_check(const struct clew_result *result, size_t number);
size_t clew_result_lines(const struct clew_result *result); // of the counterexample
const char *clew_result_line(const struct clew_result *result, size_t number);
size_t clew_result_assumptions(const struct clew_result *result); // what the verdict rests on beside the program
const char *clew_result_assumption(const struct clew_result *result, size_t number);
const char *clew_result_json(const struct clew_result *result); // everything (docs/json-format.md); "" of a mistake

#ifdef __cplusplus
}
#endif

#endif
