// See certificate.h.
#include "graph/certificate.h"
#include "base/memory/alloc.h"
#include "state/state.h"

void certificate_init(struct certificate *c) {
  *c = (struct certificate){.kind = CERTIFICATE_NONE};
  graph_init(&c->graph);
}

void summarised_free(struct summarised *s) {
  if (!s) return;
  if (s->program) program_free(s->program);
  if (s->cfa) cfa_free(s->cfa);
  vec_summary_release(&s->summaries);
  mem_free(s);
}

void certificate_release(struct certificate *c) {
  summarised_free(c->summarised);
  graph_release(&c->graph);
  for (uint32_t i = 0; i < c->annotation.points.size; i++) vec_term_release(&c->annotation.points.data[i].conjuncts);
  vec_cut_point_release(&c->annotation.points);
  vec_u32_release(&c->passed);
}

struct cut_point *annotation_at(struct annotation *a, struct context context, struct location location) {
  for (uint32_t i = 0; i < a->points.size; i++) {
    struct cut_point *p = &a->points.data[i];
    if (context_same(p->context, context) && location_same(p->location, location)) return p;
  }
  vec_cut_point_push(&a->points, (struct cut_point){.context = context, .location = location, .k = 1});
  return &a->points.data[a->points.size - 1];
}
