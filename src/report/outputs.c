// The writers of the table of outputs (run/request/outputs.def).
#include "base/file/folder.h"
#include "base/file/output.h"
#include "base/memory/alloc.h"
#include "campaign/witnesses.h"
#include "report/html.h"
#include "report/presentation.h"
#include "run/precision_file.h"
#include "witness/witness.h"
#include <inttypes.h>
#include <string.h>

FILE *present_stream(const struct job *job) { return request_has_document_on_stdout(job->request) ? stderr : stdout; }

// The proof of TRUE; otherwise what the engine has of one, if it has anything.
int present_certificate(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const struct certificate *certificate = &v->result.claim.certificate;
  if (!job->program.cfa) return 0;
  if (v->result.verdict == VERDICT_FALSE || certificate_is_empty(certificate)) {
    job_complain(job, "there is no proof to write as a certificate");
    return 0;
  }
  struct certificate_header header = result_certificate(&v->result, job);
  struct text text = {0};
  struct error error = {0};
  certificate_write(&header, job->program.cfa, certificate, &text);
  bool good = output_write(file, &text, &error);
  int status = error.status;
  if (!good) job_complain(job, error.message);
  else if (!job->request->options.quiet && strcmp(file, "-") != 0)
    fprintf(present_stream(job), "The certificate%s is in %s.\n", header.partial ? " of a partial proof" : "", file);
  error_release(&error);
  text_release(&text);
  return status;
}

// Next to a harness: a copy of the program, if there are values that only it asks for. Its name, or NULL.
static char *write_copy(struct verifier *v, const char *harness, struct error *error) {
  struct job *job = v->job;
  bool needed = job->request->entry.has_parameters || job->request->database.file || job->request->linked ||
                harness_needs_copy(job->program.cfa, &v->result.claim);
  if (strcmp(harness, "-") == 0 || !needed) return NULL;
  bool given = false;
  for (uint32_t i = 0; i < v->result.invented.size; i++)
    given |= strcmp(v->result.invented.data[i], REPLAY_ASSEMBLY) == 0;
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
  if (v->result.verdict != VERDICT_TRUE || strstr(witness, "- invariant:")) return "";
  return v->result.invariants.size
             ? "; it has no invariants: those of the proof cannot be said in C where the loops are"
             : "; it has no invariants: the proof needs none";
}

int present_witness(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  const char *why = witness_lack(v, v->result.verdict);
  if (why) {
    if (!p->is_part) job_complain(job, why);
    return 0;
  }
  struct text text = {0};
  struct error error = {0};
  bool made = witness_make(v, p->log, &text, &error);
  if (made && v->result.verdict == VERDICT_TRUE && v->result.witness.size)
    witness_join(&text, text_cstr(&v->result.witness));
  bool lacks = made && v->result.verdict == VERDICT_FALSE && !witness_has_target(text_cstr(&text));
  if (made && (!lacks || p->is_part)) output_write(file, &text, &error);
  if (error.status) job_complain(job, error.message);
  else if (lacks && !p->is_part) job_complain(job, WITNESS_LACKS_TARGET);
  else if (!job->request->options.quiet && !p->is_part && strcmp(file, "-") != 0)
    fprintf(present_stream(job), "The witness is in %s%s.\n", file, lack_of_witness(v, text_cstr(&text)));
  int status = error.status;
  error_release(&error);
  text_release(&text);
  return status;
}

int present_harness(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  if (v->result.verdict != VERDICT_FALSE || job->request->kind == INPUT_FILE_CFA) {
    job_complain(job, v->result.verdict != VERDICT_FALSE ? "there is no error to write a harness for"
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
  struct replay_outside outside = {0};
  if (p->trace) outside = trace_outside(p->trace);
  replay.outside = p->trace ? &outside : NULL;
  harness_write(job->program.cfa, &replay, &v->result.claim, &harness);
  p->report.copy = p->copy;
  if (output_write(file, &harness, &error)) p->report.harness = file;
  else status = error.status;
  text_release(&harness);
  if (error.message) job_complain(job, error.message);
  error_release(&error);
  return status;
}

static bool write_inputs(const struct replay_outside *outside, const struct text *script, struct folder *folder,
                         struct error *error) {
  struct text name = {0};
  bool good = folder_write(folder, "run.sh", script, error);
  if (good && outside->reads && !outside->reads_more) good = folder_write(folder, "stdin", outside->read, error);
  for (uint32_t i = 0; good && i < outside->n_files; i++) {
    const struct replay_file *file = &outside->files[i];
    if (file->is_missing || file->has_more) continue;
    text_clear(&name);
    text_printf(&name, "file-%" PRIu32, i + 1);
    good = folder_write(folder, text_cstr(&name), &file->bytes, error);
  }
  text_release(&name);
  return good;
}

// The names of files that the program reads need not be ones that a folder of the user's can have: they are in the
// script.
int present_inputs(struct presentation *p, const char *path) {
  struct verifier *v = p->v;
  struct job *job = v->job;
  struct error error = {0};
  struct folder folder = {0};
  bool found = v->result.verdict == VERDICT_FALSE && p->trace && job->request->kind != INPUT_FILE_CFA;
  if (!found) {
    job_complain(job, "there is no counterexample to write the inputs of");
    if (folder_has_list(path) && folder_open(&folder, "--inputs", path, &error)) folder_release(&folder);
  } else if (folder_open(&folder, "--inputs", path, &error)) {
    struct text script = {0}, message = {0}, command = {0};
    struct replay_outside outside = trace_outside(p->trace);
    struct replay_options replay = v->replay;
    // Values that functions without a body return are in a harness.
    replay.harness = p->report.harness ? p->report.harness : "";
    harness_error(job->program.cfa, &v->result.claim, &message);
    harness_command(job->program.cfa, &replay, &v->result.claim, &command);
    text_add(&command, " -lm -o PROGRAM");
    replay_outside_script(&outside, text_cstr(&message), text_cstr(&command), &script);
    if (write_inputs(&outside, &script, &folder, &error) && !job->request->options.quiet)
      fprintf(present_stream(job), "The inputs are in %s: sh %s/run.sh PROGRAM\n", path, path);
    text_release(&command);
    text_release(&message);
    text_release(&script);
    folder_release(&folder);
  }
  int status = error.status;
  if (status) job_complain(job, error.message);
  error_release(&error);
  return status;
}

int present_precision(struct presentation *p, const char *file) {
  struct verifier *v = p->v;
  struct text *text = &v->result.precision;
  struct error error = {0};
  if (!text->size && v->search.facts)
    precision_write(v->job->program.cfa, v->search.facts, &v->result.invariants, text);
  if (text->size) output_write(file, text, &error);
  int status = error.status;
  if (status) job_complain(v->job, error.message);
  error_release(&error);
  return status;
}

int present_document(struct presentation *p, const char *file, report_writer *write) {
  struct error error = {0};
  bool good = write(&p->report, file, &error);
  if (!good) job_complain(p->v->job, error.message);
  error_release(&error);
  return good ? 0 : EXIT_INTERNAL;
}

int present_json(struct presentation *p, const char *file) { return present_document(p, file, report_json); }
int present_sarif(struct presentation *p, const char *file) { return present_document(p, file, report_sarif); }

// Of several runs there is one page.
int present_page(struct presentation *p, const char *file) {
  const struct job *job = p->v->job;
  int status = present_document(p, file, p->is_part ? report_html_data : report_html);
  if (!status && !p->is_part && !job->request->options.quiet && strcmp(file, "-") != 0)
    fprintf(present_stream(job), "The report is in %s.\n", file);
  return status;
}
