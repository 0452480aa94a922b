// See present.h.
#include "report/present.h"
#include "base/file/output.h"
#include "base/memory/alloc.h"
#include "campaign/nothing.h"
#include "campaign/observe.h"
#include "campaign/vacuity.h"
#include "report/html.h"
#include "report/report.h"
#include "report/statuses.h"
#include "run/precision.h"
#include "trace/trace.h"
#include "witness/witness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A result that is being rendered.
struct presentation {
  struct verifier *v;
  struct report report;
  struct trace *trace; // of FALSE
  struct execution_log *log; // of FALSE with a witness; may be NULL
  char *copy; // the file of the program's copy that the harness needs; NULL: there is none
  struct undefined_exits exits; // of TRUE
  struct vec_place vacuous;
};

static FILE *text_stream(const struct job *job) {
  return request_has_document_on_stdout(job->request) ? stderr : stdout;
}

// The proof of TRUE; otherwise what the engine has of one, if it has anything.
static int write_certificate(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const struct certificate *certificate = &v->claim.certificate;
  if (!job->program.cfa) return 0;
  if (v->verdict == VERDICT_FALSE || certificate_is_empty(certificate)) {
    job_complain(job, "there is no proof to write as a certificate");
    return 0;
  }
  struct certificate_header header = verifier_certificate(v);
  struct text text = {0};
  struct error error = {0};
  certificate_write(&header, job->program.cfa, certificate, &text);
  bool good = output_write(file, &text, &error);
  int status = error.status;
  if (!good) job_complain(job, error.message);
  else if (!job->request->options.quiet && strcmp(file, "-") != 0)
    fprintf(text_stream(job), "The certificate%s is in %s.\n", header.partial ? " of a partial proof" : "", file);
  error_release(&error);
  text_release(&text);
  return status;
}

// Next to a harness: a copy of the program, if there are values that only it asks for. Its name, or NULL.
static char *write_copy(struct verifier *v, const char *harness, struct error *error) {
  struct job *job = v->job;
  bool needed = job->request->entry.has_parameters || job->request->database.file || job->request->linked ||
                harness_needs_copy(job->program.cfa, &v->claim);
  if (strcmp(harness, "-") == 0 || !needed) return NULL;
  bool given = false;
  for (uint32_t i = 0; i < v->invented.size; i++) given |= strcmp(v->invented.data[i], REPLAY_ASSEMBLY) == 0;
  size_t length = strlen(harness);
  if (length > 2 && strcmp(harness + length - 2, ".c") == 0) length -= 2;
  struct text name = {0};
  text_printf(&name, "%.*s.bc", (int)length, harness);
  char *file = mem_strdup(text_cstr(&name));
  text_release(&name);
  if (front_write_copy(&job->program.front, file, given, error)) return file;
  mem_free(file);
  return NULL;
}

// Why a witness of TRUE says nothing.
static const char *lack_of_witness(const struct verifier *v, const char *witness) {
  if (v->verdict != VERDICT_TRUE || strstr(witness, "- invariant:")) return "";
  return v->invariants.size ? "; it has no invariants: those of the proof cannot be said in C where the loops are"
                            : "; it has no invariants: the proof needs none";
}

// What a witness is about. A property without a formula is none of the format: where one is checked, TRUE is witnessed
// for the others, and FALSE for the kind that is violated.
static properties witnessed(const struct verifier *v, enum verdict verdict) {
  const struct job *job = v->job;
  properties checked = job->program.checked, said = checked & property_with_formula();
  if (said == checked) return checked;
  if (verdict != VERDICT_FALSE || location_none(v->claim.error_location)) return said;
  enum property violated = cfa_location(job->program.cfa, v->claim.error_location)->property;
  return property_table[violated].formula ? property_kind_of(violated) & said : 0;
}

const char *present_no_witness(const struct verifier *v, enum verdict verdict) {
  const struct job *job = v->job;
  struct text specification = {0};
  const char *why = NULL;
  if (verdict == VERDICT_UNKNOWN) why = "there is no verdict to write a witness of";
  else if (job->request->kind != INPUT_FILE_C) why = "only C programs have witnesses";
  else if (!specification_print(&job->request->specification, witnessed(v, verdict), request_function(job->request),
                                &specification))
    why = job->program.checked & property_with(TRAIT_UNDEFINED)
              ? "undefined behaviour is no property of the witness format: there is no witness of it"
              : "what is checked is no property of the witness format: there is no witness of it";
  text_release(&specification);
  return why;
}

static bool make_witness(struct presentation *p, struct text *out, struct error *error) {
  struct verifier *v = p->v;
  const struct report *report = &p->report;
  const struct job *job = v->job;
  struct text specification = {0};
  specification_print(&job->request->specification, witnessed(v, v->verdict), request_function(job->request),
                      &specification);
  struct witness_task task = {.verdict = report->verdict,
                              .cfa = report->cfa,
                              .claim = report->claim,
                              .invariants = report->invariants,
                              .n_files = report->n_files,
                              .bits = report->bits,
                              .files = report->files,
                              .version = report->version,
                              .engine = report->engine,
                              .n_arguments = report->n_arguments,
                              .arguments = report->arguments,
                              .format = (enum witness_format)job->request->options.witness_format,
                              .specification = text_cstr(&specification),
                              .execution_log = p->log};
  bool made = witness_write(&task, out, error);
  text_release(&specification);
  return made;
}

static int write_witness(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const char *why = present_no_witness(v, v->verdict);
  if (why) {
    if (!job->in_round) job_complain(job, why);
    return 0;
  }
  struct text text = {0};
  struct error error = {0};
  bool made = make_witness(p, &text, &error);
  if (made && v->verdict == VERDICT_TRUE && job->proved_witness.size)
    witness_join(&text, text_cstr(&job->proved_witness));
  bool lacks = made && v->verdict == VERDICT_FALSE && !witness_has_target(text_cstr(&text));
  if (made && (!lacks || job->in_round)) output_write(file, &text, &error);
  if (error.status) job_complain(job, error.message);
  else if (lacks && !job->in_round) job_complain(job, WITNESS_LACKS_TARGET);
  else if (!job->request->options.quiet && !job->in_round && strcmp(file, "-") != 0)
    fprintf(text_stream(job), "The witness is in %s%s.\n", file, lack_of_witness(v, text_cstr(&text)));
  int status = error.status;
  error_release(&error);
  text_release(&text);
  return status;
}

static int write_harness(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  if (v->verdict != VERDICT_FALSE || job->request->kind == INPUT_FILE_CFA) {
    job_complain(job, v->verdict != VERDICT_FALSE ? "there is no error to write a harness for"
                                                  : "an automaton has no C program to write a harness for");
    return 0;
  }
  int status = 0;
  struct error error = {0};
  struct text harness = {0};
  p->copy = write_copy(v, file, &error);
  struct replay_options replay = v->replay;
  replay.harness = file;
  replay.copy = p->copy;
  replay.read = p->trace && p->trace->reads && !p->trace->reads_more ? &p->trace->read : NULL;
  replay.environment = p->trace && !p->trace->environment_more ? &p->trace->environment : NULL;
  harness_write(job->program.cfa, &replay, &v->claim, &harness);
  p->report.copy = p->copy;
  if (output_write(file, &harness, &error)) p->report.harness = file;
  else status = error.status;
  text_release(&harness);
  if (error.message) job_complain(job, error.message);
  error_release(&error);
  return status;
}

static int write_precision(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct error error = {0};
  (void)file;
  if (!v->search.facts) return 0;
  precision_save(&v->job->request->options, v->job->program.cfa, v->search.facts, &v->invariants, &error);
  int status = error.status;
  if (status) job_complain(v->job, error.message);
  error_release(&error);
  return status;
}

// A document that says everything.
static int write_document(struct presentation *p, const char *file,
                          bool (*write)(const struct report *report, const char *file, struct error *error)) {
  struct error error = {0};
  bool good = write(&p->report, file, &error);
  if (!good) job_complain(p->v->job, error.message);
  error_release(&error);
  return good ? 0 : EXIT_INTERNAL;
}

static int write_json(struct presentation *p, const char *file) { return write_document(p, file, report_json); }
static int write_sarif(struct presentation *p, const char *file) { return write_document(p, file, report_sarif); }

// Of several runs there is one page.
static int write_page(struct presentation *p, const char *file) {
  const struct job *job = p->v->job;
  int status = write_document(p, file, job->in_round ? report_html_data : report_html);
  if (!status && !job->in_round && !job->request->options.quiet && strcmp(file, "-") != 0)
    fprintf(text_stream(job), "The report is in %s.\n", file);
  return status;
}

// In this order, before the text, so that what could not be written is said before the result line.
static int write_outputs(struct presentation *p) {
  const struct options *options = &p->v->job->request->options;
  const struct {
    const char *file;
    int (*write)(struct presentation *p, const char *file);
  } outputs[] = {
#define OUTPUT(field, writer) {options->field, writer},
#include "report/outputs.def"
#undef OUTPUT
  };
  int status = 0;
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    int failed = outputs[i].file ? outputs[i].write(p, outputs[i].file) : 0;
    if (failed) status = failed;
  }
  return status;
}

// --- the whole -------------------------------------------------------------------------------------------------------

// The verdict stands, it is what will be reported: finds what is reported beside it, and finishes the job.
static void find_more(struct presentation *p) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  verifier_decide(v);
  // Only if somebody is told.
  bool told = request_tells(job->request);
  if (v->verdict == VERDICT_TRUE && job->request->kind != INPUT_FILE_CFA && told && !v->hand_on)
    undefined_exits_find(job, &p->exits);
  if (v->verdict == VERDICT_FALSE)
    p->trace = trace_build(job->program.cfa, v->search.program, &job->limits, &job->stats, &v->claim);
  if (v->verdict == VERDICT_FALSE && job->request->options.witness) p->log = course_observe(job, &v->claim);
  if (told) results_finish(v, &p->exits);
  job_finish(job);
}

static void gather(struct presentation *p) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const struct options *options = &job->request->options;
  verifier_record_engine(v);
  p->report = (struct report){
      .version = CLEW_VERSION,
      .verdict = v->verdict,
      .reason = v->reason,
      .detail = v->detail,
      .checked = job->program.checked,
      .has_property_file = options->property,
      .unsupported_property = job->request->specification.unsupported != NULL,
      .expected = task_expected(&job->request->task),
      .check = v->check,
      .check_message = v->check_message.size ? text_cstr(&v->check_message) : NULL,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_arguments = job->n_arguments,
      .arguments = job->arguments,
      .engine = options->strategy.name,
      .engine_options = options->strategy.options,
      .engine_option_values = options->engine_options,
      .engine_statistics = options->strategy.statistics,
      .engine_statistic_values = job->statistics,
      .undefined = options->undefined,
      .entry = request_entry(job->request),
      .bits = request_bits(job->request),
      .seed = (uint64_t)options->seed,
      .cfa = job->program.cfa,
      .claim = &v->claim,
      .invariants = &v->invariants,
      .invented = &v->invented,
      .trace = p->trace,
      .in_round = job->in_round,
      .assertions = job->program.cfa ? &job->program.assertions : NULL,
      .reached = v->search.reached,
      .stats = &job->stats,
      .n_warnings = job->program.front.warnings.size,
      .warnings = job->program.front.warnings.data,
      .timeline = &v->timeline,
  };
  p->report.nothing_to_check = v->verdict == VERDICT_TRUE && nothing_to_check(job);
  if (options->report && job->program.cfa) p->report.goals = front_goals(&job->program.front);
  p->report.is_automaton = job->request->kind == INPUT_FILE_CFA;
  p->report.is_bitcode = !p->report.is_automaton && !input_all_are_c(options);
  p->report.ends_searched = v->verdict == VERDICT_TRUE && !p->report.is_automaton && request_tells(job->request);
  p->report.ends_complete = p->exits.complete;
  p->report.n_path_ends = p->exits.list.size;
  p->report.undefined_exits = p->exits.list.data;
  if (v->plan.engine && v->plan.statistics && v->plan.statistics != job->statistics) {
    p->report.winner_statistics = v->plan.engine->statistics;
    p->report.winner_statistic_values = v->plan.statistics;
  }
  vacuity_places(&p->exits.markers, &p->vacuous);
  p->report.n_vacuous = p->vacuous.size;
  p->report.vacuous = p->vacuous.data;
  p->report.n_uncalled = job->program.front.uncalled.size;
  p->report.uncalled = job->program.front.uncalled.data;
}

static bool hand_on(struct presentation *p) {
  struct verifier *v = p->v;
  if (!v->hand_on) return false;
  struct text witness = {0};
  struct error error = {0};
  bool wanted = v->verdict == VERDICT_TRUE && v->job->request->options.witness && !present_no_witness(v, VERDICT_TRUE);
  if (wanted) make_witness(p, &witness, &error);
  error_release(&error);
  bool taken = v->hand_on(v, wanted ? &witness : NULL, v->hand_on_context);
  text_release(&witness);
  return taken;
}

static int tell(struct presentation *p) {
  const struct job *job = p->v->job;
  const struct options *options = &job->request->options;
  int failed = write_outputs(p);
  FILE *out = text_stream(job);
  bool to_terminal = isatty(fileno(out)) && !getenv("NO_COLOR");
  struct report_style style = {.quiet = options->quiet,
                               .stats = options->stats,
                               .invariants = options->invariants,
                               .verbose = options->verbose,
                               .colour = to_terminal};
  report_text(&p->report, &style, out);
  if (!report_result_line(&p->report, &style, out) || ferror(out)) {
    job_complain(job, out == stdout ? "cannot write standard output" : "cannot write standard error");
    failed = EXIT_INTERNAL;
  }
  return failed ? failed : report_status(&p->report);
}

static void presentation_release(struct presentation *p) {
  trace_free(p->trace);
  course_free(p->log);
  mem_free(p->copy);
  undefined_exits_release(&p->exits);
  vec_place_release(&p->vacuous);
}

int present_result(struct verifier *v, struct error *error) {
  struct presentation p = {.v = v};
  find_more(&p);
  int status = error->status;
  if (status) job_complain(v->job, error->message);
  else {
    gather(&p);
    status = hand_on(&p) ? EXIT_UNKNOWN : tell(&p);
  }
  error_release(error);
  presentation_release(&p);
  return status;
}

void present_finish(struct verifier *v) {
  struct presentation p = {.v = v};
  find_more(&p);
  presentation_release(&p);
}

void present_explanation(const struct report_timeline *timeline, struct text *out) {
  report_explanation(&(struct report){.timeline = timeline}, out);
}
