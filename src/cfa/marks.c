// See marks.h.
#include "cfa/marks.h"

struct cfa_marks *cfa_marks(struct cfa *cfa) {
  if (!cfa->marks) cfa->marks = mem_zalloc(1, sizeof *cfa->marks);
  return cfa->marks;
}

void cfa_marks_free(struct cfa_marks *marks) {
  if (!marks) return;
  for (uint32_t i = 0; i < marks->conjuncts.size; i++) {
    vec_input_release(&marks->conjuncts.data[i].inputs);
    vec_alloc_release(&marks->conjuncts.data[i].allocs);
  }
  vec_conjunct_release(&marks->conjuncts);
  vec_u32_release(&marks->step_ends);
  vec_side_release(&marks->sides);
  mem_free(marks);
}
