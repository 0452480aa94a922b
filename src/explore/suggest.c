// See suggest.h.
#include "explore/suggest.h"
#include "solve/ring/ring.h"
#include "term/quantified.h"
#include "term/walk.h"

enum {
  MAX_CANDIDATES = 256, // of one point
  MAX_REFUTED = 64, // that are remembered
  MAX_ATOMS = 24, // of the conditions that lead to targets
  MAX_CLAUSES = 48,
  MAX_LITERALS = 6, // of a clause from which literals are left out
  MAX_POOL = 40, // of which pairs are made
  MAX_TERMS = 100000, // for what leads to targets
};

void suggest_init(struct suggest *s, struct expansion *x, uint32_t sources) {
  *s = (struct suggest){.x = x, .sources = sources, .at = mem_zalloc(x->points.size + 1, sizeof *s->at)};
}

void suggest_release(struct suggest *s) {
  for (uint32_t i = 0; i < s->x->points.size; i++) {
    vec_term_release(&s->at[i].candidates);
    vec_term_release(&s->at[i].refuted);
  }
  mem_free(s->at);
  map_u32_release(&s->known);
  map_u32_release(&s->products);
  for (uint32_t i = 0; i < SUGGEST_LEVELS; i++) map_u32_release(&s->targets[i]);
}

// --- one candidate ---------------------------------------------------------------------------------------------------

// Only about globals, the bump pointer and the frames that are there?
static bool is_in_scope(struct suggest *s, struct context context, struct term formula) {
  struct unfold *u = s->x->unfold;
  uint32_t n;
  const uint32_t *vars = term_free_vars(s->x->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term v = {vars[i]};
    struct context owner, at = context;
    uint32_t var;
    if (term_same(v, unfold_heap(u))) continue;
    if (!unfold_var_of(u, v, &owner, &var)) return false; // an input, or universally quantified
    while (!context_none(at) && !context_same(at, owner)) at = unfold_parent(u, at);
    if (context_none(at)) return false;
  }
  return true;
}

void suggest_one(struct suggest *s, struct point p, struct term formula) {
  const struct expanded_point *at = expansion_at(s->x, p);
  struct suggested *own = &s->at[p.id];
  uint64_t key = (uint64_t)p.id << 32 | formula.id;
  if (own->candidates.size == MAX_CANDIDATES || term_is_const(s->x->tm, formula) || map_u32_find(&s->known, key) ||
      !is_in_scope(s, at->context, formula))
    return;
  map_u32_put(&s->known, key, 1);
  s->tried++;
  struct term plain = facts_plain(s->x->unfold, at->context, formula);
  if (term_none(plain) || !facts_refute(s->x->run->facts, at->location, plain)) {
    vec_term_push(&own->candidates, formula);
    return;
  }
  s->refuted++;
  if (own->refuted.size < MAX_REFUTED) vec_term_push(&own->refuted, formula);
}

// --- facts -----------------------------------------------------------------------------------------------------------

void suggest_from_facts(struct suggest *s, struct point p, bool many) {
  struct facts *facts = s->x->run->facts;
  const struct expanded_point *at = expansion_at(s->x, p);
  struct vec_term plain = {0};
  const struct vec_term *proven = facts_proven(facts, at->location);
  for (uint32_t i = 0; !many && proven && i < proven->size; i++) vec_term_push(&plain, proven->data[i]);
  if (many) facts_many(facts, at->location, s->sources, &plain);
  else facts_candidates(facts, at->location, s->sources, &plain);
  for (uint32_t i = 0; i < plain.size; i++) {
    if (!term_none(quantified_in(s->x->tm, plain.data[i]))) continue;
    // One from another context may speak of a caller that is not there.
    struct term instance = facts_instance(s->x->unfold, at->context, plain.data[i]);
    if (!term_none(instance)) suggest_one(s, p, instance);
  }
  vec_term_release(&plain);
}

void suggest_from_point(struct suggest *s, struct point p, struct point other) {
  const struct vec_term *from = &s->at[other.id].candidates;
  for (uint32_t i = 0; i < from->size && !point_same(p, other); i++) suggest_one(s, p, from->data[i]);
}

// --- what leads to targets -------------------------------------------------------------------------------------------

// From which states a path with so many cut points on the way (0: none) leads from the point to a target: a formula
// with inputs. None: no path does, or that is too large to say.
static struct term suggest_target(struct suggest *s, uint32_t level, struct point p);

static void sweep_targets(struct suggest *s, uint32_t level, uint32_t pass, struct map_u32 *out) {
  struct expansion *x = s->x;
  struct vec_goal goals = {0};
  for (uint32_t i = 0; i < x->targets.size && !level; i++)
    vec_goal_push(&goals,
                  (struct goal){x->targets.data[i].point, expansion_target(x, &x->targets.data[i], pass), true});
  for (uint32_t i = 0; i < x->cuts.size && level; i++) {
    struct term bad = suggest_target(s, level - 1, x->cuts.data[i]);
    if (!term_none(bad)) vec_goal_push(&goals, (struct goal){x->cuts.data[i], bad, false});
  }
  if (!expansion_sweep_bounded(x, goals.size, goals.data, pass, NULL, MAX_TERMS, out)) map_u32_clear(out);
  vec_goal_release(&goals);
}

static struct term suggest_target(struct suggest *s, uint32_t level, struct point p) {
  for (; s->levels <= level; s->levels++) sweep_targets(s, s->levels, s->levels, &s->targets[s->levels]);
  return (struct term){map_u32_get_or(&s->targets[level], p.id, 0)};
}

// A weaker formula over the variables that the context has: literals about others become true.
struct weakening {
  struct suggest *s;
  struct context context;
  struct term_memo memo;
};

static uint64_t weaken_term(void *context, struct term t) {
  struct weakening *w = context;
  struct terms *tm = w->s->x->tm;
  bool negated = term_kind(tm, t) == TERM_NOT;
  struct term inner = negated ? term_child(tm, t, 0) : t;
  enum term_kind kind = term_kind(tm, inner);
  if (kind != TERM_AND && kind != TERM_OR) return is_in_scope(w->s, w->context, t) ? t.id : term_true(tm).id;
  struct vec_term parts = {0};
  bool all = true;
  for (uint32_t i = 0; i < term_arity(tm, inner); i++) {
    struct term part = term_child(tm, inner, i);
    uint64_t weaker = term_memo_want(&w->memo, negated ? term_not(tm, part) : part);
    all = all && weaker;
    vec_term_push(&parts, (struct term){(uint32_t)weaker});
  }
  struct term result = TERM_NONE;
  if (all && (kind == TERM_AND) != negated) result = term_and_n(tm, parts.size, parts.data);
  else if (all) result = term_or_n(tm, parts.size, parts.data);
  vec_term_release(&parts);
  return result.id;
}

static struct term weaken(struct suggest *s, struct context context, struct term t) {
  struct weakening w = {.s = s, .context = context};
  struct term result = {(uint32_t)term_memo_apply(&w.memo, t, weaken_term, &w)};
  term_memo_release(&w.memo);
  return result;
}

// The parts of a conjunction (or of a disjunction), negations pushed inward; one part if it is none.
static bool split(struct terms *tm, struct term t, bool conjunction, struct vec_term *out) {
  bool negated = term_kind(tm, t) == TERM_NOT;
  struct term inner = negated ? term_child(tm, t, 0) : t;
  enum term_kind wanted = conjunction != negated ? TERM_AND : TERM_OR;
  if (term_kind(tm, inner) != wanted) {
    vec_term_push(out, t);
    return false;
  }
  for (uint32_t i = 0; i < term_arity(tm, inner); i++) {
    struct term part = term_child(tm, inner, i);
    vec_term_push(out, negated ? term_not(tm, part) : part);
  }
  return true;
}

// A clause in which a disjunct is a conjunction becomes several. False: it is a clause of literals.
static bool distribute(struct terms *tm, struct term clause, struct vec_term *out) {
  struct vec_term disjuncts = {0}, parts = {0};
  bool found = split(tm, clause, true, &parts);
  for (uint32_t i = 0; found && i < parts.size; i++) vec_term_push(out, parts.data[i]);
  if (!found) split(tm, clause, false, &disjuncts);
  for (uint32_t i = 0; i < disjuncts.size && !found; i++) {
    vec_term_clear(&parts);
    found = split(tm, disjuncts.data[i], true, &parts);
    for (uint32_t k = 0; found && k < parts.size; k++) {
      disjuncts.data[i] = parts.data[k];
      vec_term_push(out, term_or_n(tm, disjuncts.size, disjuncts.data));
    }
  }
  vec_term_release(&disjuncts);
  vec_term_release(&parts);
  return found;
}

// The clauses of a formula, as far as they are not too many.
static void find_clauses(struct terms *tm, struct term formula, struct vec_term *out) {
  vec_term_push(out, formula);
  for (uint32_t i = 0; i < out->size;) {
    struct vec_term more = {0};
    if (out->size < MAX_CLAUSES && distribute(tm, out->data[i], &more)) {
      out->data[i] = out->data[out->size - 1];
      out->size--;
      for (uint32_t k = 0; k < more.size; k++) vec_term_push(out, more.data[k]);
    } else {
      i++;
    }
    vec_term_release(&more);
  }
}

// The clause without one of its literals, each in turn.
static void suggest_parts(struct suggest *s, struct point p, struct term clause) {
  struct vec_term literals = {0};
  split(s->x->tm, clause, false, &literals);
  for (uint32_t i = 0; literals.size > 2 && literals.size <= MAX_LITERALS && i < literals.size; i++) {
    struct term left_out = literals.data[i];
    literals.data[i] = term_false(s->x->tm);
    suggest_one(s, p, term_or_n(s->x->tm, literals.size, literals.data));
    literals.data[i] = left_out;
  }
  vec_term_release(&literals);
}

static bool is_atom(struct terms *tm, struct term t) {
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BOOL) return false;
  if (!term_arity(tm, t)) return true;
  return sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
}

static void suggest_atoms(struct suggest *s, struct point p, struct term formula) {
  struct terms *tm = s->x->tm;
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  term_walk_add(&walk, formula);
  uint32_t atoms = 0;
  for (struct term t; atoms < MAX_ATOMS && term_walk_next(&walk, &t);) {
    if (!is_atom(tm, t)) continue;
    term_walk_skip(&walk);
    if (term_is_const(tm, t)) continue;
    atoms++;
    suggest_one(s, p, t);
    suggest_one(s, p, term_not(tm, t));
  }
  term_walk_release(&walk);
}

void suggest_from_targets(struct suggest *s, uint32_t level, struct point p) {
  struct terms *tm = s->x->tm;
  struct term bad = suggest_target(s, level, p);
  if (term_none(bad)) return;
  struct vec_term clauses = {0};
  bad = weaken(s, expansion_at(s->x, p)->context, bad);
  find_clauses(tm, term_not(tm, bad), &clauses);
  for (uint32_t i = 0; i < clauses.size; i++) suggest_one(s, p, clauses.data[i]);
  for (uint32_t i = 0; i < clauses.size; i++) suggest_parts(s, p, clauses.data[i]);
  suggest_atoms(s, p, bad);
  vec_term_release(&clauses);
}

// --- pairs -----------------------------------------------------------------------------------------------------------

static void add_to_pool(struct suggest *s, const struct vec_term *from, const struct vec_term *kept, bool products,
                        struct vec_term *pool, uint32_t most) {
  struct terms *tm = s->x->tm;
  for (uint32_t i = 0; i < from->size && pool->size < most; i++) {
    struct term t = from->data[i], inner = term_kind(tm, t) == TERM_NOT ? term_child(tm, t, 0) : t;
    bool left = is_atom(tm, inner) && ring_concerns(tm, &s->products, 1, &t) == products;
    for (uint32_t k = 0; k < kept->size && left; k++) left = !term_same(kept->data[k], t);
    if (left) vec_term_push(pool, t);
  }
}

void suggest_pairs(struct suggest *s, struct point p, const struct vec_term *kept) {
  struct terms *tm = s->x->tm;
  struct vec_term pool = {0};
  const struct suggested *own = &s->at[p.id];
  for (int products = 0; products < 2; products++) { // those without are easier
    add_to_pool(s, &own->refuted, kept, products, &pool, MAX_POOL / 2);
    add_to_pool(s, &own->candidates, kept, products, &pool, MAX_POOL);
  }
  for (uint32_t i = 0; i < pool.size; i++)
    for (uint32_t k = 0; k < i; k++) suggest_one(s, p, term_or(tm, pool.data[k], pool.data[i]));
  vec_term_release(&pool);
}
