// See verifier.h.
#include "run/verifier.h"
#include "base/file/output.h"
#include "check/certificate.h"
#include "check/check.h"
#include "run/precision.h"
#include "run/schedule.h"
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
  v->replay.invented = &v->invented;
  v->replay.stats = &job->stats;
}

// An automaton has no program to compile: it is run by itself on the inputs.
static bool replay_automaton(struct verifier *v, const struct claim *claim) {
  struct state *last = NULL;
  enum state_event event =
      state_replay(v->search.program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  bool good = event == STATE_ERROR && last && location_same(state_location(last), claim->error_location);
  if (last) state_free(last);
  text_clear(&v->check_message);
  text_add(&v->check_message, good ? "the automaton was run on the inputs and reached the error"
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
    text_clear(&v->check_message);
    v->replay.seconds = limits_remaining(&job->limits) < 10 ? limits_remaining(&job->limits) : 10;
    struct error error = {0};
    if (!front_write_replay(&job->program.front, &error)) text_add(&v->check_message, error.message);
    bool written = !error.status;
    error_release(&error);
    enum replay replay = !written ? REPLAY_FAILED
                                  : replay_run(job->program.cfa, &job->limits, &v->replay, claim, &v->check_message);
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

void verifier_refuse(struct verifier *v, enum reason reason, const char *detail) {
  v->verdict = VERDICT_UNKNOWN;
  v->reason = reason;
  v->detail = detail;
}

static void check_true(struct verifier *v) {
  struct job *job = v->job;
  if (v->refused) {
    // An error was found that a run did not show: either the automaton or the run is wrong about the program.
    v->check = CHECK_REFUSED;
    verifier_refuse(v, REASON_UNCONFIRMED, NULL);
    return;
  }
  if (job->request->options.no_check) {
    v->check = CHECK_SKIPPED;
    return;
  }
  double before = clock_now();
  const char *message = NULL;
  tell_checks(v, VERDICT_TRUE);
  bool good =
      certificate_check(job->program.cfa, &job->limits, &job->stats, &v->claim.certificate, false, NULL, &message);
  job->stats.time_check += clock_now() - before;
  tell_checked(v, good, true);
  text_clear(&v->check_message);
  if (message) text_add(&v->check_message, message);
  v->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) {
    certificate_invariants(&v->claim.certificate, job->program.cfa, &v->invariants);
    for (uint32_t i = 0; i < v->invariants.size; i++)
      facts_prove(v->search.facts, v->invariants.data[i].location, v->invariants.data[i].formula);
    return;
  }
  if (limits_stopped(&job->limits)) {
    v->check = CHECK_NONE;
    verifier_refuse(v, limits_reason(&job->limits), "while the proof was checked");
  } else {
    verifier_refuse(v, REASON_UNCONFIRMED, message);
  }
}

static void check_false(struct verifier *v) {
  struct job *job = v->job;
  if (job->request->options.no_check) {
    v->check = CHECK_SKIPPED;
    return;
  }
  // Not all engines ask for the confirmation themselves.
  bool good = v->confirmed || confirm(v, &v->claim);
  v->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) return;
  if (limits_stopped(&job->limits)) {
    v->check = CHECK_NONE;
    verifier_refuse(v, limits_reason(&job->limits), "while the counterexample was checked");
  } else {
    verifier_refuse(v, REASON_UNCONFIRMED, text_cstr(&v->check_message));
  }
}

// --- the run ---------------------------------------------------------------------------

// For the schedule.
static void merge(struct verifier *v, struct run_setting *setting, bool tests) {
  struct job *job = v->job;
  if (job->program.merged || job->request->options.no_merge) return;
  search_close(&v->search); // it is of the automaton as it was
  job_merge(job, tests);
  search_open(&v->search, job);
  *setting = search_setting(&v->search, setting->solver, setting->listener);
}

static void large_blocks(void *context, struct run_setting *setting) { merge(context, setting, false); }
static void unite_tests(void *context, struct run_setting *setting) { merge(context, setting, true); }

static struct schedule schedule_of(struct verifier *v) {
  struct job *job = v->job;
  const struct options *options = &job->request->options;
  const struct verifier_plan *plan = &v->plan;
  struct run_listener listener = {.progress = options->quiet ? NULL : progress,
                                  .confirm = options->no_check ? NULL : confirm,
                                  .asks = v->listener.asks ? asks : NULL,
                                  .context = v};
  return (struct schedule){
      .engine = plan->engine,
      .options = plan->options,
      .statistics = plan->statistics,
      .no_pre_run = plan->no_pre_run,
      .facts = options->facts,
      .turn = plan->turn,
      .turn_context = plan->context,
      .setting = search_setting(&v->search, request_solver(job->request), listener),
      .large_blocks = large_blocks,
      .unite_tests = unite_tests,
      .context = v,
      .view = &v->view,
  };
}

static void explain_unknown(struct verifier *v) {
  struct job *job = v->job;
  if (v->reason == REASON_NONE) {
    v->check = v->refused ? CHECK_REFUSED : CHECK_NONE;
    v->reason = v->refused                     ? REASON_UNCONFIRMED
                : limits_stopped(&job->limits) ? limits_reason(&job->limits)
                                               : REASON_INTERNAL;
  } else if (v->reason == REASON_UNCONFIRMED) {
    v->check = CHECK_REFUSED;
    // Where the error is, from the engine, and why it was not reproduced, from the check.
    if (v->detail && v->check_message.size) {
      text_printf(&v->explanation, "%s: %s", v->detail, text_cstr(&v->check_message));
      v->detail = text_cstr(&v->explanation);
    }
  }
}

// The claim becomes the verdict, if its check succeeds.
static void check_claim(struct verifier *v) {
  job_erase_progress(v->job);
  v->verdict = v->claim.verdict;
  v->reason = v->claim.reason;
  v->detail = v->claim.detail;
  if (v->verdict == VERDICT_TRUE) check_true(v);
  else if (v->verdict == VERDICT_FALSE) check_false(v);
  else explain_unknown(v);
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
  v->plan = (struct verifier_plan){.engine = schedule_pre_run_engine()};
  struct schedule schedule = schedule_of(v);
  double before = clock_now(), checked = job->stats.time_check;
  bool decided = schedule_pre_run(&schedule, &v->claim, error);
  job->stats.time_engine += clock_now() - before - (job->stats.time_check - checked);
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

void verifier_run(struct verifier *v, const struct verifier_plan *plan, struct error *error) {
  struct job *job = v->job;
  v->plan = *plan;
  verifier_prepare(v);
  if (!precision_check(&job->request->options, job->program.cfa, v->search.program, &job->limits, error)) return;
  double before = clock_now(), checked = job->stats.time_check;
  struct schedule schedule = schedule_of(v);
  if (!plan->turn) {
    schedule.turn = note_running;
    schedule.turn_context = v;
  }
  bool opened = schedule_run(&schedule, &v->claim, error);
  v->running = NULL;
  if (!opened) return;
  job->stats.time_engine += clock_now() - before - (job->stats.time_check - checked);
  check_claim(v);
}

// --- the verdict -----------------------------------------------------------------------------------------------------

void verifier_decide(struct verifier *v) {
  struct job *job = v->job;
  if (v->review && !v->reviewed) v->review(v, v->review_context);
  v->reviewed = true;
  if (v->verdict == VERDICT_FALSE) job->violated = cfa_location(job->program.cfa, v->claim.error_location)->property;
  atomic_store(&job->decided, (int)v->verdict);
}

struct certificate_header verifier_certificate(const struct verifier *v) {
  const struct job *job = v->job;
  return (struct certificate_header){
      .bits = request_bits(job->request),
      .sliced = !job->request->options.no_slice,
      .merged = job->program.merged && !job->program.united,
      .united = job->program.united,
      .partial = v->verdict != VERDICT_TRUE,
      .entry = (char *)request_entry(job->request),
      .program = certificate_program(job->program.cfa),
  };
}

bool verifier_keep(struct verifier *v, const char *file) {
  struct job *job = v->job;
  struct text text = {0};
  if (v->verdict == VERDICT_TRUE) {
    struct certificate_header header = verifier_certificate(v);
    certificate_write(&header, job->program.cfa, &v->claim.certificate, &text);
  } else if (job->request->kind == INPUT_FILE_CFA) {
    for (uint32_t i = 0; i < v->claim.inputs.size; i++) {
      struct term value = v->claim.inputs.data[i].value;
      if (term_none(value)) text_addc(&text, '0');
      else term_print_value(job->program.tm, value, true, &text);
      text_addc(&text, '\n');
    }
  } else {
    harness_write(job->program.cfa, &v->replay, &v->claim, &text);
  }
  struct error error = {0};
  bool good = output_write(file, &text, &error);
  error_release(&error);
  text_release(&text);
  return good;
}

void verifier_record_engine(struct verifier *v) {
  if (v->timeline.engines.size || !v->plan.engine) return;
  record_engine(v, &v->view, &v->timeline);
  struct engine_record *a = &v->timeline.engines.data[0];
  a->verdict = v->verdict;
  if (v->verdict != VERDICT_UNKNOWN) a->outcome = OUTCOME_DECIDED;
  else if (!limits_stopped(&v->job->limits)) engine_record_ended(a, v->reason, v->detail);
}

void verifier_init(struct verifier *v, struct job *job) {
  *v = (struct verifier){.job = job};
  claim_init(&v->claim);
}

void verifier_release(struct verifier *v) {
  vec_invariant_release(&v->invariants);
  claim_release(&v->claim);
  search_close(&v->search);
  vec_string_release(&v->invented);
  text_release(&v->check_message);
  text_release(&v->explanation);
  engine_view_release(&v->view);
  report_timeline_release(&v->timeline);
}
