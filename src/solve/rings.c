// Queries with products of variables: first what the normal form of polynomials makes of them, then identities
// (ring/ring.h), and what is left is asked like any other query.
#include "base/memory/map.h"
#include "solve/ring/ring.h"
#include "solve/solver.h"

#define CASE_SECONDS 0.05 // for a case without products
enum {
  MAX_DEPTH = 4,    // of cases
  MAX_MEMBERS = 32, // of a disjunction
};

bool rings_concern(struct solver *s, uint32_t n, const struct term *conjuncts) {
  return stage_on(s->stages, STAGE_RINGS) && ring_concerns(s->tm, &s->concerned, n, conjuncts);
}

// A case without products.
static bool contradict(void *context, const struct vec_term *formulas, bool last, struct vec_term *core) {
  struct solver *s = context;
  struct model *model = NULL;
  enum answer answer = word_decide(s->word, formulas->size, formulas->data, 0, NULL, &model, core);
  model_unref(model);
  if (answer != ANSWER_UNKNOWN || !last) return answer == ANSWER_UNSAT;
  if (s->ops->check(s->backend, formulas->size, formulas->data, 0, NULL, CASE_SECONDS) != ANSWER_UNSAT) return false;
  uint32_t n;
  const uint32_t *indices = s->ops->core(s->backend, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(core, formulas->data[indices[i]]);
  return true;
}

static bool by_identity(struct solver *s, const struct vec_term *conjuncts, struct vec_term *conflict) {
  struct ring_proof *proof = ring_prove(s->tm, s->limits, conjuncts->size, conjuncts->data, contradict, s, conflict);
  ring_proof_free(proof);
  if (proof && conflict->size) return true;
  vec_term_clear(conflict);
  return false;
}

// A set of conjuncts, with a mark for each that a conflict needs.
struct conjunction {
  struct vec_term terms;
  unsigned char *in;
};

static void conjunction_release(struct conjunction *c) {
  vec_term_release(&c->terms);
  mem_free(c->in);
}

static enum answer decide(struct solver *s, struct conjunction *c, uint32_t depth, struct model **model);

static void mark(struct conjunction *c, const struct vec_term *conflict) {
  struct map_u32 wanted = {0};
  for (uint32_t i = 0; i < conflict->size; i++) map_u32_put(&wanted, conflict->data[i].id, 1);
  for (uint32_t i = 0; i < c->terms.size; i++) c->in[i] |= map_u32_remove(&wanted, c->terms.data[i].id);
  map_u32_release(&wanted);
}

// --- cases ------------------------------------------------------------------------------

// The conjunction with another one in the place of conjunct i (its number of conjuncts: one more), where `from` is
// replaced by `to` (unless none).
static struct conjunction varied(struct solver *s, const struct conjunction *c, uint32_t i, struct term by,
                                 struct term from, struct term to) {
  struct conjunction out = {.in = mem_zalloc(c->terms.size + 2, 1)};
  for (uint32_t k = 0; k < c->terms.size; k++) {
    struct term t = c->terms.data[k];
    vec_term_push(&out.terms, k == i ? by : term_none(from) ? t : term_substitute(s->tm, t, 1, &from, &to));
  }
  if (i == c->terms.size) vec_term_push(&out.terms, by);
  return out;
}

// One of the cases. What it needs of the conjuncts is needed for all.
static enum answer decide_case(struct solver *s, struct conjunction *c, struct conjunction *part, uint32_t depth,
                               struct model **model) {
  enum answer answer = decide(s, part, depth + 1, model);
  for (uint32_t k = 0; k < c->terms.size && answer == ANSWER_UNSAT; k++) c->in[k] |= part->in[k];
  conjunction_release(part);
  return answer;
}

static bool is_disjunction(struct terms *tm, struct term t, struct term *junction, bool *negated) {
  *negated = term_kind(tm, t) == TERM_NOT;
  *junction = *negated ? term_child(tm, t, 0) : t;
  return term_kind(tm, *junction) == (*negated ? TERM_AND : TERM_OR);
}

// The disjunction with the most members that have products; its number, or that of the conjuncts.
static uint32_t find_disjunction(struct solver *s, const struct conjunction *c) {
  uint32_t most = 0, best = c->terms.size;
  for (uint32_t i = 0; i < c->terms.size; i++) {
    struct term junction;
    bool negated;
    uint32_t n = 0;
    if (!is_disjunction(s->tm, c->terms.data[i], &junction, &negated)) continue;
    if (term_arity(s->tm, junction) > MAX_MEMBERS) continue;
    for (uint32_t k = 0; k < term_arity(s->tm, junction); k++) {
      struct term member = term_child(s->tm, junction, k);
      n += ring_concerns(s->tm, &s->concerned, 1, &member);
    }
    if (n > most) most = n, best = i;
  }
  return best;
}

// Members without products together, as they are easy, then each of the others.
static enum answer by_members(struct solver *s, struct conjunction *c, uint32_t i, uint32_t depth,
                              struct model **model) {
  struct terms *tm = s->tm;
  struct term junction;
  bool negated;
  struct vec_term members = {0}, plain = {0};
  is_disjunction(tm, c->terms.data[i], &junction, &negated);
  for (uint32_t k = 0; k < term_arity(tm, junction); k++) {
    struct term member = term_child(tm, junction, k);
    bool hard = ring_concerns(tm, &s->concerned, 1, &member);
    vec_term_push(hard ? &members : &plain, negated ? term_not(tm, member) : member);
  }
  enum answer answer = ANSWER_UNSAT;
  double seconds = s->query_seconds;
  if (plain.size) vec_term_push(&members, term_or_n(tm, plain.size, plain.data));
  for (uint32_t k = members.size; k-- > 0 && answer != ANSWER_SAT;) {
    struct conjunction part = varied(s, c, i, members.data[k], TERM_NONE, TERM_NONE);
    s->query_seconds = seconds > 0 ? seconds / 2 : 0; // of one that is not answered others may still be
    enum answer a = decide_case(s, c, &part, depth, model);
    if (a != ANSWER_UNSAT) answer = a;
  }
  s->query_seconds = seconds;
  c->in[i] = 1;
  vec_term_release(&members);
  vec_term_release(&plain);
  return answer;
}

static enum answer by_condition(struct solver *s, struct conjunction *c, struct term condition, uint32_t depth,
                                struct model **model) {
  enum answer answer = ANSWER_UNSAT;
  for (uint32_t i = 0; i < 2 && answer == ANSWER_UNSAT; i++) {
    struct term so = i ? term_not(s->tm, condition) : condition;
    struct conjunction part = varied(s, c, c->terms.size, so, condition, term_bool(s->tm, !i));
    answer = decide_case(s, c, &part, depth, model);
  }
  return answer;
}

// --- conjunctions -----------------------------------------------------------------------

static enum answer ask_plain(struct solver *s, struct conjunction *c, struct model **model) {
  struct vec_term conflict = {0};
  enum answer answer = solver_ask_plain(s, c->terms.size, c->terms.data, model, &conflict);
  if (answer == ANSWER_UNSAT) mark(c, &conflict);
  vec_term_release(&conflict);
  return answer;
}

// What was simplified and is no constant.
static enum answer decide_left(struct solver *s, struct conjunction *c, uint32_t depth, struct model **model) {
  if (!ring_concerns(s->tm, &s->concerned, c->terms.size, c->terms.data)) return ask_plain(s, c, model);
  uint32_t disjunction = depth < MAX_DEPTH ? find_disjunction(s, c) : c->terms.size;
  if (disjunction < c->terms.size) return by_members(s, c, disjunction, depth, model);
  double start = clock_now();
  struct vec_term conflict = {0};
  bool found = by_identity(s, &c->terms, &conflict);
  s->stats->time_ring += clock_now() - start;
  if (found) {
    mark(c, &conflict);
    s->stats->queries_ring++;
  }
  vec_term_release(&conflict);
  if (found) return ANSWER_UNSAT;
  struct term condition = depth < MAX_DEPTH ? ring_condition(s->tm, c->terms.size, c->terms.data) : TERM_NONE;
  return term_none(condition) ? ask_plain(s, c, model) : by_condition(s, c, condition, depth, model);
}

// Of a model of what was left, one of everything; NULL: it is none. Takes over the reference.
static struct model *complete(struct solver *s, const struct ring_simplified *small, struct model *model,
                              const struct vec_term *conjuncts) {
  struct terms *tm = s->tm;
  ring_extend(tm, small, model);
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, conjuncts->data[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      struct term var = {vars[k]};
      if (!model_has(model, var)) model_set(model, var, term_zero(tm, term_sort(tm, var)));
    }
  }
  struct model *exact = model_restricted(tm, model, conjuncts->size, conjuncts->data);
  model_unref(model);
  if (model_holds_all(exact, conjuncts->size, conjuncts->data)) return exact;
  model_unref(exact);
  return NULL;
}

// UNSAT: the conjuncts that are needed are marked. SAT: *model, or NULL if the one that was found does not fit.
static enum answer decide(struct solver *s, struct conjunction *c, uint32_t depth, struct model **model) {
  double start = clock_now();
  struct ring_simplified small;
  struct conjunction left = {.in = NULL};
  struct vec_u32 numbers = {0};
  enum answer answer = ANSWER_SAT;
  *model = NULL;
  ring_simplify(s->ring_simplify, c->terms.size, c->terms.data, &small);
  for (uint32_t i = 0; i < small.conjuncts.size && answer == ANSWER_SAT; i++) {
    if (term_is_true(s->tm, small.conjuncts.data[i])) continue;
    if (term_is_false(s->tm, small.conjuncts.data[i])) answer = ANSWER_UNSAT, vec_u32_clear(&numbers);
    vec_u32_push(&numbers, i);
    vec_term_push(&left.terms, small.conjuncts.data[i]);
  }
  s->stats->time_ring += clock_now() - start;
  left.in = mem_zalloc(left.terms.size + 1, 1);
  if (answer == ANSWER_UNSAT) {
    left.in[0] = 1; // numbers has the false one only
    s->stats->queries_ring++;
  } else if (left.terms.size) {
    answer = decide_left(s, &left, depth, model);
  } else {
    *model = model_new(s->tm);
  }
  for (uint32_t i = 0; i < numbers.size && answer == ANSWER_UNSAT; i++)
    for (uint32_t k = small.starts.data[numbers.data[i]]; left.in[i] && k < small.starts.data[numbers.data[i] + 1]; k++)
      c->in[small.origins.data[k]] = 1;
  if (answer == ANSWER_SAT && *model) *model = complete(s, &small, *model, &c->terms);
  conjunction_release(&left);
  vec_u32_release(&numbers);
  ring_simplified_release(&small);
  return answer;
}

enum answer solver_ask_rings(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core) {
  struct conjunction c = {.in = mem_zalloc(n + 1, 1)};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&c.terms, conjuncts[i]);
  enum answer answer = decide(s, &c, 0, model);
  bool any = false;
  for (uint32_t i = 0; i < n && answer == ANSWER_UNSAT; i++) {
    if (c.in[i]) vec_term_push(core, conjuncts[i]);
    any |= c.in[i];
  }
  conjunction_release(&c);
  // A model that does not fit, or a conflict of nothing, would be a bug of what was made smaller: the query itself is
  // asked then.
  if ((answer == ANSWER_SAT && !*model) || (answer == ANSWER_UNSAT && !any))
    return solver_ask_plain(s, n, conjuncts, model, core);
  return answer;
}
