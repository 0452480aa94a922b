// The certificate of a finished search: an annotation of all cut points.
//
// What was found from a cut point on is all that leads to an error from there. Its negation is inductive: a segment
// that led from outside of it into it would be a feasible backward path that was not explored. A formula that mentions
// inputs has no negation without quantifiers and is left out; then k makes up for it: of the cut points on a path
// before an error, or before a cut point with a formula, no more than `open` can be passed where all the formulas hold.
//
// Many formulas are better left out altogether: then this is k-induction with a k that no feasible error path reaches.
#include "engine/bse/bse.h"

#define FORMULAS_FEW 4096
#define K_MOST 1000 // that the check takes

// How many distinct formulas a certificate with formulas would have; and the greatest number of cut points on a
// feasible path, all and open ones.
static uint32_t measure(const struct bse *b, uint32_t *cuts, uint32_t *open) {
  struct map_u32 distinct = {0};
  *cuts = *open = 0;
  for (uint32_t i = 0; i < b->items.size; i++) {
    const struct item *item = &b->items.data[i];
    if (!item->feasible) continue;
    if (item->cuts > *cuts) *cuts = item->cuts;
    if (item->open > *open) *open = item->open;
    if (expansion_at(b->expansion, item->point)->cut && !item->has_inputs)
      map_u32_put(&distinct, (uint64_t)item->point.id << 32 | item->formula.id, 1);
  }
  uint32_t n = distinct.size;
  map_u32_release(&distinct);
  return n;
}

static struct cut_point *annotate(struct bse *b, struct point p, uint32_t k) {
  const struct expanded_point *at = expansion_at(b->expansion, p);
  struct cut_point *cut = annotation_at(&b->run.claim->certificate.annotation, at->context, at->location);
  cut->k = k;
  return cut;
}

static void add_formulas(struct bse *b, uint32_t k) {
  struct map_u32 distinct = {0};
  for (uint32_t i = 0; i < b->items.size; i++) {
    const struct item *item = &b->items.data[i];
    if (!item->feasible || item->has_inputs || !expansion_at(b->expansion, item->point)->cut) continue;
    uint64_t key = (uint64_t)item->point.id << 32 | item->formula.id;
    if (map_u32_find(&distinct, key)) continue;
    map_u32_put(&distinct, key, 1);
    vec_term_push(&annotate(b, item->point, k)->conjuncts, term_not(b->run.tm, item->formula));
    b->statistics->formulas++;
  }
  map_u32_release(&distinct);
}

void bse_certify(struct bse *b) {
  struct certificate *certificate = &b->run.claim->certificate;
  uint32_t cuts, open, n = measure(b, &cuts, &open);
  bool possible = !b->cuts_unknown && cuts < K_MOST;
  bool formulas = !possible || n <= FORMULAS_FEW || n < (cuts - open) / 2;
  uint32_t k = 1 + (formulas ? open : cuts);
  certificate->kind = CERTIFICATE_ANNOTATION;
  certificate->annotation.recursion = b->expansion->recursion;
  for (uint32_t i = 0; i < b->expansion->cuts.size; i++) annotate(b, b->expansion->cuts.data[i], k);
  if (formulas) add_formulas(b, k);
  b->statistics->k = k;
}
