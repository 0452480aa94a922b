// Smaller cores.
#include "base/memory/map.h"
#include "solve/solver.h"

// Leaves out one assumption after the other; what a check then leaves out besides is gone, too.
const struct term *solver_core_minimise(struct solver *s, double seconds, uint32_t *n) {
  double deadline = seconds > 0 ? clock_now() + seconds : 0;
  struct vec_term kept = {0}, open = {0}, trial = {0};
  for (uint32_t i = s->core.size; i-- > 0;) vec_term_push(&open, s->core.data[i]); // taken from the end
  while (open.size && !limits_stopped(s->limits) && (deadline == 0 || clock_now() < deadline)) {
    struct term candidate = vec_term_pop(&open);
    vec_term_clear(&trial);
    for (uint32_t i = 0; i < kept.size; i++) vec_term_push(&trial, kept.data[i]);
    for (uint32_t i = open.size; i-- > 0;) vec_term_push(&trial, open.data[i]);
    if (solver_check(s, trial.size, trial.data) != ANSWER_UNSAT) {
      vec_term_push(&kept, candidate);
      continue;
    }
    struct map_u32 needed = {0};
    for (uint32_t i = 0; i < s->core.size; i++) map_u32_put(&needed, s->core.data[i].id, 1);
    uint32_t k = 0;
    for (uint32_t i = 0; i < open.size; i++)
      if (map_u32_find(&needed, open.data[i].id)) open.data[k++] = open.data[i];
    open.size = k;
    map_u32_release(&needed);
  }
  vec_term_clear(&s->core);
  for (uint32_t i = 0; i < kept.size; i++) vec_term_push(&s->core, kept.data[i]);
  for (uint32_t i = open.size; i-- > 0;) vec_term_push(&s->core, open.data[i]);
  vec_term_release(&kept);
  vec_term_release(&open);
  vec_term_release(&trial);
  *n = s->core.size;
  return s->core.data;
}
