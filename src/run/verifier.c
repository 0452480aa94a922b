// See verifier.h.
#include "run/verifier.h"
#include "base/file/output.h"
#include "base/memory/alloc.h"
#include "check/check.h"
#include "run/precision_file.h"
#include <stdlib.h>
#include <string.h>

// --- checking --------------------------------------------------------------------------

static void prepare_replay(struct verifier *v) {
  struct job *job = v->job;
  v->replay = job_replay(job);
  v->replay.temp_dir = job->temp.path;
  v->replay.bitcode = job->program.front.bitcode;
  v->replay.given = FRONT_GIVEN;
  v->replay.seconds = 10;
  v->replay.invented = &v->result.invented;
  v->replay.stats = &job->stats;
}

// An automaton has no program to compile: it is run by itself on the inputs.
static bool replay_automaton(struct verifier *v, const struct claim *claim) {
  struct state *last = NULL;
  enum state_event event =
      state_replay(v->search.program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  bool good = event == STATE_ERROR && last && location_same(state_location(last), claim->error_location);
  if (last) state_free(last);
  text_clear(&v->result.check_message);
  text_add(&v->result.check_message, good ? "the automaton was run on the inputs and reached the error"
                                          : "the automaton does not reach the error on the inputs that were found");
  return good;
}

static void tell_checks(struct verifier *v, enum verdict verdict) {
  if (v->listener.checks) v->listener.checks(v->listener.context, verdict);
}

static void tell_checked(struct verifier *v, bool good, bool reproducible) {
  if (v->listener.checked) v->listener.checked(v->listener.context, good, reproducible);
}

// Whether the error claimed really happens; called by the engine with each error it finds.
static bool confirm(void *context, const struct claim *claim) {
  struct verifier *v = context;
  struct job *job = v->job;
  double before = clock_now();
  job_erase_progress(job);
  tell_checks(v, VERDICT_FALSE);
  if (job->request->kind == INPUT_FILE_CFA) {
    v->confirmed = replay_automaton(v, claim);
  } else {
    text_clear(&v->result.check_message);
    v->replay.seconds = limits_remaining(&job->limits) < 10 ? limits_remaining(&job->limits) : 10;
    struct error error = {0};
    if (!front_write_replay(&job->program.front, &error)) text_add(&v->result.check_message, error.message);
    bool written = !error.status;
    error_release(&error);
    enum replay replay = !written
                             ? REPLAY_FAILED
                             : replay_run(job->program.cfa, &job->limits, &v->replay, claim, &v->result.check_message);
    v->confirmed = replay == REPLAY_CONFIRMED;
  }
  job->stats.time_check += clock_now() - before;
  if (!v->confirmed && !limits_stopped(&job->limits)) v->refused++;
  tell_checked(v, v->confirmed, false);
  return v->confirmed;
}

#define EMERGENCY_SECONDS 0.25 // between two preparations of the emergency report

static void record_engine(const struct verifier *v, const struct engine_view *view, struct report_timeline *t) {
  uint32_t i = report_timeline_engine(t, v->plan.engine->name);
  struct engine_record *a = &t->engines.data[i];
  a->outcome = OUTCOME_STOPPED;
  a->seconds = v->job->stats.time_engine;
  a->effort = view->effort;
  a->turns = 1;
  engine_record_view(a, view);
}

// A run of one engine that must end at once has no time to describe its state: the text is prepared.
static void prepare_emergency(struct verifier *v) {
  double now = clock_now();
  if (!v->running || !v->plan.engine->view || !v->job->listener.explain || now < v->next_emergency) return;
  v->next_emergency = now + EMERGENCY_SECONDS;
  struct engine_view view = {0};
  struct report_timeline timeline = {0};
  struct text words = {0};
  v->plan.engine->view(v->running, &view);
  record_engine(v, &view, &timeline);
  timeline.engines.data[0].seconds = limits_elapsed(&v->job->limits);
  v->job->listener.explain(&timeline, &words);
  job_prepare_emergency(v->job, text_cstr(&words));
  text_release(&words);
  report_timeline_release(&timeline);
  engine_view_release(&view);
}

static void progress(void *context, const struct stats *stats, uint32_t depth) {
  struct verifier *v = context;
  if (v->listener.progress) v->listener.progress(v->listener.context);
  else prepare_emergency(v);
  job_progress(v->job, stats, depth);
}

static void asks(void *context, struct location at) {
  const struct verifier *v = context;
  v->listener.asks(v->listener.context, at);
}

// Statistics from now on are those of the certificate.
static void note_searched(void *context) {
  struct verifier *v = context;
  struct job *job = v->job;
  if (v->has_searched) return;
  v->has_searched = true;
  v->searched = job->stats;
  if (v->began > 0) // time_engine is not there yet
    v->searched.time_engine += clock_now() - v->began - (job->stats.time_check - v->checked);
}

static void check_true(struct verifier *v) {
  struct job *job = v->job;
  if (v->refused) {
    // An error was found that a run did not show: either the automaton or the run is wrong about the program.
    v->result.check = CHECK_REFUSED;
    result_refuse(&v->result, REASON_UNCONFIRMED, NULL);
    return;
  }
  if (job->request->options.no_check) {
    v->result.check = CHECK_SKIPPED;
    return;
  }
  double before = clock_now();
  const char *message = NULL;
  tell_checks(v, VERDICT_TRUE);
  bool good = certificate_check(job->program.cfa, &job->limits, &job->stats, &v->result.claim.certificate, false, NULL,
                                &message);
  job->stats.time_check += clock_now() - before;
  tell_checked(v, good, true);
  text_clear(&v->result.check_message);
  if (message) text_add(&v->result.check_message, message);
  v->result.check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) {
    certificate_invariants(&v->result.claim.certificate, job->program.cfa, &v->result.invariants);
    for (uint32_t i = 0; i < v->result.invariants.size; i++)
      facts_prove(v->search.facts, v->result.invariants.data[i].location, v->result.invariants.data[i].formula);
    return;
  }
  if (limits_stopped(&job->limits)) {
    v->result.check = CHECK_NONE;
    result_refuse(&v->result, limits_reason(&job->limits), "while the proof was checked");
  } else {
    result_refuse(&v->result, REASON_UNCONFIRMED, message);
  }
}

static void check_false(struct verifier *v) {
  struct job *job = v->job;
  if (job->request->options.no_check) {
    v->result.check = CHECK_SKIPPED;
    return;
  }
  // Not all engines ask for the confirmation themselves.
  bool good = v->confirmed || confirm(v, &v->result.claim);
  v->result.check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) return;
  if (limits_stopped(&job->limits)) {
    v->result.check = CHECK_NONE;
    result_refuse(&v->result, limits_reason(&job->limits), "while the counterexample was checked");
  } else {
    result_refuse(&v->result, REASON_UNCONFIRMED, text_cstr(&v->result.check_message));
  }
}

// --- the run ---------------------------------------------------------------------------

// For the engine that wants it (run_plan).
static void merge(void *context, bool tests) {
  struct verifier *v = context;
  struct job *job = v->job;
  const struct options *options = &job->request->options;
  if (job->program.merged || options->no_merge || options->no_compress || limits_stopped(&job->limits)) return;
  search_close(&v->search); // it is of the automaton as it was
  job_merge(job, tests);
  search_open(&v->search, job);
}

// The plan, completed by the fields that are the same for all runs.
static struct run_plan complete(struct verifier *v, const struct run_plan *plan) {
  const struct options *options = &v->job->request->options;
  struct run_plan whole = *plan;
  whole.solver = request_solver(v->job->request);
  whole.listener = (struct run_listener){.progress = options->quiet ? NULL : progress,
                                         .confirm = options->no_check ? NULL : confirm,
                                         .asks = v->listener.asks ? asks : NULL,
                                         .searched = note_searched,
                                         .context = v};
  whole.facts = options->facts;
  whole.merge = merge;
  whole.context = v;
  whole.view = &v->view;
  return whole;
}

// The time of the engine is without that of checks of counterexamples.
static void begin_engine(struct verifier *v) {
  v->began = clock_now();
  v->checked = v->job->stats.time_check;
}

static void end_engine(struct verifier *v) {
  v->job->stats.time_engine += clock_now() - v->began - (v->job->stats.time_check - v->checked);
  v->began = 0;
}

static void explain_unknown(struct verifier *v) {
  struct job *job = v->job;
  if (v->result.reason == REASON_NONE) {
    v->result.check = v->refused ? CHECK_REFUSED : CHECK_NONE;
    v->result.reason = v->refused                     ? REASON_UNCONFIRMED
                       : limits_stopped(&job->limits) ? limits_reason(&job->limits)
                                                      : REASON_INTERNAL;
  } else if (v->result.reason == REASON_UNCONFIRMED) {
    v->result.check = CHECK_REFUSED;
    // Where the error is, from the engine, and why it was not reproduced, from the check.
    if (v->result.detail && v->result.check_message.size) {
      text_printf(&v->result.explanation, "%s: %s", v->result.detail, text_cstr(&v->result.check_message));
      v->result.detail = text_cstr(&v->result.explanation);
    }
  }
}

static void take_reached(struct verifier *v) {
  size_t n = v->job->program.cfa->locations.size;
  mem_free(v->result.reached);
  v->result.reached = mem_alloc(n + 1);
  memcpy(v->result.reached, v->search.reached, n);
}

// The claim becomes the verdict, if its check succeeds.
static void check_claim(struct verifier *v) {
  job_erase_progress(v->job);
  take_reached(v);
  v->result.engine = v->plan.engine;
  v->result.statistics = v->plan.statistics;
  v->result.verdict = v->result.claim.verdict;
  v->result.reason = v->result.claim.reason;
  v->result.detail = v->result.claim.detail;
  if (v->result.verdict == VERDICT_TRUE) {
    note_searched(v);
    check_true(v);
    stats_difference(&v->job->stats, &v->searched, &v->job->certificate);
    v->job->has_certificate = true;
  } else if (v->result.verdict == VERDICT_FALSE) {
    check_false(v);
  } else {
    explain_unknown(v);
  }
}

void verifier_prepare(struct verifier *v) {
  struct job *job = v->job;
  if (!v->search.program) search_open(&v->search, job); // or a pre-run went before
  prepare_replay(v);
}

bool verifier_pre_run(struct verifier *v, struct error *error) {
  struct job *job = v->job;
  job_prepare_emergency(job, "What was tried:\n  a short pre-run for errors that are near was not finished\n");
  verifier_prepare(v);
  v->plan = complete(v, &(struct run_plan){.engine = run_pre_run_engine()});
  begin_engine(v);
  bool decided = run_pre_run(&v->search, &v->plan, &v->result.claim, error);
  end_engine(v);
  if (decided) check_claim(v);
  else job_erase_progress(job);
  return decided;
}

static bool note_running(void *context, const void *running, struct slice *slice) {
  struct verifier *v = context;
  v->running = running;
  if (!v->job->request->options.quiet) prepare_emergency(v); // its first query may be its last
  *slice = (struct slice){0};
  return true;
}

void verifier_run(struct verifier *v, const struct run_plan *plan, struct error *error) {
  struct job *job = v->job;
  v->plan = complete(v, plan);
  verifier_prepare(v);
  if (!precision_check(&job->request->options, job->program.cfa, v->search.program, &job->limits, error)) return;
  begin_engine(v);
  if (!plan->turn) {
    v->plan.turn = note_running;
    v->plan.turn_context = v;
  }
  bool opened = run_engine(&v->search, &v->plan, &v->result.claim, error);
  v->running = NULL;
  if (!opened) return;
  end_engine(v);
  check_claim(v);
}

void verifier_run_request(struct verifier *v, struct error *error) {
  const struct options *options = &v->job->request->options;
  const struct strategy *strategy = &options->strategy;
  if (strategy->run) {
    strategy->run(v, error);
    return;
  }
  struct run_plan plan = {.engine = strategy->engine,
                          .options = options->engine_options,
                          .statistics = v->job->statistics,
                          .no_pre_run = options->no_pre_run};
  verifier_run(v, &plan, error);
}

// --- the verdict -----------------------------------------------------------------------------------------------------

void verifier_decide(struct verifier *v) {
  struct job *job = v->job;
  bool violation = v->result.verdict == VERDICT_FALSE;
  enum property violated = PROPERTY_UNREACH;
  if (violation) violated = cfa_location(job->program.cfa, v->result.claim.error_location)->property;
  job_decide(job, v->result.verdict, violated);
}

void verifier_write_result(struct verifier *v, struct text *out) {
  struct job *job = v->job;
  verifier_record_engine(v);
  if (job->request->options.save_precision && v->search.facts)
    precision_write(job->program.cfa, v->search.facts, &v->result.invariants, &v->result.precision);
  result_write(&v->result, job, out);
}

bool verifier_read_result(struct verifier *v, const char *text) {
  struct job *job = v->job;
  struct result_head head;
  if (!result_read_head(text, &head)) return false;
  if (head.merged && !job->program.merged) {
    search_close(&v->search);
    job_merge(job, head.united);
  }
  if (head.verdict == VERDICT_FALSE) verifier_prepare(v); // its inputs are replayed for the trace
  result_release(&v->result);
  result_init(&v->result);
  return result_read(&v->result, job, v->search.program, text);
}

bool verifier_keep(struct verifier *v, const char *file) {
  struct job *job = v->job;
  struct text text = {0};
  if (v->result.verdict == VERDICT_TRUE) {
    struct certificate_header header = result_certificate(&v->result, job);
    certificate_write(&header, job->program.cfa, &v->result.claim.certificate, &text);
  } else if (job->request->kind == INPUT_FILE_CFA) {
    for (uint32_t i = 0; i < v->result.claim.inputs.size; i++) {
      struct term value = v->result.claim.inputs.data[i].value;
      if (term_none(value)) text_addc(&text, '0');
      else term_print_value(job->program.tm, value, true, &text);
      text_addc(&text, '\n');
    }
  } else {
    harness_write(job->program.cfa, &v->replay, &v->result.claim, &text);
  }
  struct error error = {0};
  bool good = output_write(file, &text, &error);
  error_release(&error);
  text_release(&text);
  return good;
}

void verifier_record_engine(struct verifier *v) {
  if (v->result.timeline.engines.size || !v->plan.engine) return;
  record_engine(v, &v->view, &v->result.timeline);
  struct engine_record *a = &v->result.timeline.engines.data[0];
  a->verdict = v->result.verdict;
  if (v->result.verdict != VERDICT_UNKNOWN) a->outcome = OUTCOME_DECIDED;
  else if (!limits_stopped(&v->job->limits)) engine_record_ended(a, v->result.reason, v->result.detail);
}

void verifier_init(struct verifier *v, struct job *job) {
  *v = (struct verifier){.job = job};
  result_init(&v->result);
}

void verifier_restart(struct verifier *v) {
  verifier_release(v);
  verifier_init(v, v->job);
}

void verifier_release(struct verifier *v) {
  result_release(&v->result);
  search_close(&v->search);
  engine_view_release(&v->view);
}
