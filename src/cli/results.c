// See results.h.
#include "cli/results.h"
#include "cli/probing.h"

// The calls on the stack where the run of the counterexample ends, innermost last.
static void find_calls(struct verification *v, struct vec_edge *calls) {
  struct state *last = NULL;
  const struct claim *claim = &v->claim;
  enum state_event event =
      state_replay(v->program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  if (last && event == STATE_ERROR) state_call_string(last, calls);
  if (last) state_free(last);
}

static void note_violated(struct verification *v) {
  struct session *session = v->session;
  struct vec_edge calls = {0};
  if (cfa_assertion_is_called(&session->assertions, session->cfa, v->claim.error_location)) find_calls(v, &calls);
  uint32_t index = cfa_assertion_of(session->cfa, &session->assertions, v->claim.error_location, &calls);
  if (index != ASSERTION_NONE) session->assertions.data[index].status = ASSERTION_VIOLATED;
  vec_edge_release(&calls);
}

static void note_rest(struct session *session, enum assertion_status status, const char *reason) {
  for (uint32_t i = 0; i < session->assertions.size; i++) {
    struct assertion *a = &session->assertions.data[i];
    if (a->status != ASSERTION_UNKNOWN || a->disabled) continue;
    a->status = status;
    a->reason = reason;
  }
}

// `assert(0)` has no test that could be come to: that it cannot be violated is that nothing comes there.
static void note_false(struct session *session) {
  struct source_files *sources = source_files_new(session->cfa);
  for (uint32_t i = 0; i < session->assertions.size; i++) {
    struct assertion *a = &session->assertions.data[i];
    if (a->status == ASSERTION_PROVED && report_assertion_is_false(sources, a)) a->status = ASSERTION_UNREACHABLE;
  }
  source_files_free(sources);
}

void results_settle(struct verification *v) {
  struct session *session = v->session;
  if (!session->cfa) return;
  switch (v->verdict) {
  case VERDICT_TRUE:
    note_rest(session, ASSERTION_PROVED, NULL);
    probing_settle(&v->ends.probes, &session->assertions);
    note_false(session);
    break;
  case VERDICT_FALSE:
    note_violated(v);
    note_rest(session, ASSERTION_UNKNOWN, "the run ended with another violation");
    break;
  case VERDICT_UNKNOWN: note_rest(session, ASSERTION_UNKNOWN, reason_sentence(v->reason)); break;
  }
}
