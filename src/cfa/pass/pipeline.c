// See pipeline.h.
#include "cfa/pass/pipeline.h"
#include "cfa/pass/reduce.h"

void cfa_pipeline_again(struct cfa *cfa, enum cfa_form form) {
  (form == CFA_FORM_RAW ? cfa_sweep : form == CFA_FORM_COMPRESSED ? cfa_compress : cfa_slice)(cfa);
  cfa_find_loops(cfa);
}

void cfa_pipeline(struct cfa *cfa, struct vec_assertion *assertions, enum cfa_form form) {
  (form == CFA_FORM_RAW ? cfa_sweep : cfa_compress)(cfa);
  if (assertions) cfa_decide_assertions(cfa, assertions);
  cfa_find_loops(cfa);
  if (form == CFA_FORM_SLICED) cfa_pipeline_again(cfa, form);
}

void cfa_merge_branches(struct cfa *cfa, bool only_tests, bool slice) {
  (only_tests ? cfa_unite_tests : cfa_large_blocks)(cfa);
  if (slice) cfa_slice(cfa);
  cfa_find_loops(cfa);
}
