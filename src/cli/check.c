// `clew check`: the program is read, its automaton made as the certificate says, and the certificate checked. No engine
// has a part in it.
#include "base/memory/alloc.h"
#include "cli/command.h"
#include "cli/open.h"
#include "run/job.h"
#include "cli/check_witness.h"
#include "check/certificate_file.h"
#include "witness/invariants.h"
#include "check/check.h"
#include "report/report.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct checking {
  struct job *job;
  struct request request; // with what the certificate says of how the automaton was made
  struct text content; // of the certificate
  struct certificate_header head;
  struct certificate certificate;
  struct vec_invariant invariants;
  uint64_t open; // places that a part of a proof leaves open
  bool preserves; // it is about paths, and right
  enum verdict verdict;
  enum reason reason;
  const char *detail; // static, or `why`
  struct text why;
  enum report_check check;
};

// How the automaton was made from the program is the certificate's to say, but not what is asked: the data model and
// where execution starts are those of the command line, or somebody's proof of an easier program would do.
static bool read_head(struct checking *c, struct error *error) {
  struct job *job = c->job;
  const char *file = job->request->certificate;
  if (!input_read(file, &c->content, error) ||
      !certificate_read_header(file, text_cstr(&c->content), c->content.size, &c->head, error))
    return false;
  c->request = *job->request;
  struct options *options = &c->request.options;
  options->no_slice = !c->head.sliced;
  options->no_compress = c->head.raw;
  options->merge = c->head.merged;
  options->no_merge = !c->head.merged;
  // As `clew prune` reads a program, unless it was told otherwise.
  if (c->head.paths && !options->check_given && !options->property)
    job->program.checked = c->request.specification.checked = PROPERTY_SET(UNREACH);
  job->request = &c->request;
  job->program.united = c->head.united;
  return true;
}

static void refuse(struct checking *c, enum reason reason, const char *detail) {
  c->verdict = VERDICT_UNKNOWN;
  c->reason = reason;
  c->detail = detail;
}

// Is the certificate for what is asked? An automaton has its data model and its entry in it.
static bool answers_question(struct checking *c) {
  const struct job *job = c->job;
  const char *entry = request_entry(job->request);
  if (job->request->specification.unsupported) {
    text_printf(&c->why, "the property %s", job->request->specification.unsupported);
    refuse(c, REASON_UNSUPPORTED, text_cstr(&c->why));
    return false;
  }
  if (job->request->kind == INPUT_FILE_CFA) return true;
  if (c->head.bits != request_bits(job->request))
    text_printf(&c->why, "it is for the program on %u bits, not on %u; if that is meant, say --%u", c->head.bits,
                request_bits(job->request), c->head.bits);
  else if (strcmp(c->head.entry, entry) != 0)
    text_printf(&c->why, "it is for the program that starts at `%s`, not at `%s`; if that is meant, say --entry %s",
                c->head.entry, entry, c->head.entry);
  else return true;
  refuse(c, REASON_CERTIFICATE, text_cstr(&c->why));
  return false;
}

static bool check_certificate(struct checking *c, struct error *error) {
  struct job *job = c->job;
  uint64_t program = certificate_program(job->program.cfa);
  if (program != c->head.program) {
    text_printf(&c->why,
                "it is for another program, or for this one read with other options (this one is %016" PRIx64 ")",
                program);
    refuse(c, REASON_CERTIFICATE, text_cstr(&c->why));
    return true;
  }
  c->certificate.unfold = unfold_new(job->program.cfa);
  if (!certificate_read(job->request->certificate, text_cstr(&c->content), c->content.size, job->program.cfa,
                        &c->certificate, error))
    return false;
  const char *message = NULL;
  double before = clock_now();
  if (c->head.paths) {
    c->preserves =
        certificate_check_paths(job->program.cfa, &job->limits, &job->stats, &c->certificate, &c->open, &message);
    job->stats.time_check = clock_now() - before;
    bool late = !c->preserves && limits_stopped(&job->limits);
    if (!late) c->check = c->preserves ? CHECK_CONFIRMED : CHECK_REFUSED;
    refuse(c, late ? limits_reason(&job->limits) : REASON_CERTIFICATE,
           c->preserves ? "it is about paths, and says nothing about errors" : message);
    return true;
  }
  bool good = certificate_check(job->program.cfa, &job->limits, &job->stats, &c->certificate, c->head.partial, &c->open,
                                &message);
  job->stats.time_check = clock_now() - before;
  c->check = good ? CHECK_CONFIRMED : CHECK_REFUSED;
  c->verdict = VERDICT_TRUE;
  if (good && !c->head.partial) {
    certificate_invariants(&c->certificate, job->program.cfa, &c->invariants);
    return true;
  }
  if (limits_stopped(&job->limits)) {
    c->check = CHECK_NONE;
    refuse(c, limits_reason(&job->limits), "while the certificate was checked");
  } else if (good) {
    refuse(c, REASON_CERTIFICATE, "it is a partial proof: what is there is right, but it says nothing about the rest");
  } else {
    refuse(c, REASON_CERTIFICATE, message);
  }
  return true;
}

static void print_size(const struct checking *c, FILE *out) {
  const struct certificate *certificate = &c->certificate;
  uint32_t formulas = 0;
  if (certificate->kind == CERTIFICATE_ANNOTATION) {
    for (uint32_t i = 0; i < certificate->annotation.points.size; i++)
      formulas += certificate->annotation.points.data[i].conjuncts.size;
    fprintf(out, "The certificate has %u cut points with %u conjuncts", certificate->annotation.points.size, formulas);
    if (certificate->annotation.recursion)
      fprintf(out, ", recursion up to %u times", certificate->annotation.recursion);
    if (certificate->annotation.unwinding)
      fprintf(out, ", at most %u segments by unwinding", certificate->annotation.unwinding);
  } else {
    for (uint32_t i = 0; i < certificate->graph.nodes.size; i++)
      formulas += !formula_none(certificate->graph.nodes.data[i].formula);
    fprintf(out, "The certificate has %u nodes, %u of them with formulas", certificate->graph.nodes.size, formulas);
  }
}

static void print_counts(const struct checking *c, FILE *out) {
  const struct stats *stats = &c->job->stats;
  print_size(c, out);
  fprintf(out, "; the program is for %u bits and starts at %s%s.\n", c->head.bits, c->head.entry,
          c->head.sliced ? ", sliced" : "");
  fprintf(out, "Checked in %.2f s: %llu nodes, %llu conjuncts of formulas, %llu cut branches.\n", stats->time_check,
          (unsigned long long)stats->proof_nodes, (unsigned long long)stats->proof_formulas,
          (unsigned long long)stats->proof_cuts);
  if (c->preserves)
    fprintf(
        out,
        "Every feasible path of the program is a path of the graph, which is plugged into the program's own at %llu "
        "places.\n",
        (unsigned long long)c->open);
  if (c->head.partial) fprintf(out, "Not explored: %llu branches.\n", (unsigned long long)c->open);
}

static int report_all(struct checking *c, int argc, char **argv) {
  struct job *job = c->job;
  const struct options *options = &job->request->options;
  struct report report = {
      .version = CLEW_VERSION,
      .verdict = c->verdict,
      .reason = c->reason,
      .detail = c->detail,
      .checked = job->program.checked,
      .has_property_file = options->property,
      .expected = task_expected(&job->request->task),
      .preserves = c->preserves,
      .check = c->check,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_arguments = (uint32_t)argc,
      .arguments = (const char *const *)argv,
      .entry = c->head.entry,
      .bits = c->head.bits,
      .cfa = job->program.cfa,
      .is_automaton = job->request->kind == INPUT_FILE_CFA,
      .is_bitcode = job->request->kind != INPUT_FILE_CFA && !input_all_are_c(options),
      .stats = &job->stats,
      .invariants = &c->invariants,
      .n_warnings = job->program.front.warnings.size,
      .warnings = job->program.front.warnings.data,
  };
  int failed = 0;
  struct error error = {0};
  if (options->json && !report_json(&report, options->json, &error)) {
    job_complain(job, error.message);
    failed = EXIT_INTERNAL;
  }
  error_release(&error);
  struct report_style style = {.quiet = options->quiet,
                               .stats = options->stats,
                               .colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
  FILE *out = request_has_document_on_stdout(job->request) ? stderr : stdout;
  if (!options->quiet && c->check != CHECK_NONE) print_counts(c, out);
  if (!c->preserves) report_text(&report, &style, out);
  if (!report_result_line(&report, &style, out) || ferror(out)) {
    job_complain(job, "cannot write standard output");
    failed = EXIT_INTERNAL;
  }
  return failed ? failed : report_status(&report);
}

static void checking_release(struct checking *c) {
  if (c->certificate.unfold) unfold_free(c->certificate.unfold);
  certificate_release(&c->certificate);
  certificate_header_release(&c->head);
  vec_invariant_release(&c->invariants);
  text_release(&c->content);
  text_release(&c->why);
}

int command_check(int argc, char **argv) {
  struct request request;
  struct job job;
  int status;
  if (!command_open(&request, &job, &request_forms[REQUEST_check], argc, argv, &status)) return status;
  if (witness_check_wants(request.certificate)) {
    status = witness_check(&job);
    command_close(&request, &job);
    return status;
  }
  struct checking c = {.job = &job};
  certificate_init(&c.certificate);
  struct error error = {0};
  job.limits.started = clock_now(); // loading begins anew
  if (read_head(&c, &error) && answers_question(&c)) {
    if (!job_load(&job, &error)) c.reason = limits_reason(&job.limits);
    else if (check_certificate(&c, &error)) atomic_store(&job.emergency.decided, (int)c.verdict);
  }
  job_finish(&job);
  if (error.status) {
    job_complain(&job, error.message);
    status = error.status;
    error_release(&error);
  } else {
    status = report_all(&c, argc + 2, argv - 2); // with the program and the command
  }
#ifndef CLEW_DEBUG
  // Giving back gigabytes piece by piece would take longer than the process lives.
  job_end(&job);
  _exit(status);
#endif
  checking_release(&c);
  command_close(&request, &job);
  return status;
}
