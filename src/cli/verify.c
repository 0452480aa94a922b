// `clew verify`: the program is read, an engine claims a verdict, the claim is
// checked, the result is reported. No verdict leaves here unchecked, unless
// --no-check asks for that.
#include "base/alloc.h"
#include "cli/command.h"
#include "cli/ends.h"
#include "cli/session.h"
#include "cli/symexpa.h"
#include "proof/certificate.h"
#include "proof/proof.h"
#include "report/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the short look before an engine that wants one may cost: steps, seconds of the solver in all and for one query.
#define PROBE_EFFORT (UINT64_C(8) << 20)
#define PROBE_SOLVER_SECONDS 0.5
#define PROBE_QUERY_SECONDS 0.1

struct verification {
  struct session *session;
  struct program *program;
  struct symexpa_config symexpa;
  struct precision precision;
  struct text precision_text;  // the file of it
  struct claim claim;
  struct trace *trace;
  unsigned char *reached;
  struct replay_options replay;
  struct vec_string invented;  // functions nobody has whose results the last run was given
  struct text check_message;
  struct text explanation;     // the detail of an error that was not confirmed
  bool confirmed;              // the last error found was seen to happen
  uint32_t refused;            // errors found that were not
  enum verdict verdict;
  enum reason reason;
  const char *detail;
  enum report_check check;
  struct path_ends ends;       // of TRUE
};

// --- checking --------------------------------------------------------------------------

static void prepare_replay(struct verification *v) {
  struct session *session = v->session;
  v->replay = (struct replay_options){
      .clang = session->options.clang,
      .temp_dir = session->temp.path,
      .bitcode = session->front.bitcode,
      .bits = session_bits(session),
      .seconds = 10,
      .n_error_functions = session->error_functions.size,
      .error_functions = session->error_functions.data,
      .entry = session_entry(session),
      .n_files = session->options.files.size,
      .files = session->options.files.data,
      .n_flags = session->flags.size,
      .flags = session->flags.data,
      .invented = &v->invented,
  };
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

// Whether the error claimed really happens; called by the engine with each error it finds.
static bool confirm(void *context, const struct claim *claim) {
  struct verification *v = context;
  struct session *session = v->session;
  double before = clock_now();
  session_erase_progress(session);
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
  return v->confirmed;
}

static void refuse(struct verification *v, enum reason reason, const char *detail) {
  v->verdict = VERDICT_UNKNOWN;
  v->reason = reason;
  v->detail = detail;
}

static void check_true(struct verification *v) {
  struct session *session = v->session;
  if (v->refused) {
    // An error was found that a run did not show: either the automaton or the run is wrong about the program.
    v->check = CHECK_REFUSED;
    refuse(v, REASON_UNCONFIRMED, NULL);
    return;
  }
  if (session->options.no_check) {
    v->check = CHECK_SKIPPED;
    return;
  }
  double before = clock_now();
  const char *message = NULL;
  bool good =
      proof_check_graph(session->cfa, &session->limits, &session->stats, &v->claim.graph, v->claim.unfold, &message);
  session->stats.time_check += clock_now() - before;
  text_clear(&v->check_message);
  if (message) text_add(&v->check_message, message);
  v->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  if (good) return;
  if (limits_stopped(&session->limits)) {
    v->check = CHECK_NONE;
    refuse(v, limits_reason(&session->limits), "while the proof was checked");
  } else {
    refuse(v, REASON_UNCONFIRMED, message);
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
    refuse(v, limits_reason(&session->limits), "while the counterexample was checked");
  } else {
    refuse(v, REASON_UNCONFIRMED, text_cstr(&v->check_message));
  }
}

// --- the run ---------------------------------------------------------------------------

static enum search search_named(const char *name) {
  if (strcmp(name, "bfs") == 0) return SEARCH_BFS;
  if (strcmp(name, "random") == 0) return SEARCH_RANDOM;
  if (strcmp(name, "coverage") == 0) return SEARCH_COVERAGE;
  return SEARCH_DFS;
}

static struct engine_context context_of(struct verification *v) {
  struct session *session = v->session;
  const struct options *options = &session->options;
  uint32_t without = 0;
  solver_stages_parse(options->solver_stages, &without, &(const char *){0},
                      &(size_t){0}); // checked with the other options
  return (struct engine_context){
      .cfa = session->cfa,
      .program = v->program,
      .limits = &session->limits,
      .stats = &session->stats,
      .solver = {.backend = options->solver,
                 .caches = true,
                 .without = without,
                 .query_seconds = options->query_timeout,
                 .trace_file = options->trace_queries,
                 .record_file = options->record_queries},
      .search = search_named(options->search),
      .seed = (uint64_t)options->seed,
      .symexpa = v->symexpa,
      .progress = session->progress_wanted ? session_progress : NULL,
      .progress_context = session,
      .reached = v->reached,
      .confirm = options->no_check ? NULL : confirm,
      .confirm_context = v,
  };
}

static void new_program(struct verification *v) {
  if (v->program) program_free(v->program);
  mem_free(v->reached);
  v->program = program_new(v->session->cfa, &v->session->limits, &v->session->stats);
  v->reached = mem_zalloc(v->session->cfa->locations.size + 1, 1);
}

// A short look: many programs have few paths, and many errors are near. True: the claim is decided.
static bool probe(struct verification *v) {
  struct engine_context context = context_of(v);
  context.effort = PROBE_EFFORT;
  context.solver_seconds = PROBE_SOLVER_SECONDS;
  if (!(context.solver.query_seconds > 0 && context.solver.query_seconds < PROBE_QUERY_SECONDS))
    context.solver.query_seconds = PROBE_QUERY_SECONDS;
  engine_find("symex")->run(&context, &v->claim);
  if (v->claim.verdict != VERDICT_UNKNOWN || limits_stopped(&v->session->limits)) return true;
  claim_release(&v->claim);
  claim_init(&v->claim);
  return false;
}

// The automaton as the engine wants it. False: a message is in `error`.
static bool prepare_automaton(struct verification *v, const struct engine *engine, struct error *error) {
  struct session *session = v->session;
  if (!engine->merge || session->merged || session->options.no_merge) return true;
  program_free(v->program); // it is that of the automaton as it was
  v->program = NULL;
  session_merge(session);
  new_program(v);
  precision_release(&v->precision);
  v->precision = (struct precision){0};
  return symexpa_load(&session->options, session->cfa, &v->precision_text, &v->precision, error);
}

static void run_engine(struct verification *v, struct error *error) {
  struct session *session = v->session;
  const struct engine *engine = engine_find(session->options.engine);
  new_program(v);
  prepare_replay(v);
  double before = clock_now(), checked = session->stats.time_check;
  bool decided = engine->probe && !session->options.no_probe && probe(v);
  if (!decided) {
    if (!prepare_automaton(v, engine, error)) return;
    struct engine_context context = context_of(v);
    engine->run(&context, &v->claim);
    // What engines that learn know about loop heads is a precision for those that need one.
    if (v->claim.unfold) precision_take_facts(&v->precision, v->claim.unfold, &v->claim.graph);
  }
  session->stats.time_engine = clock_now() - before - (session->stats.time_check - checked);
  session_erase_progress(session);
  v->verdict = v->claim.verdict;
  v->reason = v->claim.reason;
  v->detail = v->claim.detail;
  if (v->verdict == VERDICT_TRUE) check_true(v);
  else if (v->verdict == VERDICT_FALSE) check_false(v);
  else if (v->reason == REASON_NONE) {
    v->check = v->refused ? CHECK_REFUSED : CHECK_NONE;
    v->reason = v->refused                         ? REASON_UNCONFIRMED
                : limits_stopped(&session->limits) ? limits_reason(&session->limits)
                                                   : REASON_INTERNAL;
  } else if (v->reason == REASON_UNCONFIRMED) {
    v->check = CHECK_REFUSED;
    // Where the error is, from the engine, and why it was not confirmed, from the check.
    if (v->detail && v->check_message.size) {
      text_printf(&v->explanation, "%s: %s", v->detail, text_cstr(&v->check_message));
      v->detail = text_cstr(&v->explanation);
    }
  }
  atomic_store(&session->settled, (int)v->verdict);
  // Only if somebody is told.
  bool told = !session->options.quiet || session->options.json;
  if (v->verdict == VERDICT_TRUE && session->kind != INPUT_FILE_CFA && told) ends_find(session, &v->ends);
  if (v->verdict == VERDICT_FALSE)
    v->trace = trace_build(session->cfa, v->program, &session->limits, &session->stats, &v->claim);
}

// --- the result --------------------------------------------------------------------------

static FILE *text_stream(const struct session *session) {
  return session_text_goes_to_stderr(session) ? stderr : stdout;
}

// The proof of TRUE; otherwise what the engine has of one, if it has anything.
static int write_certificate(struct verification *v) {
  struct session *session = v->session;
  const struct graph *graph = &v->claim.graph;
  const char *file = session->options.certificate;
  if (v->verdict == VERDICT_FALSE || node_same(graph->root, NODE_OPEN)) {
    session_complain(session, "there is no proof to write as a certificate");
    return 0;
  }
  struct certificate head = {
      .bits = session_bits(session),
      .sliced = !session->options.no_slice,
      .merged = session->merged,
      .partial = v->verdict != VERDICT_TRUE,
      .entry = (char *)session_entry(session),
      .program = certificate_program(session->cfa),
  };
  struct text text = {0};
  struct error error = {0};
  certificate_write(&head, session->cfa, v->claim.unfold, graph, &text);
  bool good = output_write(file, &text, &error);
  int status = error.status;
  if (!good) session_complain(session, error.message);
  else if (!session->options.quiet && strcmp(file, "-") != 0)
    fprintf(text_stream(session), "The certificate%s is in %s.\n", head.partial ? " of a part of the proof" : "", file);
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
  if (options->harness && v->verdict == VERDICT_FALSE) {
    if (session->kind == INPUT_FILE_CFA) {
      session_complain(session, "an automaton has no C program to write a harness for");
    } else {
      struct text harness = {0};
      proof_harness(session->cfa, &v->replay, &v->claim, &harness);
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
  if (v->program && !symexpa_save(options, session->cfa, &v->precision, &error)) {
    session_complain(session, error.message);
    status = error.status;
  }
  error_release(&error);
  if (options->json && !report_json(report, options->json, &error)) {
    session_complain(session, error.message);
    status = EXIT_INTERNAL;
  }
  error_release(&error);
  return status;
}

static int report_all(struct verification *v, int argc, char **argv) {
  struct session *session = v->session;
  const struct options *options = &session->options;
  struct report report = {
      .version = CLEW_VERSION,
      .verdict = v->verdict,
      .reason = v->reason,
      .detail = v->detail,
      .check = v->check,
      .check_message = v->check_message.size ? text_cstr(&v->check_message) : NULL,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_arguments = (uint32_t)argc,
      .arguments = (const char *const *)argv,
      .engine = options->engine,
      .search = options->search,
      .undefined = options->undefined,
      .entry = session_entry(session),
      .bits = session_bits(session),
      .seed = (uint64_t)options->seed,
      .cfa = session->cfa,
      .claim = &v->claim,
      .invented = &v->invented,
      .trace = v->trace,
      .reached = v->reached,
      .stats = &session->stats,
      .n_warnings = session->front.warnings.size,
      .warnings = session->front.warnings.data,
  };
  report.nothing_to_check = v->verdict == VERDICT_TRUE && session->cfa && !session->n_errors;
  report.is_automaton = session->kind == INPUT_FILE_CFA;
  report.ends_searched = v->verdict == VERDICT_TRUE && !report.is_automaton && (!options->quiet || options->json);
  report.ends_complete = v->ends.complete;
  report.n_path_ends = v->ends.list.size;
  report.path_ends = v->ends.list.data;
  int failed = write_outputs(v, &report);
  struct report_style style = {.quiet = options->quiet,
                               .stats = options->stats,
                               .invariants = options->invariants,
                               .colour = isatty(fileno(text_stream(session))) && !getenv("NO_COLOR")};
  FILE *out = text_stream(session);
  report_text(&report, &style, out);
  if (!report_result_line(&report, &style, out) || ferror(out)) {
    session_complain(session, out == stdout ? "cannot write standard output" : "cannot write standard error");
    failed = EXIT_INTERNAL;
  }
  return failed ? failed : report_status(&report);
}

static void verification_release(struct verification *v) {
  trace_free(v->trace);
  ends_release(&v->ends);
  claim_release(&v->claim);
  if (v->program) program_free(v->program);
  mem_free(v->reached);
  vec_string_release(&v->invented);
  text_release(&v->check_message);
  text_release(&v->explanation);
  text_release(&v->precision_text);
  precision_release(&v->precision);
}

int command_verify(int argc, char **argv) {
  struct session session;
  int status;
  if (!session_open(&session, "verify", true, argc, argv, &status)) return status;
  struct verification v = {.session = &session};
  claim_init(&v.claim);
  struct error error = {0};
  if (!symexpa_check(&session.options, &v.symexpa, &v.precision_text, &error)) {
    session_complain(&session, error.message);
    status = error.status;
    error_release(&error);
    text_release(&v.precision_text);
    session_release(&session);
    return status;
  }
  if (session.property.unsupported) {
    v.reason = REASON_UNSUPPORTED;
    struct text text = {0};
    text_printf(&text, "the property %s", session.property.unsupported);
    mem_free(session.property.unsupported);
    v.detail = session.property.unsupported = mem_strdup(text_cstr(&text));
    text_release(&text);
    session.limits.started = clock_now();
  } else if (session_load(&session, &error)) {
    v.symexpa.precision = &v.precision;
    if (symexpa_load(&session.options, session.cfa, &v.precision_text, &v.precision, &error)) run_engine(&v, &error);
  } else if (!error.status) {
    v.reason = limits_reason(&session.limits);
  }
  session_settle(&session);
  if (error.status) {
    session_complain(&session, error.message);
    status = error.status;
    error_release(&error);
  } else {
    status = report_all(&v, argc + 2, argv - 2); // with the program and the command
  }
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  fflush(NULL);
  _exit(status);
#endif
  verification_release(&v);
  session_release(&session);
  return status;
}

// --- clew cfa ----------------------------------------------------------------------------

int command_cfa(int argc, char **argv) {
  struct session session;
  int status;
  if (!session_open(&session, "cfa", false, argc, argv, &status)) return status;
  struct error error = {0};
  struct text out = {0};
  bool good = session_load(&session, &error);
  if (good) {
    if (session.options.dot) cfa_print_dot(session.cfa, &out);
    else cfa_print(session.cfa, &out);
  }
  session_settle(&session);
  if (good) good = output_write("-", &out, &error);
  status = 0;
  if (!good) {
    session_complain(&session, error.status ? error.message : reason_sentence(limits_reason(&session.limits)));
    status = error.status ? error.status : EXIT_UNKNOWN;
  }
  error_release(&error);
  text_release(&out);
  session_release(&session);
  return status;
}
