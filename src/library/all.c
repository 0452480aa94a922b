// See all.h.
#include "library/all.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "campaign/rounds.h"
#include "campaign/witnesses.h"
#include "run/request/files.h"
#include "report/present.h"
#include "report/html.h"
#include "report/json_value.h"
#include "witness/witness.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double result_seconds = 0.1; // to put together what rounds found, besides the page
static const double page_speed = 12e6; // bytes of rounds that go into the page in a second, at least

struct all {
  struct verifier *v;
  struct job *job;
  uint32_t rounds;
  struct text text; // what is told of the first round with a violation, or else of the first of all
  bool told_violation; // it was one with a violation
  json_t *report; // of the same
  json_t *counterexamples;
  json_t *found; // by check: the index of its counterexample, or null
  uint32_t proofs; // rounds with a proof
  enum reason reason; // of the round that is told, if it did not decide
  struct vec_html_round pages; // of rounds that decided something, or failed to for good
  uint64_t page_bytes; // of all of them
  uint64_t last_bytes; // of the last
  struct vec_ptr witnesses; // by such a round: the name of its witness, owned
  int failed; // the exit status of files that could not be written; 0: none
  bool died; // a round did without a result; others have none because there was no time
  struct text said; // which files were written
};

// --- a round ---------------------------------------------------------------------------------------------------------

// Files of a round.
struct round_files {
  char page[3100], witness[3100];
};

// What only one of the rounds may write.
static void choose_outputs(const struct all *all, const struct round_files *files, struct options *options) {
  options->json = NULL;
  options->sarif = NULL;
  if (options->report) options->report = files->page;
  if (options->witness) options->witness = files->witness;
  if (all->told_violation) options->harness = NULL;
  if (all->rounds == 1) return;
  options->certificate = NULL;
  options->save_precision = NULL;
}

static const char *string_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
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

// What is told of a round: its text, appended, and its document.
static json_t *present(struct all *all, struct verifier *v, const struct round_files *files, struct text *text) {
  struct job *job = all->job;
  const struct request *asked = job->request;
  struct request request = *asked;
  json_t *report = NULL;
  choose_outputs(all, files, &request.options);
  job->request = &request;
  job->in_round = true;
  int failed = present_round(v, text, &report);
  if (failed) all->failed = failed;
  job->in_round = false;
  job->request = asked;
  return report;
}

static void keep_report(struct all *all, const struct result *result, json_t *report, struct text *text) {
  bool violation = result->verdict == VERDICT_FALSE;
  if (!all->report || (violation && !all->told_violation)) {
    json_t *before = all->report;
    all->report = json_deep_copy(report);
    all->reason = result->reason;
    text_clear(&all->text);
    text_add(&all->text, text_cstr(text));
    if (before) add_missing(all->report, before, "warnings");
    json_decref(before);
  } else add_missing(all->report, report, "warnings");
  if (result->verdict == VERDICT_TRUE) {
    add_missing(all->report, report, "assumptions");
    add_missing(all->report, report, "invariants");
  }
  all->told_violation |= violation;
}

// What the round wrote is told of these checks.
static void keep_files(struct all *all, const struct round_files *files, enum verdict verdict, const uint32_t *checks,
                       uint32_t n) {
  struct html_round page = {.file = mem_strdup(files->page), .verdict = verdict};
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&page.checks, checks[i]);
  vec_html_round_push(&all->pages, page);
  struct stat status;
  if (all->job->request->options.report && stat(files->page, &status) == 0) {
    all->last_bytes = (uint64_t)status.st_size;
    all->page_bytes += all->last_bytes;
  }
  vec_ptr_push(&all->witnesses, mem_strdup(files->witness));
}

static void keep_violation(struct all *all, uint32_t check, json_t *report) {
  struct job *job = all->job;
  json_t *counterexample = json_array_get(json_object_get(report, "counterexamples"), 0);
  json_array_set_new(all->found, check, json_integer((json_int_t)json_array_size(all->counterexamples)));
  json_array_append(all->counterexamples, counterexample);
  if (atomic_load(&job->decided) == VERDICT_FALSE) return;
  // Also if this process must end at once.
  job_decide(job, VERDICT_FALSE, job->program.assertions.data[check].property);
}

static void take_round(void *context, struct verifier *v, const struct round *round) {
  struct all *all = context;
  struct job *job = all->job;
  struct round_files files;
  struct text text = {0};
  all->rounds++;
  if (round->ended != REASON_NONE) {
    all->died |= round->ended == REASON_INTERNAL;
    return;
  }
  snprintf(files.page, sizeof files.page, "%s/round-%u.page.json", job->temp.path, round->number);
  snprintf(files.witness, sizeof files.witness, "%s/round-%u.yml", job->temp.path, round->number);
  json_t *report = present(all, v, &files, &text);
  enum verdict verdict = v->result.verdict;
  uint32_t violated = verdict == VERDICT_FALSE ? round_violated(job, round) : ASSERTION_NONE;
  keep_report(all, &v->result, report, &text);
  all->proofs += verdict == VERDICT_TRUE;
  if (violated != ASSERTION_NONE) {
    keep_violation(all, violated, report);
    keep_files(all, &files, VERDICT_FALSE, &violated, 1);
  } else if (verdict != VERDICT_UNKNOWN || round->n <= 1)
    keep_files(all, &files, verdict == VERDICT_TRUE ? VERDICT_TRUE : VERDICT_UNKNOWN, round->checks, round->n);
  json_decref(report);
  text_release(&text);
}

// With the page of one more round.
static double needed(void *context) {
  const struct all *all = context;
  return result_seconds + (double)(all->page_bytes + all->last_bytes) / page_speed;
}

static enum reason without_report(const struct all *all) { return all->died ? REASON_INTERNAL : REASON_TIMEOUT; }

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
  const char *file = all->job->request->options.witness, *why = witness_lack(all->v, verdict);
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
    report.reason = stopped != REASON_NONE ? stopped : all->report ? all->reason : without_report(all);
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

int all_run(struct verifier *v) {
  struct job *job = v->job;
  struct all all = {.v = v, .job = job};
  struct error error = {0};
  all.counterexamples = json_array();
  all.found = json_array();
  for (uint32_t i = 0; i < job->program.assertions.size; i++) json_array_append_new(all.found, json_null());
  rounds_run(v, &(struct rounds_listener){&all, take_round, needed}, &error);
  int status = error.status ? error.status : report_all(&all);
  if (error.status) job_complain(job, error.message);
  if (all.failed && status < EXIT_USAGE) status = all.failed;
  error_release(&error);
  job_finish(job);
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
