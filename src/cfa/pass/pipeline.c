// See pipeline.h.
#include "cfa/pass/pipeline.h"

void cfa_pipeline_again(struct cfa *cfa, bool slice) {
  if (slice) cfa_slice(cfa);
  else cfa_compress(cfa);
  cfa_find_loops(cfa);
}

void cfa_pipeline(struct cfa *cfa, struct vec_assertion *assertions, bool slice) {
  cfa_compress(cfa);
  if (assertions) cfa_decide_assertions(cfa, assertions);
  cfa_find_loops(cfa);
  if (slice) cfa_pipeline_again(cfa, true);
}

void cfa_merge_branches(struct cfa *cfa, bool only_tests, bool slice) {
  (only_tests ? cfa_unite_tests : cfa_large_blocks)(cfa);
  if (slice) cfa_slice(cfa);
  cfa_find_loops(cfa);
}
