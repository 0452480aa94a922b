// See statuses.h.
#include "report/statuses.h"
#include "report/report.h"
#include "campaign/vacuity.h"

// The calls on the stack where the run of the counterexample ends, innermost last.
static void find_calls(struct verifier *v, struct vec_edge *calls) {
  struct state *last = NULL;
  const struct claim *claim = &v->result.claim;
  enum state_event event =
      state_replay(v->search.program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  if (last && event == STATE_ERROR) state_call_string(last, calls);
  if (last) state_free(last);
}

static void note_violated(struct verifier *v) {
  struct job *job = v->job;
  struct vec_edge calls = {0};
  if (cfa_assertion_is_called(&job->program.assertions, job->program.cfa, v->result.claim.error_location))
    find_calls(v, &calls);
  uint32_t index = cfa_assertion_of(job->program.cfa, &job->program.assertions, v->result.claim.error_location, &calls);
  if (index != ASSERTION_NONE) job->program.assertions.data[index].status = ASSERTION_VIOLATED;
  vec_edge_release(&calls);
}

static void note_rest(struct job *job, enum assertion_status status, const char *reason) {
  for (uint32_t i = 0; i < job->program.assertions.size; i++) {
    struct assertion *a = &job->program.assertions.data[i];
    if (a->status != ASSERTION_UNKNOWN || a->disabled) continue;
    a->status = status;
    a->reason = reason;
  }
}

// `assert(0)` has no condition: it holds exactly if its location is unreachable.
static void note_false(struct job *job) {
  struct source_files *sources = source_files_new(job->program.cfa);
  for (uint32_t i = 0; i < job->program.assertions.size; i++) {
    struct assertion *a = &job->program.assertions.data[i];
    if (a->status == ASSERTION_PROVED && report_assertion_is_false(sources, a)) a->status = ASSERTION_UNREACHABLE;
  }
  source_files_free(sources);
}

void results_finish(struct verifier *v, const struct undefined_exits *exits) {
  struct job *job = v->job;
  if (!job->program.cfa) return;
  switch (v->result.verdict) {
  case VERDICT_TRUE:
    note_rest(job, ASSERTION_PROVED, NULL);
    vacuity_mark(&exits->markers, &job->program.assertions);
    note_false(job);
    break;
  case VERDICT_FALSE:
    note_violated(v);
    note_rest(job, ASSERTION_UNKNOWN, "the run ended with another violation");
    break;
  case VERDICT_UNKNOWN: note_rest(job, ASSERTION_UNKNOWN, reason_sentence(v->result.reason)); break;
  }
}
