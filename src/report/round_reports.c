// See round_reports.h.
#include "report/round_reports.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "campaign/witnesses.h"
#include "run/request/files.h"
#include "report/present.h"
#include "report/json_value.h"
#include "report/presentation.h"
#include "witness/witness.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double result_seconds = 0.1; // to put together what rounds found, besides the page
static const double page_speed = 12e6; // bytes of rounds that go into the page in a second, at least

// --- a round ---------------------------------------------------------------------------------------------------------

// --- the outputs of several runs -------------------------------------------------------------------------------------

enum part { PART_PAGE, PART_WITNESS, N_PARTS };

// Files of a round.
struct round_files {
  char part[N_PARTS][3100];
};

enum rounds { ROUNDS_FIRST, ROUNDS_UNTIL_VIOLATION, ROUNDS_WHOLE, ROUNDS_PARTS };

// Writes the file at the end, of all rounds; `report` has no counterexample.
typedef bool join_function(struct round_reports *r, const struct report *report, const char *file, struct error *error);
static join_function join_json, join_sarif, join_page, join_witnesses;

// The last column of the table of outputs.
static const struct rounds_output {
  size_t field; // in struct options
  int (*writer)(struct presentation *p, const char *file);
  enum rounds rounds;
  join_function *join; // NULL: the writer
  enum part part;
} rounds_outputs[] = {
#define FIRST_ROUND ROUNDS_FIRST, NULL, 0
#define UNTIL_VIOLATION ROUNDS_UNTIL_VIOLATION, NULL, 0
#define FROM_REPORT ROUNDS_WHOLE, NULL, 0
#define WHOLE(join) ROUNDS_WHOLE, join, 0
#define PARTS(join, part) ROUNDS_PARTS, join, part
#define OUTPUT(field, name, help, commands, writer, stream, interrupted, rounds)                                       \
  {offsetof(struct options, field), writer, rounds},
#include "run/request/outputs.def"
#undef OUTPUT
#undef FIRST_ROUND
#undef UNTIL_VIOLATION
#undef FROM_REPORT
#undef WHOLE
#undef PARTS
};
enum { N_OUTPUTS = sizeof rounds_outputs / sizeof *rounds_outputs };

// Where the options have the name of its file.
static const char **file_of(struct options *options, const struct rounds_output *output) {
  return (const char **)((char *)options + output->field);
}

// What this round writes: its parts, and what is written by one round only.
static struct options outputs_of_round(const struct round_reports *r, const struct round_files *files) {
  struct options options = r->job->request->options;
  for (size_t i = 0; i < N_OUTPUTS; i++) {
    const struct rounds_output *output = &rounds_outputs[i];
    const char **file = file_of(&options, output);
    if (*file && output->rounds == ROUNDS_PARTS) *file = files->part[output->part];
    else if (output->rounds == ROUNDS_WHOLE || (output->rounds == ROUNDS_FIRST && r->rounds != 1) ||
             (output->rounds == ROUNDS_UNTIL_VIOLATION && r->has_violation))
      *file = NULL;
  }
  return options;
}

static const char *string_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

// What rounds found out beside their verdicts is said once, for all.
static void add_missing(json_t *into, const json_t *from, const char *key) {
  json_t *list = json_object_get(into, key), *one;
  size_t i, k;
  json_array_foreach(json_object_get(from, key), i, one) {
    for (k = 0; k < json_array_size(list) && !json_equal(json_array_get(list, k), one); k++) continue;
    if (json_is_array(list) && k == json_array_size(list)) json_array_append(list, one);
  }
}

// The text of a round, appended, and its document.
static json_t *present(struct round_reports *r, const struct round_files *files, struct text *text) {
  struct options options = outputs_of_round(r, files);
  json_t *document = NULL;
  int failed = present_part(r->v, &options, text, &document);
  if (failed) r->failed = failed;
  return document;
}

static void keep_document(struct round_reports *r, const struct result *result, json_t *document, struct text *text) {
  bool violation = result->verdict == VERDICT_FALSE;
  if (!r->document || (violation && !r->has_violation)) {
    json_t *before = r->document;
    r->document = json_deep_copy(document);
    r->reason = result->reason;
    text_clear(&r->text);
    text_add(&r->text, text_cstr(text));
    if (before) add_missing(r->document, before, "warnings");
    json_decref(before);
  } else add_missing(r->document, document, "warnings");
  if (result->verdict == VERDICT_TRUE) {
    add_missing(r->document, document, "assumptions");
    add_missing(r->document, document, "invariants");
  }
  r->has_violation |= violation;
}

// What the round wrote is about these checks.
static void keep_files(struct round_reports *r, const struct round_files *files, enum verdict verdict,
                       const uint32_t *checks, uint32_t n) {
  struct html_round page = {.file = mem_strdup(files->part[PART_PAGE]), .verdict = verdict};
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&page.checks, checks[i]);
  vec_html_round_push(&r->pages, page);
  struct stat status;
  if (r->job->request->options.report && stat(files->part[PART_PAGE], &status) == 0) {
    r->last_bytes = (uint64_t)status.st_size;
    r->page_bytes += r->last_bytes;
  }
  vec_ptr_push(&r->witnesses, mem_strdup(files->part[PART_WITNESS]));
}

static void keep_violation(struct round_reports *r, uint32_t check, json_t *document) {
  struct job *job = r->job;
  json_t *counterexample = json_array_get(json_object_get(document, "counterexamples"), 0);
  json_array_set_new(r->found, check, json_integer((json_int_t)json_array_size(r->counterexamples)));
  json_array_append(r->counterexamples, counterexample);
  if (atomic_load(&job->emergency.decided) == VERDICT_FALSE) return;
  // Also if this process must end at once.
  job_decide(job, VERDICT_FALSE, job->program.assertions.data[check].property);
}

void round_reports_add(struct round_reports *r, const struct round *round) {
  const struct verifier *v = r->v;
  struct job *job = r->job;
  struct round_files files;
  struct text text = {0};
  r->rounds++;
  if (round->ended != REASON_NONE) return;
  for (unsigned i = 0; i < N_PARTS; i++)
    snprintf(files.part[i], sizeof files.part[i], "%s/round-%u.%u", job->temp.path, round->number, i);
  json_t *document = present(r, &files, &text);
  enum verdict verdict = v->result.verdict;
  uint32_t violated = verdict == VERDICT_FALSE ? round_violated(job, round) : ASSERTION_NONE;
  keep_document(r, &v->result, document, &text);
  r->proofs += verdict == VERDICT_TRUE;
  if (violated != ASSERTION_NONE) {
    keep_violation(r, violated, document);
    keep_files(r, &files, VERDICT_FALSE, &violated, 1);
  } else if (verdict != VERDICT_UNKNOWN || round->n <= 1)
    keep_files(r, &files, verdict == VERDICT_TRUE ? VERDICT_TRUE : VERDICT_UNKNOWN, round->checks, round->n);
  json_decref(document);
  text_release(&text);
}

// With the page of one more round.
double round_reports_seconds(const struct round_reports *r) {
  return result_seconds + (double)(r->page_bytes + r->last_bytes) / page_speed;
}

// --- the result ------------------------------------------------------------------------------------------------------

static uint32_t count(const struct round_reports *r, enum assertion_status status) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->job->program.assertions.size; i++)
    n += r->job->program.assertions.data[i].status == status;
  return n;
}

static enum verdict verdict_of(const struct round_reports *r) {
  if (r->has_violation) return VERDICT_FALSE;
  return count(r, ASSERTION_UNKNOWN) || !r->proofs ? VERDICT_UNKNOWN : VERDICT_TRUE;
}

static void print_others(const struct round_reports *r, const struct report *report, struct text *out) {
  struct source_files *sources = source_files_new(report->cfa);
  for (uint32_t i = 0; i < report->assertions->size; i++) {
    const json_t *index = json_array_get(r->found, i);
    if (!json_is_integer(index) || !json_integer_value(index)) continue; // the first stands there at length
    struct text line = {0};
    report_assertion_line(report, sources, &report->assertions->data[i], &line);
    text_printf(out, "Also violated: %s", text_cstr(&line));
    struct text inputs = {0};
    json_value_inputs(json_array_get(r->counterexamples, (size_t)json_integer_value(index)), &inputs);
    if (inputs.size) text_printf(out, ", with %s", text_cstr(&inputs));
    text_release(&inputs);
    text_add(out, ".\n");
    text_release(&line);
  }
  source_files_free(sources);
}

static void print_text(const struct round_reports *r, const struct report *report, FILE *out) {
  struct text text = {0};
  bool same = report->verdict == VERDICT_FALSE || r->rounds == 1;
  if (same) text_add(&text, text_cstr(&r->text));
  if (report->verdict == VERDICT_FALSE) print_others(r, report, &text);
  text_add(&text, text_cstr(&r->written));
  report_assertions_print(report, &text);
  if (!same && report->verdict == VERDICT_TRUE)
    text_printf(&text, "Nothing that was checked can be violated: %u proofs were checked.\n", r->proofs);
  else if (!same) text_printf(&text, "Not decided: %s.\n", reason_sentence(report->reason));
  fwrite(text_cstr(&text), 1, text.size, out);
  text_release(&text);
}

// The document of the round that is shown at length, with what the others found.
static void complete_document(struct round_reports *r, const struct report *report) {
  json_t *root = r->document, *checks = json_value_assertions(report), *check;
  size_t i;
  json_array_foreach(checks, i, check) {
    json_t *index = json_array_get(r->found, i);
    if (json_is_integer(index)) json_object_set(check, "counterexample", index);
  }
  json_object_set_new(root, "assertions", checks);
  json_object_set_new(root, "kinds", json_value_kinds(report));
  json_object_set(root, "counterexamples", r->counterexamples);
  json_object_set_new(root, "rounds", json_integer(r->rounds));
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
static bool write_witness(struct round_reports *r, const char *file, const struct text *text,
                          const struct html_round *round, struct error *error) {
  const struct job *job = r->job;
  if (!output_write(file, text, error)) return false;
  if (job->request->options.quiet || strcmp(file, "-") == 0) return true;
  text_add(&r->written, "The witness");
  if (round) {
    text_add(&r->written, " of the violation at ");
    report_place(job->program.cfa, job->program.assertions.data[round->checks.data[0]].place, &r->written);
  }
  text_printf(&r->written, " is in %s.\n", file);
  return true;
}

// One for every violation; of TRUE one with the invariants of all proofs. To standard output goes only the first.
static bool join_witnesses(struct round_reports *r, const struct report *report, const char *file,
                           struct error *error) {
  enum verdict verdict = report->verdict;
  const char *why = witness_lack(r->v, verdict);
  struct text text = {0}, other = {0};
  uint32_t n = 0;
  bool good = true;
  for (uint32_t i = 0; i < r->pages.size && !why && good; i++) {
    if (r->pages.data[i].verdict != verdict) continue;
    if (access(r->witnesses.data[i], R_OK) != 0) continue; // undefined behaviour has none
    text_clear(&other);
    good = input_read(r->witnesses.data[i], &other, error);
    if (good && verdict == VERDICT_FALSE && !witness_has_target(text_cstr(&other))) {
      job_complain(r->job, WITNESS_LACKS_TARGET);
      continue;
    }
    if (good && n && verdict == VERDICT_TRUE) witness_join(&text, text_cstr(&other));
    else if (good && n && strcmp(file, "-") != 0) {
      char *name = numbered(file, n + 1);
      good = outputs_check_another(&r->job->request->options, r->job->program.cfa, "--witness", name, error) &&
             write_witness(r, name, &other, &r->pages.data[i], error);
      mem_free(name);
    } else if (good && !n) text_add(&text, text_cstr(&other));
    if (good && !n++ && verdict == VERDICT_FALSE) good = write_witness(r, file, &text, &r->pages.data[i], error);
  }
  if (good && n && verdict == VERDICT_TRUE) good = write_witness(r, file, &text, NULL, error);
  if (why || (good && !n)) job_complain(r->job, why ? why : "no run wrote a witness");
  text_release(&text);
  text_release(&other);
  return good;
}

static bool join_page(struct round_reports *r, const struct report *report, const char *file, struct error *error) {
  if (!report_html_rounds(report, r->document, &r->pages, file, error)) return false;
  if (!r->job->request->options.quiet && strcmp(file, "-") != 0)
    text_printf(&r->written, "The report is in %s.\n", file);
  return true;
}

static bool join_json(struct round_reports *r, const struct report *report, const char *file, struct error *error) {
  (void)report;
  return json_value_write(r->document, file, error);
}

static bool join_sarif(struct round_reports *r, const struct report *report, const char *file, struct error *error) {
  (void)report;
  json_t *sarif = json_value_sarif(r->document, r->job->program.cfa);
  bool good = json_value_write(sarif, file, error);
  json_decref(sarif);
  return good;
}

static int write_files(struct round_reports *r, const struct report *report) {
  struct options options = r->job->request->options;
  struct presentation whole = {.v = r->v, .options = &options, .report = *report};
  struct error error = {0};
  int status = 0;
  for (size_t i = 0; i < N_OUTPUTS && !status; i++) {
    const struct rounds_output *output = &rounds_outputs[i];
    const char *file = *file_of(&options, output);
    if (!file || output->rounds == ROUNDS_FIRST || output->rounds == ROUNDS_UNTIL_VIOLATION) continue;
    if (!output->join) status = output->writer(&whole, file);
    else if (!output->join(r, report, file, &error)) status = EXIT_INTERNAL;
  }
  if (error.message) job_complain(r->job, error.message);
  error_release(&error);
  return status;
}

static void send_document(const struct round_reports *r) {
  const struct job_listener *listener = &r->job->listener;
  struct text document = {0};
  if (!listener->document) return;
  json_value_print(r->document, &document);
  listener->document(listener->context, &document);
  text_release(&document);
}

int round_reports_present(struct round_reports *r, enum reason why) {
  struct job *job = r->job;
  bool to_stderr = request_has_document_on_stdout(job->request);
  FILE *out = to_stderr ? stderr : stdout;
  struct report report = {.cfa = job->program.cfa, .assertions = &job->program.assertions, .all = true};
  report.n_files = job->request->options.files.size;
  report.files = job->request->options.files.data;
  report.checked = job->program.checked;
  report.verdict = verdict_of(r);
  enum reason stopped = limits_reason(&job->limits);
  if (report.verdict == VERDICT_UNKNOWN)
    report.reason = stopped != REASON_NONE ? stopped : r->document ? r->reason : why;
  struct claim claim = {.error_location = LOCATION_NONE};
  report.claim = &claim;
  if (!r->document) r->document = json_value_report(&report);
  complete_document(r, &report);
  int failed = write_files(r, &report);
  send_document(r);
  const struct options *options = &job->request->options;
  if (!options->quiet) print_text(r, &report, out);
  const char *result = string_of(r->document, "result");
  if (fprintf(out, "RESULT: %s\n", result ? result : "unknown(internal)") < 0 || fflush(out)) {
    job_complain(job, to_stderr ? "cannot write standard error" : "cannot write standard output");
    failed = EXIT_INTERNAL;
  }
  if (!failed && r->failed && report_status(&report) < EXIT_USAGE) failed = r->failed;
  return failed ? failed : report_status(&report);
}

void round_reports_init(struct round_reports *r, struct verifier *v) {
  *r = (struct round_reports){.v = v, .job = v->job};
  r->counterexamples = json_array();
  r->found = json_array();
  for (uint32_t i = 0; i < v->job->program.assertions.size; i++) json_array_append_new(r->found, json_null());
}

void round_reports_release(struct round_reports *r) {
  json_decref(r->document);
  json_decref(r->counterexamples);
  json_decref(r->found);
  text_release(&r->text);
  text_release(&r->written);
  html_rounds_release(&r->pages);
  for (uint32_t i = 0; i < r->witnesses.size; i++) mem_free(r->witnesses.data[i]);
  vec_ptr_release(&r->witnesses);
}
