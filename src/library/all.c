// See all.h.
#include "library/all.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/process/worker.h"
#include "base/process/guard.h"
#include "cfa/pass/pipeline.h"
#include "run/request/files.h"
#include "portfolio/portfolio.h"
#include "report/present.h"
#include "report/html.h"
#include "report/json_value.h"
#include "witness/witness.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double grace = 1; // seconds that a round may take beyond its time, to report
static const double page_grace = 2; // more, for the drawings of a page
static const double result_seconds = 0.1; // to put together what rounds found, besides the page
static const double page_speed = 12e6; // bytes of rounds that go into the page in a second, at least
static const double least_round = 0.2; // seconds; a round with less is not begun

struct all {
  struct verifier *v;
  struct job *job;
  double deadline; // of the whole; 0: none
  uint32_t rounds;
  struct text text; // what the first round with a violation, or else the first of all, said
  bool told_violation; // it was one with a violation
  json_t *report; // of the same
  json_t *counterexamples;
  json_t *found; // by check: the index of its counterexample, or null
  uint32_t proofs; // rounds with a proof
  struct vec_html_round pages; // of rounds that decided something, or failed to for good
  uint64_t page_bytes; // of all of them
  uint64_t last_bytes; // of the last
  struct vec_ptr witnesses; // by such a round: the name of its witness, owned
  int failed; // the exit status of a round that could not run; 0: none
  bool died; // a round did without a report; others have none because there was no time
  struct text said; // which files were written
  struct guard guard;
};

// What one round is to do, and what came of it.
struct round {
  struct all *all;
  const uint32_t *checks; // those that it decides, by index
  uint32_t n;
  double seconds; // that it may take; 0: no limit
  char name[20], json[3100], text[3100], page[3100], witness[3100];
};

// --- the process of a round ------------------------------------------------------------------------------------------

// All checks are disabled but those of the round.
static void disable_others(struct job *job, const uint32_t *checks, uint32_t n) {
  struct vec_assertion *list = &job->program.assertions;
  bool *wanted = mem_zalloc(list->size + 1, sizeof *wanted), changed = false;
  for (uint32_t i = 0; i < n; i++) wanted[checks[i]] = true;
  for (uint32_t i = 0; i < list->size; i++) {
    if (wanted[i] || list->data[i].status == ASSERTION_UNREACHABLE) continue;
    cfa_disable_assertion(job->program.cfa, list, i);
    changed = true;
  }
  mem_free(wanted);
  if (!changed) return;
  cfa_pipeline_again(job->program.cfa, !job->request->options.no_slice);
}

// What only one of the rounds may write.
static void choose_outputs(struct options *options, const struct round *round) {
  const struct all *all = round->all;
  options->json = round->json;
  options->sarif = NULL;
  if (options->report) options->report = round->page;
  if (options->witness) options->witness = round->witness;
  if (all->told_violation) options->harness = NULL;
  if (all->rounds == 1) return;
  options->certificate = NULL;
  options->save_precision = NULL;
}

static void round_run(void *context, struct channel *channel) {
  const struct round *round = context;
  struct all *all = round->all;
  struct job *job = all->job;
  (void)channel;
  limits_on_emergency(&job->limits, job_emergency_report, job);
  job->limits.deadline = round->seconds > 0 ? clock_now() + round->seconds : 0;
  limits_go_on(&job->limits);
  job->in_round = true;
  struct request request = *job->request;
  choose_outputs(&request.options, round);
  job->request = &request;
  int out = open(round->text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0 || dup2(out, STDOUT_FILENO) < 0 || !job_enter_folder(job, round->name)) _exit(EXIT_INTERNAL);
  disable_others(job, round->checks, round->n);
  struct error error = {0};
  int status = EXIT_INTERNAL;
  if (portfolio_run(all->v, &status, &error)) status = present_result(all->v, &error);
  else present_finish(all->v);
  fflush(NULL);
  _exit(status);
}

// --- this process ----------------------------------------------------------------------------------------------------

// Waits for its end; where it does not end by itself in time, nothing is known. The exit status; negative: it died.
static int await(struct all *all, struct worker *worker, double until) {
  struct limits *limits = &all->job->limits;
  int status;
  while (!worker_has_ended(worker, &status)) {
    if (limits_stopped(limits) || (until > 0 && clock_now() > until)) return EXIT_UNKNOWN;
    worker_wait(limits, 1, &worker, clock_now() + 0.05);
  }
  return status;
}

// The report of the round; NULL: there is none.
static json_t *run_round(struct round *round) {
  struct all *all = round->all;
  struct job *job = all->job;
  all->rounds++;
  snprintf(round->name, sizeof round->name, "round-%u", all->rounds);
  snprintf(round->json, sizeof round->json, "%s/%s.json", job->temp.path, round->name);
  snprintf(round->text, sizeof round->text, "%s/%s.txt", job->temp.path, round->name);
  snprintf(round->page, sizeof round->page, "%s/%s.page.json", job->temp.path, round->name);
  snprintf(round->witness, sizeof round->witness, "%s/%s.yml", job->temp.path, round->name);
  struct worker *worker = worker_start(&job->limits, round_run, round);
  if (!worker) return NULL;
  double late = grace + (job->request->options.report ? page_grace : 0);
  int status = await(all, worker, round->seconds > 0 ? clock_now() + round->seconds + late : 0);
  worker_free(worker);
  json_t *report = json_load_file(round->json, 0, NULL);
  if (!report && status >= EXIT_USAGE) all->failed = status;
  if (!report && status < 0) all->died = true;
  return report;
}

static const char *string_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static bool has_verdict(const json_t *report, const char *verdict) {
  const char *is = report ? string_of(report, "verdict") : NULL;
  return is && !strcmp(is, verdict);
}

// The text without the result line, which is the last.
static void take_text(struct all *all, const struct round *round) {
  struct error error = {0};
  text_clear(&all->text);
  input_read(round->text, &all->text, &error);
  error_release(&error);
  size_t end = all->text.size;
  while (end && all->text.data[end - 1] == '\n') end--;
  while (end && all->text.data[end - 1] != '\n') end--;
  if (!all->text.size) return;
  all->text.size = end;
  all->text.data[end] = '\0';
}

// What rounds found out beside their verdicts is said once, for all.
static void add_missing(json_t *into, const json_t *from, const char *key) {
  json_t *all = json_object_get(into, key), *one;
  size_t i, k;
  json_array_foreach(json_object_get(from, key), i, one) {
    for (k = 0; k < json_array_size(all) && !json_equal(json_array_get(all, k), one); k++) continue;
    if (json_is_array(all) && k == json_array_size(all)) json_array_append(all, one);
  }
}

static void keep_report(struct all *all, const struct round *round, json_t *report) {
  bool violation = has_verdict(report, "false");
  if (!all->report || (violation && !all->told_violation)) {
    json_t *before = all->report;
    all->report = json_deep_copy(report);
    take_text(all, round);
    if (before) add_missing(all->report, before, "warnings");
    json_decref(before);
  } else add_missing(all->report, report, "warnings");
  if (has_verdict(report, "true")) {
    add_missing(all->report, report, "assumptions");
    add_missing(all->report, report, "invariants");
  }
  all->told_violation |= violation;
}

// What the round wrote is told of these checks.
static void keep_files(struct all *all, const struct round *round, enum verdict verdict, const uint32_t *checks,
                       uint32_t n) {
  struct html_round page = {.file = mem_strdup(round->page), .verdict = verdict};
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&page.checks, checks[i]);
  vec_html_round_push(&all->pages, page);
  struct stat status;
  if (all->job->request->options.report && stat(round->page, &status) == 0) {
    all->last_bytes = (uint64_t)status.st_size;
    all->page_bytes += all->last_bytes;
  }
  vec_ptr_push(&all->witnesses, mem_strdup(round->witness));
}

// The check that the round found violated, of those that it was to decide; ASSERTION_NONE: it does not say.
static uint32_t violated_in(const struct round *round, const json_t *report) {
  const json_t *checks = json_object_get(report, "assertions");
  for (uint32_t i = 0; i < round->n; i++) {
    const char *status = string_of(json_array_get(checks, round->checks[i]), "status");
    if (status && !strcmp(status, "violated")) return i;
  }
  return ASSERTION_NONE;
}

static void note_violation(struct all *all, uint32_t check, json_t *report) {
  struct job *job = all->job;
  struct assertion *a = &job->program.assertions.data[check];
  a->status = ASSERTION_VIOLATED;
  json_t *counterexample = json_array_get(json_object_get(report, "counterexamples"), 0);
  json_array_set_new(all->found, check, json_integer((json_int_t)json_array_size(all->counterexamples)));
  json_array_append(all->counterexamples, counterexample);
  if (atomic_load(&job->decided) == VERDICT_FALSE) return;
  job->violated = a->property; // also if this process must end at once
  atomic_store(&job->decided, (int)VERDICT_FALSE);
}

static void note_all(struct all *all, const uint32_t *checks, uint32_t n, enum assertion_status status,
                     const char *reason) {
  for (uint32_t i = 0; i < n; i++) {
    struct assertion *a = &all->job->program.assertions.data[checks[i]];
    a->status = status;
    a->reason = reason;
  }
}

static enum reason without_report(const struct all *all) { return all->died ? REASON_INTERNAL : REASON_TIMEOUT; }

// Why a round did not decide, as a text that lives as long as the automaton.
static const char *reason_of(struct all *all, const json_t *report) {
  const char *why = report ? string_of(report, "explanation") : NULL,
             *detail = report ? string_of(report, "detail") : 0;
  if (limits_stopped(&all->job->limits)) return reason_sentence(limits_reason(&all->job->limits));
  if (!why) return reason_sentence(without_report(all));
  struct text text = {0};
  text_printf(&text, "%s%s%s", why, detail && *detail ? ": " : "", detail ? detail : "");
  const char *kept = cfa_string(all->job->program.cfa, text_cstr(&text));
  text_release(&text);
  return kept;
}

// A round with a proof also looked for checks that are never tested: among its own, and among those that were proved
// before, by other rounds or by the automaton itself.
static void note_untested(struct all *all, const json_t *report) {
  const json_t *checks = json_object_get(report, "assertions");
  for (uint32_t i = 0; i < all->job->program.assertions.size; i++) {
    struct assertion *a = &all->job->program.assertions.data[i];
    const char *status = string_of(json_array_get(checks, i), "status");
    if (a->status == ASSERTION_PROVED && status && !strcmp(status, "unreachable")) a->status = ASSERTION_UNREACHABLE;
  }
}

static void note_proved(struct all *all, const uint32_t *checks, uint32_t n, const json_t *report) {
  note_all(all, checks, n, ASSERTION_PROVED, NULL);
  note_untested(all, report);
}

static double remaining(const struct all *all) { return all->deadline > 0 ? all->deadline - clock_now() : 0; }

// When rounds must have ended, so that the rest is done in time: with the page of one more.
static double last_moment(const struct all *all) {
  return all->deadline - result_seconds - (double)(all->page_bytes + all->last_bytes) / page_speed;
}

// Decides these checks until `until` (0: without limit); the list is ours to change.
static void decide(struct all *all, uint32_t *checks, uint32_t n, double until, const char *reason) {
  while (n && !all->failed) {
    if (until > 0 && until > last_moment(all)) until = last_moment(all);
    double left = until > 0 ? until - clock_now() : 0;
    if ((until > 0 && left < least_round) || limits_stopped(&all->job->limits)) {
      note_all(all, checks, n, ASSERTION_UNKNOWN, reason ? reason : reason_sentence(REASON_TIMEOUT));
      return;
    }
    // The whole group has half of the time, and its halves the rest.
    struct round round = {.all = all, .checks = checks, .n = n, .seconds = n > 1 ? left / 2 : left};
    json_t *report = run_round(&round);
    if (report) keep_report(all, &round, report);
    uint32_t violated = has_verdict(report, "false") ? violated_in(&round, report) : ASSERTION_NONE;
    bool proved = has_verdict(report, "true");
    bool lost = has_verdict(report, "false") && violated == ASSERTION_NONE;
    if (violated != ASSERTION_NONE) note_violation(all, checks[violated], report);
    else if (proved) note_proved(all, checks, n, report);
    else reason = reason_of(all, report);
    all->proofs += proved;
    if (violated != ASSERTION_NONE) keep_files(all, &round, VERDICT_FALSE, &checks[violated], 1);
    else if (proved || n == 1 || lost) keep_files(all, &round, proved ? VERDICT_TRUE : VERDICT_UNKNOWN, checks, n);
    json_decref(report);
    if (proved) return;
    if (violated != ASSERTION_NONE) {
      memmove(&checks[violated], &checks[violated + 1], (n - violated - 1) * sizeof *checks);
      n--;
    } else if (n == 1 || lost) {
      note_all(all, checks, n, ASSERTION_UNKNOWN, reason);
      return;
    } else {
      uint32_t half = n / 2;
      double middle = until > 0 ? clock_now() + (until - clock_now()) / 2 : 0;
      decide(all, checks, half, middle, reason);
      checks += half;
      n -= half;
    }
  }
}

// --- the result ------------------------------------------------------------------------------------------------------

static uint32_t count(const struct all *all, enum assertion_status status) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->job->program.assertions.size; i++)
    n += all->job->program.assertions.data[i].status == status;
  return n;
}

static enum verdict verdict_of(const struct all *all) {
  if (all->told_violation) return VERDICT_FALSE;
  return count(all, ASSERTION_UNKNOWN) || !all->proofs ? VERDICT_UNKNOWN : VERDICT_TRUE;
}

static void print_others(const struct all *all, const struct report *report, struct text *out) {
  struct source_files *sources = source_files_new(report->cfa);
  for (uint32_t i = 0; i < report->assertions->size; i++) {
    const json_t *index = json_array_get(all->found, i);
    if (!json_is_integer(index) || !json_integer_value(index)) continue; // the first is told at length
    struct text line = {0};
    report_assertion_line(report, sources, &report->assertions->data[i], &line);
    text_printf(out, "Also violated: %s", text_cstr(&line));
    struct text inputs = {0};
    json_value_inputs(json_array_get(all->counterexamples, (size_t)json_integer_value(index)), &inputs);
    if (inputs.size) text_printf(out, ", with %s", text_cstr(&inputs));
    text_release(&inputs);
    text_add(out, ".\n");
    text_release(&line);
  }
  source_files_free(sources);
}

static void print_text(const struct all *all, const struct report *report, FILE *out) {
  struct text text = {0};
  bool same = report->verdict == VERDICT_FALSE || all->rounds == 1;
  if (same) text_add(&text, text_cstr(&all->text));
  if (report->verdict == VERDICT_FALSE) print_others(all, report, &text);
  text_add(&text, text_cstr(&all->said));
  report_assertions_print(report, &text);
  if (!same && report->verdict == VERDICT_TRUE)
    text_printf(&text, "Nothing that was checked can be violated: %u proofs were checked.\n", all->proofs);
  else if (!same) text_printf(&text, "Not decided: %s.\n", reason_sentence(report->reason));
  fwrite(text_cstr(&text), 1, text.size, out);
  text_release(&text);
}

// The JSON of the round that is told at length, with what the others found.
static void complete_report(struct all *all, const struct report *report) {
  json_t *root = all->report, *checks = json_value_assertions(report), *check;
  size_t i;
  json_array_foreach(checks, i, check) {
    json_t *index = json_array_get(all->found, i);
    if (json_is_integer(index)) json_object_set(check, "counterexample", index);
  }
  json_object_set_new(root, "assertions", checks);
  json_object_set_new(root, "kinds", json_value_kinds(report));
  json_object_set(root, "counterexamples", all->counterexamples);
  json_object_set_new(root, "rounds", json_integer(all->rounds));
  static const char *const verdicts[] = {[VERDICT_UNKNOWN] = "unknown", [VERDICT_TRUE] = "true", [VERDICT_FALSE] = 0};
  if (report->verdict == VERDICT_FALSE) return;
  struct text result = {0};
  report_result(report, &result);
  bool unknown = report->verdict == VERDICT_UNKNOWN;
  json_object_set_new(root, "verdict", json_string(verdicts[report->verdict]));
  json_object_set_new(root, "result", json_string(text_cstr(&result)));
  json_object_set_new(root, "status", json_integer(report_status(report)));
  json_object_set_new(root, "reason", unknown ? json_string(reason_name(report->reason)) : json_null());
  json_object_set_new(root, "explanation", unknown ? json_string(reason_sentence(report->reason)) : json_null());
  if (!unknown) json_object_set_new(root, "detail", json_null());
  if (!unknown) json_object_set_new(root, "check", json_pack("{s:s,s:n}", "result", "confirmed", "message"));
  text_release(&result);
}

// "w.yml" is "w-2.yml" for the second.
static char *numbered(const char *file, uint32_t number) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *dot = strrchr(name, '.');
  size_t length = dot && dot != name ? (size_t)(dot - file) : strlen(file);
  struct text text = {0};
  text_printf(&text, "%.*s-%u%s", (int)length, file, number, file + length);
  char *kept = mem_strdup(text_cstr(&text));
  text_release(&text);
  return kept;
}

// `round`: the one whose violation it is of; NULL: it is of TRUE.
static bool write_witness(struct all *all, const char *file, const struct text *text, const struct html_round *round,
                          struct error *error) {
  const struct job *job = all->job;
  if (!output_write(file, text, error)) return false;
  if (job->request->options.quiet || strcmp(file, "-") == 0) return true;
  text_add(&all->said, "The witness");
  if (round) {
    text_add(&all->said, " of the violation at ");
    report_place(job->program.cfa, job->program.assertions.data[round->checks.data[0]].place, &all->said);
  }
  text_printf(&all->said, " is in %s.\n", file);
  return true;
}

// One for every violation; of TRUE one with the invariants of all proofs. To standard output goes only the first.
static bool write_witnesses(struct all *all, enum verdict verdict, struct error *error) {
  const char *file = all->job->request->options.witness, *why = present_no_witness(all->v, verdict);
  struct text text = {0}, other = {0};
  uint32_t n = 0;
  bool good = true;
  for (uint32_t i = 0; i < all->pages.size && !why && good; i++) {
    if (all->pages.data[i].verdict != verdict) continue;
    if (access(all->witnesses.data[i], R_OK) != 0) continue; // undefined behaviour has none
    text_clear(&other);
    good = input_read(all->witnesses.data[i], &other, error);
    if (good && verdict == VERDICT_FALSE && !witness_has_target(text_cstr(&other))) {
      job_complain(all->job, WITNESS_LACKS_TARGET);
      continue;
    }
    if (good && n && verdict == VERDICT_TRUE) witness_join(&text, text_cstr(&other));
    else if (good && n && strcmp(file, "-") != 0) {
      char *name = numbered(file, n + 1);
      good = outputs_check_another(&all->job->request->options, all->job->program.cfa, "--witness", name, error) &&
             write_witness(all, name, &other, &all->pages.data[i], error);
      mem_free(name);
    } else if (good && !n) text_add(&text, text_cstr(&other));
    if (good && !n++ && verdict == VERDICT_FALSE) good = write_witness(all, file, &text, &all->pages.data[i], error);
  }
  if (good && n && verdict == VERDICT_TRUE) good = write_witness(all, file, &text, NULL, error);
  if (why || (good && !n)) job_complain(all->job, why ? why : "no run wrote a witness");
  text_release(&text);
  text_release(&other);
  return good;
}

static bool write_page(struct all *all, const struct report *report, struct error *error) {
  const struct options *options = &all->job->request->options;
  if (!report_html_rounds(report, all->report, &all->pages, options->report, error)) return false;
  if (!options->quiet && strcmp(options->report, "-") != 0)
    text_printf(&all->said, "The report is in %s.\n", options->report);
  return true;
}

static int write_files(struct all *all, const struct report *report) {
  const struct options *options = &all->job->request->options;
  struct error error = {0};
  int status = 0;
  bool good = !options->json || json_value_write(all->report, options->json, &error);
  if (good && options->sarif) {
    json_t *sarif = json_value_sarif(all->report, all->job->program.cfa);
    good = json_value_write(sarif, options->sarif, &error);
    json_decref(sarif);
  }
  good = good && (!options->report || write_page(all, report, &error));
  good = good && (!options->witness || write_witnesses(all, report->verdict, &error));
  if (!good) {
    job_complain(all->job, error.message);
    status = EXIT_INTERNAL;
  }
  error_release(&error);
  return status;
}

static enum reason reason_named(const char *name) {
  for (int r = 0; name && r < REASON_COUNT; r++)
    if (!strcmp(reason_name((enum reason)r), name)) return (enum reason)r;
  return REASON_INTERNAL;
}

static int report_all(struct all *all) {
  struct job *job = all->job;
  bool to_stderr = request_has_document_on_stdout(job->request);
  FILE *out = to_stderr ? stderr : stdout;
  struct report report = {.cfa = job->program.cfa, .assertions = &job->program.assertions, .all = true};
  report.n_files = job->request->options.files.size;
  report.files = job->request->options.files.data;
  report.checked = job->program.checked;
  report.verdict = verdict_of(all);
  enum reason stopped = limits_reason(&job->limits);
  if (report.verdict == VERDICT_UNKNOWN)
    report.reason = stopped != REASON_NONE ? stopped
                    : all->report          ? reason_named(string_of(all->report, "reason"))
                                           : without_report(all);
  struct claim claim = {.error_location = LOCATION_NONE};
  report.claim = &claim;
  if (!all->report) all->report = json_value_report(&report);
  complete_report(all, &report);
  int failed = write_files(all, &report);
  const struct options *options = &job->request->options;
  if (!options->quiet) print_text(all, &report, out);
  const char *result = string_of(all->report, "result");
  if (fprintf(out, "RESULT: %s\n", result ? result : "unknown(internal)") < 0 || fflush(out)) {
    job_complain(job, to_stderr ? "cannot write standard error" : "cannot write standard output");
    failed = EXIT_INTERNAL;
  }
  return failed ? failed : report_status(&report);
}

// The checks that are not decided by the automaton itself.
static uint32_t *open_checks(const struct job *job, uint32_t *n) {
  uint32_t *checks = mem_zalloc(job->program.assertions.size + 1, sizeof *checks);
  *n = 0;
  for (uint32_t i = 0; i < job->program.assertions.size; i++)
    if (job->program.assertions.data[i].status == ASSERTION_UNKNOWN) checks[(*n)++] = i;
  return checks;
}

int all_run(struct verifier *v) {
  struct job *job = v->job;
  struct all all = {.v = v, .job = job, .deadline = job->limits.deadline};
  struct error error = {0};
  if (!job->temp.path[0] && !temp_make(&job->temp, &error)) {
    job_complain(job, error.message);
    return error.status;
  }
  all.counterexamples = json_array();
  all.found = json_array();
  for (uint32_t i = 0; i < job->program.assertions.size; i++) json_array_append_new(all.found, json_null());
  guard_start(&all.guard, &job->limits, &job->temp);
  // Rounds keep the limits; this process only puts together what they found.
  job->limits.deadline = 0;
  job->limits.memory = 0;
  uint32_t n, *checks = open_checks(job, &n);
  if (n) decide(&all, checks, n, all.deadline, NULL);
  else { // nothing is to be decided, but that is to be said, and proved
    struct round round = {.all = &all, .checks = checks, .seconds = remaining(&all)};
    json_t *report = run_round(&round);
    if (report) keep_report(&all, &round, report);
    bool proved = has_verdict(report, "true");
    if (proved) note_untested(&all, report);
    all.proofs += proved;
    if (report) keep_files(&all, &round, proved ? VERDICT_TRUE : VERDICT_UNKNOWN, NULL, 0);
    json_decref(report);
  }
  int status = all.failed ? all.failed : report_all(&all);
  guard_end(&all.guard);
  job_finish(job);
  mem_free(checks);
  json_decref(all.report);
  json_decref(all.counterexamples);
  json_decref(all.found);
  text_release(&all.text);
  text_release(&all.said);
  html_rounds_release(&all.pages);
  for (uint32_t i = 0; i < all.witnesses.size; i++) mem_free(all.witnesses.data[i]);
  vec_ptr_release(&all.witnesses);
  return status;
}
