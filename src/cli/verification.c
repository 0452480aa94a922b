// See verification.h.
#include "cli/verification.h"
#include "base/alloc.h"
#include "cli/command.h"
#include "cli/nothing.h"
#include "cli/precision.h"
#include "cli/probing.h"
#include "cli/results.h"
#include "engine/schedule.h"
#include "proof/certificate.h"
#include "report/html.h"
#include "report/report.h"
#include "report/witness/witness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- checking --------------------------------------------------------------------------

static void prepare_replay(struct verification *v) {
  struct session *session = v->session;
  v->replay = session_replay(session);
  v->replay.temp_dir = session->temp.path;
  v->replay.bitcode = session->front.bitcode;
  v->replay.given = FRONT_GIVEN;
  v->replay.seconds = 10;
  v->replay.invented = &v->invented;
  v->replay.stats = &session->stats;
}

// An automaton has no program to compile: it is run by itself on the inputs.
static bool replay_automaton(struct verification *v, const struct claim *claim) {
  struct state *last = NULL;
  enum state_event event =
      state_replay(v->program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  bool good = event == STATE_ERROR && last && location_same(state_location(last), claim->error_location);
  if (last) state_free(last);
  text_clear(&v->check_message);
  text_add(&v->check_message, good ? "the automaton was run on the inputs and reached the error"
                                   : "the automaton does not reach the error on the inputs that were found");
  return good;
}

static void tell_checks(struct verification *v, enum verdict verdict) {
  if (v->listener.checks) v->listener.checks(v->listener.context, verdict);
}

static void tell_checked(struct verification *v, bool good, bool reproducible) {
  if (v->listener.checked) v->listener.checked(v->listener.context, good, reproducible);
}

// Whether the error claimed really happens; called by the engine with each error it finds.
static bool confirm(void *context, const struct claim *claim) {
  struct verification *v = context;
  struct session *session = v->session;
  double before = clock_now();
  session_erase_progress(session);
  tell_checks(v, VERDICT_FALSE);
  if (session->kind == INPUT_FILE_CFA) {
    v->confirmed = replay_automaton(v, claim);
  } else {
    text_clear(&v->check_message);
    v->replay.seconds = limits_remaining(&session->limits) < 10 ? limits_remaining(&session->limits) : 10;
    struct error error = {0};
    if (!front_write_replay(&session->front, &error)) text_add(&v->check_message, error.message);
    bool written = !error.status;
    error_release(&error);
    enum replay replay = !written ? REPLAY_FAILED
                                  : proof_replay(session->cfa, &session->limits, &v->replay, claim, &v->check_message);
    v->confirmed = replay == REPLAY_CONFIRMED;
  }
  session->stats.time_check += clock_now() - before;
  if (!v->confirmed && !limits_stopped(&session->limits)) v->refused++;
  tell_checked(v, v->confirmed, false);
  return v->confirmed;
}

#define WORDS_SECONDS 0.25 // between two times that last words are prepared

static void tell_attempt(const struct verification *v, const struct engine_view *view, struct report_timeline *t) {
  uint32_t i = report_timeline_attempt(t, v->plan.engine->name);
  struct report_attempt *a = &t->attempts.data[i];
  a->outcome = ATTEMPT_STOPPED;
  a->seconds = v->session->stats.time_engine;
  a->effort = view->effort;
  a->turns = 1;
  report_attempt_view(a, view);
}

// A run of one engine that must end at once has no time to say what it was doing.
static void prepare_words(struct verification *v) {
  double now = clock_now();
  if (!v->running || !v->plan.engine->view || now < v->next_words) return;
  v->next_words = now + WORDS_SECONDS;
  struct engine_view view = {0};
  struct report_timeline timeline = {0};
  struct text words = {0};
  v->plan.engine->view(v->running, &view);
  tell_attempt(v, &view, &timeline);
  timeline.attempts.data[0].seconds = limits_elapsed(&v->session->limits);
  report_explanation(&(struct report){.timeline = &timeline}, &words);
  session_prepare_words(v->session, text_cstr(&words));
  text_release(&words);
  report_timeline_release(&timeline);
  engine_view_release(&view);
}

static void progress(void *context, const struct stats *stats, uint32_t depth) {
  struct verification *v = context;
  if (v->listener.progress) v->listener.progress(v->listener.context);
  else prepare_words(v);
  session_progress(v->session, stats, depth);
}

static void asks(void *context, struct location at) {
  const struct verification *v = context;
  v->listener.asks(v->listener.context, at);
}

void verification_refuse(struct verification *v, enum reason reason, const char *detail) {
  v->verdict = VERDICT_UNKNOWN;
  v->reason = reason;
  v->detail = detail;
}

static void check_true(struct verification *v) {
  struct session *session = v->session;
  if (v->refused) {
    // An error was found that a run did not show: either the automaton or the run is wrong about the program.
    v->check = CHECK_REFUSED;
    verification_refuse(v, REASON_UNCONFIRMED, NULL);
    return;
  }
  if (session->options.no_check) {
    v->check = CHECK_SKIPPED;
    return;
  }
  double before = clock_now();
  const char *message = NULL;
  tell_checks(v, VERDICT_TRUE);
  bool good =
      proof_check(session->cfa, &session->limits, &session->stats, &v->claim.certificate, false, NULL, &message);
  session->stats.time_check += clock_now() - before;
  tell_checked(v, good, true);
  text_clear(&v->check_message);
  if (message) text_add(&v->check_message, message);
  v->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) {
    proof_invariants(&v->claim.certificate, session->cfa, &v->invariants);
    for (uint32_t i = 0; i < v->invariants.size; i++)
      facts_prove(v->facts, v->invariants.data[i].location, v->invariants.data[i].formula);
    return;
  }
  if (limits_stopped(&session->limits)) {
    v->check = CHECK_NONE;
    verification_refuse(v, limits_reason(&session->limits), "while the proof was checked");
  } else {
    verification_refuse(v, REASON_UNCONFIRMED, message);
  }
}

static void check_false(struct verification *v) {
  struct session *session = v->session;
  if (session->options.no_check) {
    v->check = CHECK_SKIPPED;
    return;
  }
  // An engine that does not ask is asked for.
  bool good = v->confirmed || confirm(v, &v->claim);
  v->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) return;
  if (limits_stopped(&session->limits)) {
    v->check = CHECK_NONE;
    verification_refuse(v, limits_reason(&session->limits), "while the counterexample was checked");
  } else {
    verification_refuse(v, REASON_UNCONFIRMED, text_cstr(&v->check_message));
  }
}

// --- the run ---------------------------------------------------------------------------

static void release_program(struct verification *v) {
  if (v->facts) facts_free(v->facts);
  if (v->program) program_free(v->program);
  mem_free(v->reached);
  v->facts = NULL;
  v->program = NULL;
  v->reached = NULL;
}

// The program of the automaton as it is now.
static void new_program(struct verification *v) {
  struct session *session = v->session;
  v->program = program_new(session->cfa, &session->limits, &session->stats);
  v->facts = facts_new(session->cfa, v->program, &session->limits, (uint64_t)session->options.seed);
  v->reached = mem_zalloc(session->cfa->locations.size + 1, 1);
}

// For the schedule.
static void merge(struct verification *v, struct run_setting *setting, bool tests) {
  struct session *session = v->session;
  if (session->merged || session->options.no_merge) return;
  release_program(v); // it is that of the automaton as it was
  session_merge(session, tests);
  new_program(v);
  setting->program = v->program;
  setting->facts = v->facts;
  setting->reached = v->reached;
}

static void large_blocks(void *context, struct run_setting *setting) { merge(context, setting, false); }
static void unite_tests(void *context, struct run_setting *setting) { merge(context, setting, true); }

static struct schedule schedule_of(struct verification *v) {
  struct session *session = v->session;
  const struct options *options = &session->options;
  const struct verification_plan *plan = &v->plan;
  struct run_listener listener = {.progress = options->quiet ? NULL : progress,
                                  .confirm = options->no_check ? NULL : confirm,
                                  .asks = v->listener.asks ? asks : NULL,
                                  .context = v};
  return (struct schedule){
      .engine = plan->engine,
      .options = plan->options,
      .statistics = plan->statistics,
      .no_look = plan->no_look,
      .facts = options->facts,
      .turn = plan->turn,
      .turn_context = plan->context,
      .setting = {.cfa = session->cfa,
                  .program = v->program,
                  .limits = &session->limits,
                  .stats = &session->stats,
                  .solver = session_solver(session),
                  .seed = (uint64_t)options->seed,
                  .facts = v->facts,
                  .listener = listener,
                  .reached = v->reached},
      .large_blocks = large_blocks,
      .unite_tests = unite_tests,
      .context = v,
      .view = &v->view,
  };
}

static void explain_unknown(struct verification *v) {
  struct session *session = v->session;
  if (v->reason == REASON_NONE) {
    v->check = v->refused ? CHECK_REFUSED : CHECK_NONE;
    v->reason = v->refused                         ? REASON_UNCONFIRMED
                : limits_stopped(&session->limits) ? limits_reason(&session->limits)
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

// What was claimed becomes the verdict, if it stands its check.
static void settle(struct verification *v) {
  session_erase_progress(v->session);
  v->verdict = v->claim.verdict;
  v->reason = v->claim.reason;
  v->detail = v->claim.detail;
  if (v->verdict == VERDICT_TRUE) check_true(v);
  else if (v->verdict == VERDICT_FALSE) check_false(v);
  else explain_unknown(v);
}

void verification_prepare(struct verification *v) {
  if (!v->program) new_program(v); // or a look went before
  prepare_replay(v);
}

bool verification_look(struct verification *v, struct error *error) {
  struct session *session = v->session;
  session_prepare_words(session, "What was tried:\n  a short look for errors that are near was not finished\n");
  verification_prepare(v);
  v->plan = (struct verification_plan){.engine = session->options.engine_used};
  struct schedule schedule = schedule_of(v);
  double before = clock_now(), checked = session->stats.time_check;
  bool decided = schedule_look(&schedule, &v->claim, error);
  session->stats.time_engine += clock_now() - before - (session->stats.time_check - checked);
  v->plan.engine = engine_find(v->plan.engine->looks_first);
  if (decided) settle(v);
  else session_erase_progress(session);
  return decided;
}

static bool note_running(void *context, const void *running, struct slice *slice) {
  struct verification *v = context;
  v->running = running;
  if (!v->session->options.quiet) prepare_words(v); // its first query may be its last
  *slice = (struct slice){0};
  return true;
}

void verification_run(struct verification *v, const struct verification_plan *plan, struct error *error) {
  struct session *session = v->session;
  v->plan = *plan;
  verification_prepare(v);
  if (!precision_check(&session->options, session->cfa, v->program, &session->limits, error)) return;
  double before = clock_now(), checked = session->stats.time_check;
  struct schedule schedule = schedule_of(v);
  if (!plan->turn) {
    schedule.turn = note_running;
    schedule.turn_context = v;
  }
  bool opened = schedule_run(&schedule, &v->claim, error);
  v->running = NULL;
  if (!opened) return;
  session->stats.time_engine += clock_now() - before - (session->stats.time_check - checked);
  settle(v);
}

// --- the result --------------------------------------------------------------------------

static FILE *text_stream(const struct session *session) {
  return session_text_goes_to_stderr(session) ? stderr : stdout;
}

static struct certificate_header certificate_header(const struct verification *v) {
  const struct session *session = v->session;
  return (struct certificate_header){
      .bits = session_bits(session),
      .sliced = !session->options.no_slice,
      .merged = session->merged && !session->united,
      .united = session->united,
      .partial = v->verdict != VERDICT_TRUE,
      .entry = (char *)session_entry(session),
      .program = certificate_program(session->cfa),
  };
}

// The proof of TRUE; otherwise what the engine has of one, if it has anything.
static int write_certificate(struct verification *v) {
  struct session *session = v->session;
  const struct certificate *certificate = &v->claim.certificate;
  const char *file = session->options.certificate;
  if (v->verdict == VERDICT_FALSE || certificate_is_empty(certificate)) {
    session_complain(session, "there is no proof to write as a certificate");
    return 0;
  }
  struct certificate_header header = certificate_header(v);
  struct text text = {0};
  struct error error = {0};
  certificate_write(&header, session->cfa, certificate, &text);
  bool good = output_write(file, &text, &error);
  int status = error.status;
  if (!good) session_complain(session, error.message);
  else if (!session->options.quiet && strcmp(file, "-") != 0)
    fprintf(text_stream(session), "The certificate%s is in %s.\n", header.partial ? " of a partial proof" : "", file);
  error_release(&error);
  text_release(&text);
  return status;
}

bool verification_keep(struct verification *v, const char *file) {
  struct session *session = v->session;
  struct text text = {0};
  if (v->verdict == VERDICT_TRUE) {
    struct certificate_header header = certificate_header(v);
    certificate_write(&header, session->cfa, &v->claim.certificate, &text);
  } else if (session->kind == INPUT_FILE_CFA) {
    for (uint32_t i = 0; i < v->claim.inputs.size; i++) {
      struct term value = v->claim.inputs.data[i].value;
      if (term_none(value)) text_addc(&text, '0');
      else term_print_value(session->tm, value, true, &text);
      text_addc(&text, '\n');
    }
  } else {
    proof_harness(session->cfa, &v->replay, &v->claim, &text);
  }
  struct error error = {0};
  bool good = output_write(file, &text, &error);
  error_release(&error);
  text_release(&text);
  return good;
}

// Next to a harness: a copy of the program, if there are values that only it asks for. Its name, or NULL.
static char *write_copy(struct verification *v, const char *harness, struct error *error) {
  struct session *session = v->session;
  bool needed = session->entry.has_parameters || session->database.file || session->linked ||
                proof_needs_copy(session->cfa, &v->claim);
  if (strcmp(harness, "-") == 0 || !needed) return NULL;
  bool given = false;
  for (uint32_t i = 0; i < v->invented.size; i++) given |= strcmp(v->invented.data[i], REPLAY_ASSEMBLY) == 0;
  size_t length = strlen(harness);
  if (length > 2 && strcmp(harness + length - 2, ".c") == 0) length -= 2;
  struct text name = {0};
  text_printf(&name, "%.*s.bc", (int)length, harness);
  char *file = mem_strdup(text_cstr(&name));
  text_release(&name);
  if (front_write_copy(&session->front, file, given, error)) return file;
  mem_free(file);
  return NULL;
}

// Why a witness of TRUE says nothing.
static const char *lack_of_witness(const struct verification *v, const char *witness) {
  if (v->verdict != VERDICT_TRUE || strstr(witness, "- invariant:")) return "";
  return v->invariants.size ? "; it has no invariants: those of the proof cannot be said in C where the loops are"
                            : "; it has no invariants: the proof needs none";
}

// What a witness is about. Undefined behaviour is no property of the format: TRUE is witnessed for the others that were
// checked, and FALSE for the one that is violated.
static properties witnessed(const struct verification *v, enum verdict verdict) {
  const struct session *session = v->session;
  static const properties memory = PROPERTY_SET(DEREF) | PROPERTY_SET(FREE);
  properties checked = session->specification.checked;
  if (!(checked & PROPERTY_SET(UNDEFINED))) return checked;
  if (verdict != VERDICT_FALSE || location_none(v->claim.error_location)) return checked & ~PROPERTY_SET(UNDEFINED);
  properties violated = 1u << cfa_location(session->cfa, v->claim.error_location)->property;
  return violated & memory ? memory : violated;
}

const char *verification_no_witness(const struct verification *v, enum verdict verdict) {
  const struct session *session = v->session;
  struct text specification = {0};
  const char *why = NULL;
  if (verdict == VERDICT_UNKNOWN) why = "there is no verdict to write a witness of";
  else if (session->kind != INPUT_FILE_C) why = "only C programs have witnesses";
  else if (!specification_print(&session->specification, witnessed(v, verdict), session_function(session),
                                &specification))
    why = "undefined behaviour is no property of the witness format: there is no witness of it";
  text_release(&specification);
  return why;
}

bool verification_witness(struct verification *v, const struct report *report, struct text *out, struct error *error) {
  const struct session *session = v->session;
  struct text specification = {0};
  specification_print(&session->specification, witnessed(v, v->verdict), session_function(session), &specification);
  struct witness_task task = {.format = (enum witness_format)session->options.witness_format,
                              .specification = text_cstr(&specification),
                              .course = v->course};
  bool made = witness_write(report, &task, out, error);
  text_release(&specification);
  return made;
}

static int write_witness(struct verification *v, const struct report *report) {
  struct session *session = v->session;
  const char *file = session->options.witness, *why = verification_no_witness(v, v->verdict);
  if (why) {
    if (!session->in_round) session_complain(session, why);
    return 0;
  }
  struct text text = {0};
  struct error error = {0};
  bool made = verification_witness(v, report, &text, &error);
  if (made && v->verdict == VERDICT_TRUE && session->proved_witness.size)
    witness_join(&text, text_cstr(&session->proved_witness));
  bool lacks = made && v->verdict == VERDICT_FALSE && !witness_has_target(text_cstr(&text));
  if (made && (!lacks || session->in_round)) output_write(file, &text, &error);
  if (error.status) session_complain(session, error.message);
  else if (lacks && !session->in_round) session_complain(session, WITNESS_LACKS_TARGET);
  else if (!session->options.quiet && !session->in_round && strcmp(file, "-") != 0)
    fprintf(text_stream(session), "The witness is in %s%s.\n", file, lack_of_witness(v, text_cstr(&text)));
  int status = error.status;
  error_release(&error);
  text_release(&text);
  return status;
}

// Files first, so that what could not be written is said before the result line.
static int write_outputs(struct verification *v, struct report *report) {
  struct session *session = v->session;
  const struct options *options = &session->options;
  int status = 0;
  struct error error = {0};
  if (options->harness && v->verdict != VERDICT_FALSE) {
    session_complain(session, "there is no error to write a harness for");
  } else if (options->harness) {
    if (session->kind == INPUT_FILE_CFA) {
      session_complain(session, "an automaton has no C program to write a harness for");
    } else {
      struct text harness = {0};
      v->copy = write_copy(v, options->harness, &error);
      v->replay.harness = options->harness;
      v->replay.copy = v->copy;
      v->replay.read = v->trace && v->trace->reads && !v->trace->reads_more ? &v->trace->read : NULL;
      v->replay.environment = v->trace && !v->trace->environment_more ? &v->trace->environment : NULL;
      proof_harness(session->cfa, &v->replay, &v->claim, &harness);
      v->replay.copy = NULL;
      v->replay.read = v->replay.environment = NULL;
      report->copy = v->copy;
      if (output_write(options->harness, &harness, &error)) report->harness = options->harness;
      else status = error.status;
      text_release(&harness);
    }
  }
  if (error.message) session_complain(session, error.message);
  error_release(&error);
  if (options->certificate && session->cfa) {
    int failed = write_certificate(v);
    if (failed) status = failed;
  }
  if (options->witness) {
    int failed = write_witness(v, report);
    if (failed) status = failed;
  }
  if (v->facts && !precision_save(options, session->cfa, v->facts, &v->invariants, &error)) {
    session_complain(session, error.message);
    status = error.status;
  }
  error_release(&error);
  if (options->json && !report_json(report, options->json, &error)) {
    session_complain(session, error.message);
    status = EXIT_INTERNAL;
  }
  error_release(&error);
  if (options->sarif && !report_sarif(report, options->sarif, &error)) {
    session_complain(session, error.message);
    status = EXIT_INTERNAL;
  }
  error_release(&error);
  if (!options->report) return status;
  // Of several runs there is one page.
  bool good = (session->in_round ? report_html_data : report_html)(report, options->report, &error);
  if (!good) {
    session_complain(session, error.message);
    status = EXIT_INTERNAL;
  } else if (!session->in_round && !options->quiet && strcmp(options->report, "-") != 0) {
    fprintf(text_stream(session), "The report is in %s.\n", options->report);
  }
  error_release(&error);
  return status;
}

void verification_settle(struct verification *v) {
  struct session *session = v->session;
  if (v->review && !v->reviewed) v->review(v, v->review_context);
  v->reviewed = true;
  if (v->verdict == VERDICT_FALSE) session->violated = cfa_location(session->cfa, v->claim.error_location)->property;
  atomic_store(&session->settled, (int)v->verdict);
}

void verification_finish(struct verification *v) {
  struct session *session = v->session;
  verification_settle(v);
  // Only if somebody is told.
  bool told = session_tells(session);
  if (v->verdict == VERDICT_TRUE && session->kind != INPUT_FILE_CFA && told && !v->hand_on)
    ends_find(session, &v->ends);
  if (v->verdict == VERDICT_FALSE)
    v->trace = trace_build(session->cfa, v->program, &session->limits, &session->stats, &v->claim);
  if (v->verdict == VERDICT_FALSE && session->options.witness) v->course = course_observe(session, &v->claim);
  if (told) results_settle(v);
  session_settle(session);
}

// Of a run of one engine.
static void tell_engine(struct verification *v) {
  if (v->timeline.attempts.size || !v->plan.engine) return;
  tell_attempt(v, &v->view, &v->timeline);
  struct report_attempt *a = &v->timeline.attempts.data[0];
  a->verdict = v->verdict;
  if (v->verdict != VERDICT_UNKNOWN) a->outcome = ATTEMPT_DECIDED;
  else if (!limits_stopped(&v->session->limits)) report_attempt_ended(a, v->reason, v->detail);
}

int verification_report(struct verification *v, int argc, char **argv) {
  struct session *session = v->session;
  const struct options *options = &session->options;
  tell_engine(v);
  struct report report = {
      .version = CLEW_VERSION,
      .verdict = v->verdict,
      .reason = v->reason,
      .detail = v->detail,
      .checked = session->specification.checked,
      .has_property_file = options->property,
      .unsupported_property = session->specification.unsupported != NULL,
      .expected = task_expected(&session->task),
      .check = v->check,
      .check_message = v->check_message.size ? text_cstr(&v->check_message) : NULL,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_arguments = (uint32_t)argc,
      .arguments = (const char *const *)argv,
      .engine = options->engine_used->name,
      .engine_options = options->engine_used->options,
      .engine_option_values = options->engine_options,
      .engine_statistics = options->engine_used->statistics,
      .engine_statistic_values = session->statistics,
      .undefined = options->undefined,
      .entry = session_entry(session),
      .bits = session_bits(session),
      .seed = (uint64_t)options->seed,
      .cfa = session->cfa,
      .claim = &v->claim,
      .invariants = &v->invariants,
      .invented = &v->invented,
      .trace = v->trace,
      .in_round = session->in_round,
      .assertions = session->cfa ? &session->assertions : NULL,
      .reached = v->reached,
      .stats = &session->stats,
      .n_warnings = session->front.warnings.size,
      .warnings = session->front.warnings.data,
      .timeline = &v->timeline,
  };
  report.nothing_to_check = v->verdict == VERDICT_TRUE && nothing_to_check(session);
  if (options->report && session->cfa) report.goals = front_goals(&session->front);
  report.is_automaton = session->kind == INPUT_FILE_CFA;
  report.is_bitcode = !report.is_automaton && !input_all_are_c(options);
  report.ends_searched = v->verdict == VERDICT_TRUE && !report.is_automaton && session_tells(session);
  report.ends_complete = v->ends.complete;
  report.n_path_ends = v->ends.list.size;
  report.path_ends = v->ends.list.data;
  if (v->plan.engine && v->plan.statistics && v->plan.statistics != session->statistics) {
    report.winner_statistics = v->plan.engine->statistics;
    report.winner_statistic_values = v->plan.statistics;
  }
  struct vec_place vacuous = {0};
  probing_vacuous(&v->ends.probes, &vacuous);
  report.n_vacuous = vacuous.size;
  report.vacuous = vacuous.data;
  report.n_uncalled = session->front.uncalled.size;
  report.uncalled = session->front.uncalled.data;
  if (v->hand_on && v->hand_on(v, &report, v->hand_on_context)) {
    vec_place_release(&vacuous);
    return EXIT_UNKNOWN;
  }
  int failed = write_outputs(v, &report);
  struct report_style style = {.quiet = options->quiet,
                               .stats = options->stats,
                               .invariants = options->invariants,
                               .verbose = options->verbose,
                               .colour = session->colour};
  FILE *out = text_stream(session);
  report_text(&report, &style, out);
  if (!report_result_line(&report, &style, out) || ferror(out)) {
    session_complain(session, out == stdout ? "cannot write standard output" : "cannot write standard error");
    failed = EXIT_INTERNAL;
  }
  vec_place_release(&vacuous);
  return failed ? failed : report_status(&report);
}

void verification_init(struct verification *v, struct session *session) {
  *v = (struct verification){.session = session};
  claim_init(&v->claim);
}

void verification_release(struct verification *v) {
  trace_free(v->trace);
  course_free(v->course);
  mem_free(v->copy);
  ends_release(&v->ends);
  vec_invariant_release(&v->invariants);
  claim_release(&v->claim);
  release_program(v);
  vec_string_release(&v->invented);
  text_release(&v->check_message);
  text_release(&v->explanation);
  engine_view_release(&v->view);
  report_timeline_release(&v->timeline);
}
