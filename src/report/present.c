// See present.h.
#include "report/present.h"
#include "base/memory/alloc.h"
#include "campaign/nothing.h"
#include "campaign/observe.h"
#include "report/json_value.h"
#include "report/presentation.h"
#include "report/statuses.h"
#include "trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// In this order, before the text, so that what could not be written is said before the result line.
static int write_outputs(struct presentation *p) {
  const struct options *options = p->options;
  const struct {
    const char *file;
    int (*write)(struct presentation *p, const char *file);
  } outputs[] = {
#define OUTPUT(field, name, help, commands, writer, ...) {options->field, writer},
#include "run/request/outputs.def"
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

// The verdict stands: computes the other parts of the report.
static void find_more(struct presentation *p) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  if (!p->is_part) verifier_decide(v);
  bool wanted = request_tells(job->request) || p->is_part;
  if (v->result.verdict == VERDICT_TRUE && job->request->kind != INPUT_FILE_CFA && wanted)
    undefined_exits_find(job, &p->exits);
  if (v->result.verdict == VERDICT_FALSE)
    p->trace = trace_build(job->program.cfa, v->search.program, &job->limits, &job->stats, &v->result.claim);
  if (v->result.verdict == VERDICT_FALSE && p->options->witness) p->log = execution_log_observe(job, &v->result.claim);
  if (wanted) results_finish(v, &p->exits);
}

static void gather(struct presentation *p) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const struct options *options = p->options;
  verifier_record_engine(v);
  p->report = (struct report){
      .version = CLEW_VERSION,
      .verdict = v->result.verdict,
      .reason = v->result.reason,
      .detail = v->result.detail,
      .checked = job->program.checked,
      .has_property_file = options->property,
      .unsupported_property = job->request->specification.unsupported != NULL,
      .expected = task_expected(&job->request->task),
      .check = v->result.check,
      .check_message = v->result.check_message.size ? text_cstr(&v->result.check_message) : NULL,
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
      .claim = &v->result.claim,
      .invariants = &v->result.invariants,
      .invented = &v->result.invented,
      .trace = p->trace,
      .is_part = p->is_part,
      .assertions = job->program.cfa ? &job->program.assertions : NULL,
      .reached = v->result.reached,
      .stats = &job->stats,
      .certificate_stats = job->has_certificate ? &job->certificate : NULL,
      .n_warnings = job->program.front.warnings.size,
      .warnings = job->program.front.warnings.data,
      .timeline = &v->result.timeline,
  };
  p->report.nothing_to_check = v->result.verdict == VERDICT_TRUE && nothing_to_check(job);
  if (options->report && job->program.cfa) p->report.goals = front_goals(&job->program.front);
  p->report.is_automaton = job->request->kind == INPUT_FILE_CFA;
  p->report.is_bitcode = !p->report.is_automaton && !input_all_are_c(options);
  p->report.exits_searched = v->result.verdict == VERDICT_TRUE && !p->report.is_automaton &&
                             (request_tells(job->request) || p->is_part);
  p->report.exits_complete = p->exits.complete;
  p->report.n_undefined_exits = p->exits.list.size;
  p->report.undefined_exits = p->exits.list.data;
  if (v->result.engine && v->result.statistics && v->result.statistics != job->statistics) {
    p->report.winner_statistics = v->result.engine->statistics;
    p->report.winner_statistic_values = v->result.statistics;
  }
  vacuity_places(&p->exits.markers, &p->vacuous);
  p->report.n_vacuous = p->vacuous.size;
  p->report.vacuous = p->vacuous.data;
  p->report.n_uncalled = job->program.front.uncalled.size;
  p->report.uncalled = job->program.front.uncalled.data;
}

static struct report_style style_of(const struct job *job, bool colour) {
  const struct options *options = &job->request->options;
  return (struct report_style){.quiet = options->quiet,
                               .stats = options->stats,
                               .invariants = options->invariants,
                               .verbose = options->verbose,
                               .colour = colour};
}

static void send_document(const struct presentation *p) {
  const struct job_listener *listener = &p->v->job->listener;
  struct text document = {0};
  if (!listener->document) return;
  report_json_text(&p->report, &document);
  listener->document(listener->context, &document);
  text_release(&document);
}

static int tell(struct presentation *p) {
  const struct job *job = p->v->job;
  int failed = write_outputs(p);
  send_document(p);
  FILE *out = present_stream(job);
  struct report_style style =
      style_of(job, isatty(fileno(out)) && !getenv("NO_COLOR") && !job->request->options.no_color);
  report_text(&p->report, &style, out);
  if (!report_result_line(&p->report, &style, out) || ferror(out)) {
    job_complain(job, out == stdout ? "cannot write standard output" : "cannot write standard error");
    failed = EXIT_INTERNAL;
  }
  return failed ? failed : report_status(&p->report);
}

static void presentation_release(struct presentation *p) {
  trace_free(p->trace);
  execution_log_free(p->log);
  mem_free(p->copy);
  undefined_exits_release(&p->exits);
  vec_place_release(&p->vacuous);
}

int present_result(struct verifier *v, struct error *error) {
  struct presentation p = {.v = v, .options = &v->job->request->options};
  find_more(&p);
  job_finish(v->job);
  int status = error->status;
  if (status) job_complain(v->job, error->message);
  else {
    gather(&p);
    status = tell(&p);
  }
  error_release(error);
  presentation_release(&p);
  return status;
}

int present_part(struct verifier *v, const struct options *options, struct text *text, json_t **json) {
  struct presentation p = {.v = v, .options = options, .is_part = true};
  find_more(&p);
  job_count(v->job);
  gather(&p);
  int status = write_outputs(&p);
  struct report_style style = style_of(v->job, false);
  char *data = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&data, &size);
  if (out) report_text(&p.report, &style, out);
  if (out) fclose(out);
  if (data) text_add_n(text, data, size);
  free(data);
  *json = json_value_report(&p.report);
  presentation_release(&p);
  return status;
}

void present_explanation(const struct report_timeline *timeline, struct text *out) {
  report_explanation(&(struct report){.timeline = timeline}, out);
}
