// Queries with products of variables: first what the normal form of polynomials makes of them, then identities
// (ring/ring.h), and what is left is asked like any other query.
#include "base/memory/map.h"
#include "solve/ring/ring.h"
#include "solve/solver.h"

#define CASE_SECONDS 0.1 // for a case without products

bool rings_concern(struct solver *s, uint32_t n, const struct term *conjuncts) {
  return stage_on(s->stages, STAGE_RINGS) && ring_concerns(s->tm, &s->concerned, n, conjuncts);
}

// A case without products.
static bool contradict(void *context, const struct vec_term *formulas, struct vec_term *core) {
  struct solver *s = context;
  struct model *model = NULL;
  enum answer answer = word_decide(s->word, formulas->size, formulas->data, 0, NULL, &model, core);
  model_unref(model);
  if (answer != ANSWER_UNKNOWN) return answer == ANSWER_UNSAT;
  if (s->ops->check(s->backend, formulas->size, formulas->data, 0, NULL, CASE_SECONDS) != ANSWER_UNSAT) return false;
  uint32_t n;
  const uint32_t *indices = s->ops->core(s->backend, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(core, formulas->data[indices[i]]);
  return true;
}

static bool by_identity(struct solver *s, const struct vec_term *conjuncts, struct vec_term *conflict) {
  if (!ring_concerns(s->tm, &s->concerned, conjuncts->size, conjuncts->data)) return false;
  struct ring_proof *proof =
      ring_prove(s->tm, s->limits, conjuncts->size, conjuncts->data, contradict, s, conflict);
  ring_proof_free(proof);
  return proof && conflict->size;
}

// The given conjuncts that a conflict among the simplified ones comes from.
static void core_of(const struct ring_simplified *small, const struct vec_term *conflict,
                    const struct term *conjuncts, uint32_t n, struct vec_term *core) {
  struct map_u32 wanted = {0};
  unsigned char *in = mem_zalloc(n + 1, 1);
  for (uint32_t i = 0; i < conflict->size; i++) map_u32_put(&wanted, conflict->data[i].id, 1);
  for (uint32_t i = 0; i < small->conjuncts.size; i++) {
    if (!map_u32_remove(&wanted, small->conjuncts.data[i].id)) continue; // of equal ones the first
    for (uint32_t k = small->starts.data[i]; k < small->starts.data[i + 1]; k++) in[small->origins.data[k]] = 1;
  }
  for (uint32_t i = 0; i < n; i++)
    if (in[i]) vec_term_push(core, conjuncts[i]);
  mem_free(in);
  map_u32_release(&wanted);
}

// Of a model of what was left, one of everything; NULL: it is none. Takes over the reference.
static struct model *complete(struct solver *s, const struct ring_simplified *small, struct model *model, uint32_t n,
                              const struct term *conjuncts) {
  struct terms *tm = s->tm;
  ring_extend(tm, small, model);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, conjuncts[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      struct term var = {vars[k]};
      if (!model_has(model, var)) model_set(model, var, term_zero(tm, term_sort(tm, var)));
    }
  }
  struct model *exact = model_restricted(tm, model, n, conjuncts);
  model_unref(model);
  if (model_holds_all(exact, n, conjuncts)) return exact;
  model_unref(exact);
  return NULL;
}

// What the simplified conjunction is.
static enum answer decide(struct solver *s, const struct vec_term *left, struct model **model,
                          struct vec_term *conflict, double start) {
  for (uint32_t i = 0; i < left->size; i++) {
    if (!term_is_false(s->tm, left->data[i])) continue;
    vec_term_push(conflict, left->data[i]);
    s->stats->queries_ring++;
    s->stats->time_ring += clock_now() - start;
    return ANSWER_UNSAT;
  }
  bool found = by_identity(s, left, conflict);
  s->stats->time_ring += clock_now() - start;
  if (found) s->stats->queries_ring++;
  if (found) return ANSWER_UNSAT;
  vec_term_clear(conflict);
  if (left->size) return solver_ask_plain(s, left->size, left->data, model, conflict);
  s->stats->queries_ring++;
  *model = model_new(s->tm);
  return ANSWER_SAT;
}

enum answer solver_ask_rings(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core) {
  double start = clock_now();
  struct ring_simplified small;
  struct vec_term left = {0}, conflict = {0};
  struct model *found = NULL;
  ring_simplify(s->ring_simplify, n, conjuncts, &small);
  for (uint32_t i = 0; i < small.conjuncts.size; i++)
    if (!term_is_true(s->tm, small.conjuncts.data[i])) vec_term_push(&left, small.conjuncts.data[i]);
  enum answer answer = decide(s, &left, &found, &conflict, start);
  if (answer == ANSWER_UNSAT) core_of(&small, &conflict, conjuncts, n, core);
  if (answer == ANSWER_SAT) *model = complete(s, &small, found, n, conjuncts);
  ring_simplified_release(&small);
  vec_term_release(&left);
  vec_term_release(&conflict);
  // A model that does not fit would be a bug of what was made smaller: the query itself is asked then.
  return answer == ANSWER_SAT && !*model ? solver_ask_plain(s, n, conjuncts, model, core) : answer;
}
