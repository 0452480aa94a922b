#include "explore/strengthen.h"
void strengthen(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out) {
  (void)sources;
  (void)seconds;
  *out =
      (struct strengthening){.points = x->points.size, .at = mem_zalloc(x->points.size + 1, sizeof(struct vec_term))};
}
void strengthening_release(struct strengthening *s) {
  for (uint32_t i = 0; i < s->points; i++) vec_term_release(&s->at[i]);
  mem_free(s->at);
}
struct term strengthening_at(const struct strengthening *s, struct expansion *x, struct point p) {
  return term_and_n(x->tm, s->at[p.id].size, s->at[p.id].data);
}
