// See witnesses.h.
#include "campaign/witnesses.h"
#include "witness/witness.h"

// What a witness is about. A property without a formula is none of the format: where one is checked, TRUE is witnessed
// for the others, and FALSE for the kind that is violated.
static properties witnessed(const struct verifier *v, enum verdict verdict) {
  const struct job *job = v->job;
  properties checked = job->program.checked, said = checked & property_with_formula();
  if (said == checked) return checked;
  if (verdict != VERDICT_FALSE || location_none(v->result.claim.error_location)) return said;
  enum property violated = cfa_location(job->program.cfa, v->result.claim.error_location)->property;
  return property_table[violated].formula ? property_kind_of(violated) & said : 0;
}

const char *witness_lack(const struct verifier *v, enum verdict verdict) {
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

bool witness_make(const struct verifier *v, struct execution_log *log, struct text *out, struct error *error) {
  const struct job *job = v->job;
  const struct options *options = &job->request->options;
  struct text specification = {0};
  specification_print(&job->request->specification, witnessed(v, v->result.verdict), request_function(job->request),
                      &specification);
  struct witness_task task = {.verdict = v->result.verdict,
                              .cfa = job->program.cfa,
                              .claim = &v->result.claim,
                              .invariants = &v->result.invariants,
                              .n_files = options->files.size,
                              .bits = request_bits(job->request),
                              .files = options->files.data,
                              .version = CLEW_VERSION,
                              .engine = options->strategy.name,
                              .n_arguments = job->n_arguments,
                              .arguments = job->arguments,
                              .format = (enum witness_format)options->witness_format,
                              .specification = text_cstr(&specification),
                              .execution_log = log};
  bool made = witness_write(&task, out, error);
  text_release(&specification);
  return made;
}
