// The word-level stage: the order of its methods, cores and models.
#include "solve/word/query.h"

// Budgets. Those that grow with the graph do so because what comes after this stage costs more for larger graphs, too.
enum { STEPS_ROOT = 400, STEPS_SEARCH = 4000, STEPS_MOST = 100000, CONFLICTS = 40, CORE_WORK = 6000 };

struct word *word_new(struct terms *tm) {
  struct word *w = mem_zalloc(1, sizeof *w);
  w->tm = tm;
  w->most_nodes = 20000;
  return w;
}

void word_limit(struct word *w, uint32_t nodes) { w->most_nodes = nodes; }

void word_free(struct word *w) {
  if (!w) return;
  vec_u64_release(&w->place);
  vec_word_node_release(&w->nodes);
  vec_u32_release(&w->kids);
  vec_u32_release(&w->parents);
  vec_u32_release(&w->parents_at);
  vec_u32_release(&w->roots);
  vec_u32_release(&w->junctions);
  vec_u32_release(&w->vars);
  vec_word_dom_release(&w->doms);
  vec_word_causes_release(&w->causes);
  vec_word_change_release(&w->trail);
  vec_u64_release(&w->queued);
  vec_u64_release(&w->values);
  vec_u32_release(&w->stack);
  vec_u32_release(&w->tries);
  vec_word_edge_release(&w->edges);
  vec_word_distance_release(&w->vertices);
  vec_u32_release(&w->vertex_of);
  vec_term_release(&w->core);
  vec_term_release(&w->rest);
  mem_free(w);
}

const struct word_stats *word_statistics(const struct word *w) { return &w->stats; }

// How far the methods go, each including those before it.
enum effort { EFFORT_ROOT, EFFORT_ORDER, EFFORT_SEARCH };

struct facts {
  uint32_t n;
  const struct term *terms;
};

// UNSAT: w->conflict and in *used what it took. SAT: w->values.
static enum answer attempt(struct word *w, uint32_t n, const struct term *conjuncts, struct facts facts,
                           enum effort most, enum effort *used) {
  *used = EFFORT_ROOT;
  if (!word_build(w, n, conjuncts, facts.n, facts.terms)) return ANSWER_UNKNOWN;
  w->steps = STEPS_ROOT + 6 * (int64_t)w->nodes.size;
  if (!word_assert(w)) return ANSWER_UNSAT;
  if (most == EFFORT_ROOT) return ANSWER_UNKNOWN;
  *used = EFFORT_ORDER;
  if (!word_order(w)) return ANSWER_UNSAT;
  if (most == EFFORT_ORDER) return ANSWER_UNKNOWN;
  *used = EFFORT_SEARCH;
  w->steps = STEPS_SEARCH + 12 * (int64_t)w->nodes.size;
  if (w->steps > STEPS_MOST) w->steps = STEPS_MOST;
  return word_search(w, CONFLICTS);
}

// --- cores ----------------------------------------------------------------------------------

// The conjuncts that the last contradiction depends on, into *out (which is not `conjuncts`).
static void causes_terms(const struct word *w, uint32_t n, const struct term *conjuncts, struct vec_term *out) {
  vec_term_clear(out);
  for (uint32_t i = 0; i < n; i++)
    if (w->conflict.conjuncts & word_bit(i, n)) vec_term_push(out, conjuncts[i]);
}

// w->core conflicts. Does it still without the members from … from + count - 1? Then it becomes what is left, or less.
static bool core_without(struct word *w, uint32_t from, uint32_t count, struct facts facts, enum effort effort) {
  enum effort used;
  vec_term_clear(&w->rest);
  for (uint32_t i = 0; i < w->core.size; i++)
    if (i < from || i >= from + count) vec_term_push(&w->rest, w->core.data[i]);
  if (attempt(w, w->rest.size, w->rest.data, facts, effort, &used) != ANSWER_UNSAT || !w->conflict.conjuncts)
    return false;
  causes_terms(w, w->rest.size, w->rest.data, &w->core);
  return true;
}

// Leaves out members, many at once first, then fewer. The work is bounded by the number of nodes looked at.
static void shrink_core(struct word *w, struct facts facts, enum effort effort) {
  int64_t work = CORE_WORK;
  // More than 64 conjuncts share bits: asking again about fewer separates them.
  for (uint32_t before = UINT32_MAX; w->core.size > 64 && w->core.size < before && work > 0; work -= w->nodes.size) {
    before = w->core.size;
    core_without(w, 0, 0, facts, effort);
  }
  for (uint32_t step = (w->core.size + 3) / 4; step && w->core.size > 1; step = step > 1 ? (step + 1) / 2 : 0)
    for (uint32_t i = 0; i < w->core.size && w->core.size > 1 && work > 0; work -= w->nodes.size)
      if (!core_without(w, i, step < w->core.size ? step : 1, facts, effort)) i += step;
}

static enum answer conflict(struct word *w, uint32_t n, const struct term *conjuncts, struct facts facts,
                            enum effort used, struct vec_term *core) {
  causes_terms(w, n, conjuncts, &w->core);
  if (!w->core.size) return ANSWER_UNKNOWN; // facts alone do not conflict: this would be a mistake somewhere
  shrink_core(w, facts, used);
  for (uint32_t i = 0; i < w->core.size; i++) vec_term_push(core, w->core.data[i]);
  return ANSWER_UNSAT;
}

// --- models ---------------------------------------------------------------------------------

static bool holds_all(struct model *model, uint32_t n, const struct term *formulas) {
  for (uint32_t i = 0; i < n; i++)
    if (!model_holds(model, formulas[i])) return false;
  return true;
}

// Variables below opaque terms are zero.
static void complete(struct terms *tm, struct model *model, uint32_t n, const struct term *formulas) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, formulas[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      struct term var = {vars[k]};
      if (!model_has(model, var)) model_set(model, var, term_zero(tm, term_sort(tm, var)));
    }
  }
}

// The model of w->values; NULL if it fails on what is opaque here.
static struct model *model_of_values(struct word *w, uint32_t n, const struct term *conjuncts, struct facts facts) {
  struct model *model = model_new(w->tm);
  for (uint32_t i = 0; i < w->vars.size; i++) {
    const struct word_node *node = &w->nodes.data[w->vars.data[i]];
    uint64_t value = w->values.data[w->vars.data[i]];
    bool boolean = sort_kind(w->tm, term_sort(w->tm, node->term)) == SORT_BOOL;
    model_set(model, node->term, boolean ? term_bool(w->tm, value) : term_bv(w->tm, node->op.width, value));
  }
  if (!w->opaque) {
#ifdef CLEW_DEBUG
    assert(holds_all(model, n, conjuncts) && holds_all(model, facts.n, facts.terms));
#endif
    return model;
  }
  complete(w->tm, model, n, conjuncts);
  complete(w->tm, model, facts.n, facts.terms);
  if (holds_all(model, n, conjuncts) && holds_all(model, facts.n, facts.terms)) return model;
  model_unref(model);
  return NULL;
}

enum answer word_decide(struct word *w, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                        const struct term *fact_terms, struct model **model, struct vec_term *core) {
  struct facts facts = {n_facts, fact_terms};
  *model = NULL;
  w->stats.queries++;
  enum effort used;
  enum answer answer = attempt(w, n, conjuncts, facts, EFFORT_SEARCH, &used);
  if (answer == ANSWER_UNSAT) answer = conflict(w, n, conjuncts, facts, used, core);
  if (answer == ANSWER_SAT) {
    *model = model_of_values(w, n, conjuncts, facts);
    if (!*model) answer = ANSWER_UNKNOWN;
  }
  if (answer == ANSWER_UNKNOWN) w->stats.unknown++;
  else if (answer == ANSWER_SAT) w->stats.sat++;
  else if (used == EFFORT_ROOT) w->stats.unsat_root++;
  else if (used == EFFORT_ORDER) w->stats.unsat_order++;
  else w->stats.unsat_search++;
  return answer;
}
