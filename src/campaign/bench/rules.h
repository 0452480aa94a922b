// The verdict of a run, told from its exit status and its output.
//
// Programs differ in how they say it. A configuration has rules, of which the first that fits decides; those without
// rules print the result line of clew, which many wrappers print, too. What a limit ended is unknown, whatever was
// printed.
#ifndef CLEW_CAMPAIGN_BENCH_RULES_H
#define CLEW_CAMPAIGN_BENCH_RULES_H
#include "base/memory/arena.h"
#include "base/error.h"
#include "base/memory/vec.h"
#include "base/process/supervise.h"
#include "base/text/text.h"
#include <regex.h>

enum bench_verdict { BENCH_TRUE, BENCH_FALSE, BENCH_UNKNOWN, BENCH_ERROR };
extern const char *const bench_verdict_names[]; // by enum bench_verdict

struct bench_rule {
  enum bench_verdict verdict;
  const char *detail; // the violation, or the reason; may have $1 … $9 in it, groups of the expression; NULL: none
  bool has_status, has_output;
  int status; // exit status
  regex_t output; // POSIX extended, lines apart
};
VEC_TYPE(vec_bench_rule, struct bench_rule)

struct bench_answer {
  enum bench_verdict verdict;
  struct text detail; // the violation of FALSE, the reason of UNKNOWN and ERROR
};

// "true", "false(valid-deref)", "unknown(timeout)", "error": false: it is none.
bool bench_verdict_read(const char *text, struct arena *arena, enum bench_verdict *verdict, const char **detail);
void bench_answer_of(const struct vec_bench_rule *rules, const struct supervise_result *run, const char *output,
                     struct bench_answer *out);
void bench_rules_release(struct vec_bench_rule *rules);

#endif
