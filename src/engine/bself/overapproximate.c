// Overapproximation of an inductive set (overapproximate.h): clauses are dropped and inequalities relaxed as long as
// the extension stays valid.
//
// Steps 2 to 5 of section 4.3 in Chalupa, Strejček, Backward Symbolic Execution with Loop Folding. Every question about
// validity is a query over an iteration of the loop, so they are saved: blocks of clauses are dropped before single
// ones, answers are remembered by formula, and a constant is moved to other constants of the formulas before it is
// moved by bisection.
#include "engine/bself/overapproximate.h"
#include "engine/bself/clauses.h"
#include "engine/bself/relations.h"
#include "term/walk.h"
#include <assert.h>
#include <stdlib.h>

enum {
  MAX_CLAUSES = 24, // that one disjunction is distributed to
  MAX_CHECKS = 300, // of validity, in one call
  MAX_CHECKS_RELATION = 120, // for one relation
  MAX_RELATIONS = 24, // tried
  MAX_STEPS_CONSTANT = 64, // of moving a constant
  MAX_STEPS_TERMS = 10, // of an inequality between terms: far away there is only overflow
  MAX_EXTENSIONS = 5, // given: each one is a candidate that is extended in its turn
  MAX_PASSES = 3, // of dropping: what could not be dropped may be when others are gone
};

#define LAST_CHECK_SECONDS 0.05
#define SHARE 0.34 // of the time that is left, for one relation
#define HARD_SHARE 0.1 // of all time, for those with products

enum { UNASKED, VALID, INVALID };

struct search {
  const struct overapproximation *o;
  struct terms *tm;
  struct relations r;
  struct vec_term rho; // clauses of the extension and relations of type 1, in the order of clauses_sort
  struct vec_term thresholds; // constants of the formulas and of the loop
  struct map_u32 known; // formula → VALID, INVALID
  uint32_t checks, most_checks;
  // At hand: clauses, of which the first `fixed` may not be dropped.
  struct vec_term clauses;
  uint32_t fixed;
  bool changed; // since it was equivalent to the extension
  bool is_plain; // ρ is written more plainly, and may be weaker than the extension
};

static uint32_t at_most(const struct search *s, uint32_t bound) { return s->o->unbounded ? UINT32_MAX : bound; }

static struct term conjunction(struct search *s) { return term_and_n(s->tm, s->clauses.size, s->clauses.data); }

static bool is_valid(struct search *s, struct term formula) {
  uint32_t known = map_u32_get_or(&s->known, formula.id, UNASKED);
  if (known != UNASKED) return known == VALID;
  if (s->checks >= s->most_checks || relations_stopped(&s->r)) return false;
  s->checks++;
  if (s->o->counts) s->o->counts->validity_checks++;
  bool valid = s->o->valid(s->o->context, formula);
  map_u32_put(&s->known, formula.id, valid ? VALID : INVALID);
  return valid;
}

// --- dropping -------------------------------------------------------------------------------------------

// The clauses without those from `at` on, `n` of them: kept so if that is valid.
static bool drop_block(struct search *s, uint32_t at, uint32_t n) {
  struct vec_term rest = {0};
  for (uint32_t i = 0; i < s->clauses.size; i++)
    if (i < at || i >= at + n) vec_term_push(&rest, s->clauses.data[i]);
  bool valid = is_valid(s, term_and_n(s->tm, rest.size, rest.data));
  if (!valid) {
    vec_term_release(&rest);
    return false;
  }
  vec_term_release(&s->clauses);
  s->clauses = rest;
  s->changed = true;
  if (s->o->counts) s->o->counts->clauses_dropped += n;
  return true;
}

// Everything that may be dropped, then halves, and so on, until blocks are smaller than `least`. True: some were.
static bool drop_blocks(struct search *s, uint32_t least) {
  bool dropped = false;
  for (uint32_t block = s->clauses.size - s->fixed; block && block >= least;) {
    for (uint32_t at = s->fixed; at < s->clauses.size;) {
      uint32_t n = s->clauses.size - at < block ? s->clauses.size - at : block;
      if (drop_block(s, at, n)) dropped = true;
      else at += n;
    }
    block = block == 1 ? 0 : (block + 1) / 2;
  }
  return dropped;
}

static void drop(struct search *s) {
  for (uint32_t pass = 0; pass < at_most(s, MAX_PASSES) && drop_blocks(s, 1); pass++) {
  }
}

// --- relaxing -------------------------------------------------------------------------------------------

// An inequality in a clause, and what else the clause has.
struct place {
  uint32_t clause;
  struct inequality q;
  struct term others; // disjunction of the other literals; false: none
};

static struct term relaxed(struct search *s, const struct place *p, uint64_t r) {
  return term_or(s->tm, p->others, inequality_relax(s->tm, &p->q, r));
}

// Puts the clause at its place if that is valid and still an overapproximation; `weaker`: it is in any case.
static bool replace(struct search *s, uint32_t at, struct term clause, bool weaker) {
  struct term old = s->clauses.data[at];
  if (!weaker && !relations_implied(&s->r, clause)) return false;
  s->clauses.data[at] = clause;
  if (is_valid(s, conjunction(s))) {
    s->changed = true;
    return true;
  }
  s->clauses.data[at] = old;
  return false;
}

static int ascending(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? -1 : a > b;
}

// How far the inequality would go to meet constants of the formulas and of the loop, or what is next to them, and the
// ends of the range: ascending, each once.
static void distances(struct search *s, const struct inequality *q, struct vec_u64 *out) {
  uint32_t width = term_width(s->tm, q->a), n = 0;
  uint64_t r, room = inequality_room(s->tm, q);
  vec_u64_clear(out);
  for (uint32_t i = 0; i < s->thresholds.size; i++) {
    struct term t = s->thresholds.data[i];
    if (term_width(s->tm, t) != width) continue;
    for (int d = -1; d <= 1; d++)
      if (inequality_distance(s->tm, q, term_add(s->tm, t, term_bv_signed(s->tm, width, d)), &r)) vec_u64_push(out, r);
  }
  if (inequality_distance(s->tm, q, term_bv(s->tm, width, 0), &r)) vec_u64_push(out, r);
  for (uint64_t end = 0; end < 2 && end < room; end++) vec_u64_push(out, room - end); // one less: no wrap-around
  if (out->size) qsort(out->data, out->size, sizeof *out->data, ascending);
  for (uint32_t i = 0; i < out->size; i++)
    if (!n || out->data[n - 1] != out->data[i]) out->data[n++] = out->data[i];
  out->size = n;
}

// An inequality that was relaxed by `good` and could not be by `bad`.
struct reach {
  uint64_t good, bad;
};

static bool try_reach(struct search *s, const struct place *p, uint64_t r, struct reach *reach) {
  if (!replace(s, p->clause, relaxed(s, p, r), inequality_has_constant(s->tm, &p->q))) {
    reach->bad = r;
    return false;
  }
  reach->good = r;
  return true;
}

// Bisection over the distances to constants: most often the way ends at one of them.
static void reach_constants(struct search *s, const struct place *p, struct reach *reach) {
  struct vec_u64 all = {0};
  distances(s, &p->q, &all);
  uint32_t low = 0, high = all.size;
  while (low < high && all.data[low] <= reach->good) low++;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (try_reach(s, p, all.data[middle], reach)) low = middle + 1;
    else high = middle;
  }
  vec_u64_release(&all);
}

// Relaxes the inequality as far as can be found: by one, to constants, then in steps that double, then by bisection.
// Overflow, where neither side is a constant, shows in that the extension no longer implies it.
static bool relax(struct search *s, const struct place *p) {
  uint64_t room = inequality_room(s->tm, &p->q);
  struct reach reach = {0, room + 1 ? room + 1 : room};
  bool constant = inequality_has_constant(s->tm, &p->q);
  if (!room || !try_reach(s, p, 1, &reach)) return false;
  if (constant) reach_constants(s, p, &reach);
  uint32_t steps = at_most(s, constant ? MAX_STEPS_CONSTANT : MAX_STEPS_TERMS);
  for (uint64_t step = 1; reach.bad - reach.good > 1 && steps-- && s->checks < s->most_checks;) {
    uint64_t r = reach.good + step;
    if (!step || r < reach.good || r >= reach.bad) r = reach.good + (reach.bad - reach.good) / 2;
    step = try_reach(s, p, r, &reach) ? step * 2 : 0; // 0: from now on bisection
  }
  if (s->o->counts) s->o->counts->relaxed++;
  return true;
}

static struct term all_but(struct search *s, const struct vec_term *literals, uint32_t without) {
  struct vec_term rest = {0};
  for (uint32_t i = 0; i < literals->size; i++)
    if (i != without) vec_term_push(&rest, literals->data[i]);
  struct term others = term_or_n(s->tm, rest.size, rest.data);
  vec_term_release(&rest);
  return others;
}

// The orders in which an equation is taken as two inequalities: that of the formulas first.
static void orders(const struct search *s, bool out[2]) {
  out[0] = s->r.has_signed || !s->r.has_unsigned;
  out[1] = !out[0];
}

// The equation at a place as one inequality, relaxed. False: neither side alone is valid.
static bool relax_to_half(struct search *s, uint32_t at, bool is_signed) {
  struct term e = s->clauses.data[at];
  for (uint32_t side = 0; side < 2; side++) {
    struct inequality q = {is_signed, false, term_child(s->tm, e, side), term_child(s->tm, e, 1 - side)};
    struct term half = inequality_term(s->tm, &q);
    if (!inequality_of(s->tm, half, &q) || !replace(s, at, half, true)) continue;
    relax(s, &(struct place){at, q, term_false(s->tm)});
    return true;
  }
  return false;
}

// The equation at a place as two inequalities, each relaxed. False: neither could be.
static bool relax_to_interval(struct search *s, uint32_t at, bool is_signed) {
  struct term e = s->clauses.data[at], a = term_child(s->tm, e, 0), b = term_child(s->tm, e, 1);
  struct inequality up = {is_signed, false, a, b}, down = {is_signed, false, b, a};
  struct term upper = inequality_term(s->tm, &up), lower = inequality_term(s->tm, &down);
  if (!inequality_of(s->tm, upper, &up) || !inequality_of(s->tm, lower, &down)) return false;
  s->clauses.data[at] = upper;
  vec_term_push(&s->clauses, lower);
  bool gone = relax(s, &(struct place){at, up, term_false(s->tm)});
  gone |= relax(s, &(struct place){s->clauses.size - 1, down, term_false(s->tm)});
  if (gone) return true;
  s->clauses.size--;
  s->clauses.data[at] = e;
  return false;
}

// An equation that is a clause of its own, in the order of the formulas first.
static void relax_equation(struct search *s, uint32_t at) {
  bool order[2];
  orders(s, order);
  for (uint32_t i = 0; i < 2; i++)
    if (relax_to_half(s, at, order[i]) || relax_to_interval(s, at, order[i])) return;
}

static bool is_number_equation(const struct search *s, struct term t) {
  if (term_kind(s->tm, t) != TERM_EQ) return false;
  struct term a = term_child(s->tm, t, 0);
  return sort_kind(s->tm, term_sort(s->tm, a)) == SORT_BV && term_width(s->tm, a) <= 64 && term_width(s->tm, a) > 1;
}

// One literal of a clause with several: left out is not weaker, so equations become inequalities, and those are
// relaxed. True: the clause was changed.
static bool relax_literal(struct search *s, uint32_t at, const struct vec_term *literals, uint32_t k) {
  struct term literal = literals->data[k], others = all_but(s, literals, k);
  struct inequality q;
  if (!clause_is_linear(s->tm, literal)) return false;
  if (inequality_of(s->tm, literal, &q)) return relax(s, &(struct place){at, q, others});
  if (!is_number_equation(s, literal)) return false;
  bool order[2];
  orders(s, order);
  for (int side = 0; side < 2; side++) {
    struct term a = term_child(s->tm, literal, side), b = term_child(s->tm, literal, 1 - side);
    q = (struct inequality){order[0], false, a, b};
    struct term half = inequality_term(s->tm, &q);
    if (!inequality_of(s->tm, half, &q) || !replace(s, at, term_or(s->tm, others, half), true)) continue;
    relax(s, &(struct place){at, q, others});
    return true;
  }
  return false;
}

// The clauses of R come last: what is particular about the extension goes before what it has in common with others.
static void relax_all(struct search *s) {
  struct vec_term literals = {0};
  for (uint32_t i = 0, n = s->clauses.size; i < n; i++) {
    uint32_t at = (s->fixed + i) % n;
    if (is_number_equation(s, s->clauses.data[at])) {
      if (clause_is_linear(s->tm, s->clauses.data[at])) relax_equation(s, at);
      continue;
    }
    vec_term_clear(&literals);
    clause_literals(s->tm, s->clauses.data[at], &literals);
    for (uint32_t k = 0; k < literals.size; k++) {
      if (!relax_literal(s, at, &literals, k)) continue;
      // The others are where they were only if the new clause was not rewritten: look at it again from there.
      uint32_t before = literals.size;
      vec_term_clear(&literals);
      clause_literals(s->tm, s->clauses.data[at], &literals);
      if (literals.size != before) break;
    }
  }
  vec_term_release(&literals);
}

// --- one relation, and all --------------------------------------------------------------------------------

// Only what was answered to be valid is given, whatever led to it.
static void add_result(struct search *s, struct term result, struct vec_term *out) {
  bool valid = map_u32_get_or(&s->known, result.id, UNASKED) == VALID;
  if (valid && !term_is_false(s->tm, result) && !clauses_have(out, result)) vec_term_push(out, result);
}

// Steps 3 to 5 for ρ ∧ R. What comes of it was found valid, and what of it was replaced was found implied. `quick`:
// only if R makes a quarter of the clauses superfluous at once.
static void overapproximate_with(struct search *s, struct term relation, bool quick, struct vec_term *out) {
  vec_term_clear(&s->clauses);
  clauses_of(s->tm, relation, MAX_CLAUSES, &s->clauses);
  s->fixed = s->clauses.size;
  for (uint32_t i = 0; i < s->rho.size; i++)
    if (!clauses_have(&s->clauses, s->rho.data[i])) vec_term_push(&s->clauses, s->rho.data[i]);
  s->most_checks = at_most(s, MAX_CHECKS);
  if (s->most_checks - s->checks > at_most(s, MAX_CHECKS_RELATION)) s->most_checks = s->checks + MAX_CHECKS_RELATION;
  s->changed = s->is_plain && is_valid(s, conjunction(s)); // otherwise it is equivalent to the extension
  if (quick && !drop_blocks(s, (s->clauses.size - s->fixed + 3) / 4)) return;
  drop(s);
  relax_all(s);
  s->fixed = 0;
  drop(s);
  if (s->changed) add_result(s, conjunction(s), out);
}

static void collect_thresholds(struct search *s, struct term formula, struct map_u32 *seen) {
  struct term_walk walk = {.tm = s->tm, .seen = seen};
  if (!formula.id) return;
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);)
    if (term_kind(s->tm, t) == TERM_CONST_BV && term_width(s->tm, t) <= 64) vec_term_push(&s->thresholds, t);
  term_walk_release(&walk);
}

// Clauses that are written more plainly, where the extension implies that: its inequalities are about variables then,
// not about what they will be after some iterations. They take the place of the others if that is valid.
static void write_plainly(struct search *s) {
  struct vec_term plain = {0};
  bool any = false;
  for (uint32_t i = 0; i < s->rho.size; i++) {
    struct term clause = s->rho.data[i], other = clause_plain(s->tm, clause);
    bool better = !term_same(other, clause) && !term_is_const(s->tm, other) && relations_implied(&s->r, other);
    any |= better;
    if (!clauses_have(&plain, better ? other : clause)) vec_term_push(&plain, better ? other : clause);
  }
  if (any && is_valid(s, term_and_n(s->tm, plain.size, plain.data))) {
    vec_term_release(&s->rho);
    s->rho = plain;
    s->is_plain = true;
  } else {
    vec_term_release(&plain);
  }
}

static void prepare(struct search *s) {
  const struct overapproximation *o = s->o;
  s->most_checks = at_most(s, MAX_CHECKS);
  clauses_of(s->tm, o->extension, MAX_CLAUSES, &s->rho);
  write_plainly(s);
  relations_collect(&s->r, &s->rho);
  for (uint32_t i = 0; i < o->n_subjects; i++) {
    if (!s->r.constants.data[i].id) continue;
    struct term equation = term_eq(s->tm, o->subjects[i], s->r.constants.data[i]);
    if (!clauses_have(&s->rho, equation)) vec_term_push(&s->rho, equation);
  }
  clauses_sort(s->tm, &s->rho);
  struct map_u32 seen = {0};
  collect_thresholds(s, o->extension, &seen);
  collect_thresholds(s, o->last, &seen);
  for (uint32_t i = 0; i < o->n_hints; i++) collect_thresholds(s, o->hints[i], &seen);
  for (uint32_t i = 0; i < o->n_thresholds; i++) collect_thresholds(s, o->thresholds[i], &seen);
  map_u32_release(&seen);
}

static void add_relations(struct search *s, uint32_t types, struct vec_term *out) {
  for (uint32_t i = 0, n = 0; i < s->r.found.size && n < at_most(s, MAX_RELATIONS); i++) {
    if (!(types >> s->r.found.data[i].type & 1)) continue;
    vec_term_push(out, s->r.found.data[i].formula);
    n++;
  }
}

// All relations of some types as one.
static void add_together(struct search *s, uint32_t types, struct vec_term *out) {
  struct vec_term parts = {0};
  add_relations(s, types, &parts);
  if (parts.size > 1) vec_term_push(out, term_and_n(s->tm, parts.size, parts.data));
  vec_term_release(&parts);
}

// Each with its share of the time that is left.
static void try_each(struct search *s, const struct vec_term *relations, bool quick, struct vec_term *out) {
  double end = s->r.deadline;
  for (uint32_t i = 0; i < relations->size && s->checks < at_most(s, MAX_CHECKS) && !relations_stopped(&s->r); i++) {
    if (!s->o->unbounded) s->r.deadline = clock_cpu() + (end - clock_cpu()) * SHARE;
    overapproximate_with(s, relations->data[i], quick, out);
    s->r.deadline = end;
  }
}

// Relations that say how variables change together, plain ρ, then all that may be worth less, then what is hard.
static void try_all(struct search *s, struct vec_term *out) {
  uint32_t exact = 1u << RELATION_LINEAR | 1u << RELATION_MULTIPLE | 1u << RELATION_LINE, hints = 1u << RELATION_HINT;
  uint32_t hard = 1u << RELATION_NONLINEAR, first = exact | 1u << RELATION_CONGRUENCE;
  struct vec_term relations = {0};
  add_relations(s, first, &relations);
  vec_term_push(&relations, term_true(s->tm));
  try_each(s, &relations, false, out);
  vec_term_clear(&relations);
  add_relations(s, ~(first | hard), &relations);
  if (!s->o->paper_only) {
    add_together(s, exact, &relations);
    add_together(s, hints, &relations);
    add_together(s, exact | hints | 1u << RELATION_INEQUALITY, &relations);
  }
  try_each(s, &relations, !s->o->paper_only, out);
  vec_term_clear(&relations);
  add_relations(s, hard, &relations);
  double end = clock_cpu() + s->o->seconds * HARD_SHARE;
  if (end < s->r.deadline && !s->o->unbounded) s->r.deadline = end;
  try_each(s, &relations, true, out);
  vec_term_release(&relations);
}

struct result {
  uint32_t clauses, size, place;
  struct term formula;
};

static int by_size(const void *x, const void *y) {
  const struct result *a = x, *b = y;
  if (a->clauses != b->clauses) return a->clauses < b->clauses ? -1 : 1;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

// The simplest first: what fewer clauses say is likely to hold for more iterations.
static void sort_results(struct search *s, struct vec_term *results) {
  struct result *order = mem_alloc(((size_t)results->size + 1) * sizeof *order);
  for (uint32_t i = 0; i < results->size; i++) {
    struct term t = results->data[i];
    uint32_t clauses = term_kind(s->tm, t) == TERM_AND ? term_arity(s->tm, t) : 1;
    order[i] = (struct result){clauses, term_dag_size(s->tm, t), i, t};
  }
  qsort(order, results->size, sizeof *order, by_size);
  for (uint32_t i = 0; i < results->size; i++) results->data[i] = order[i].formula;
  mem_free(order);
}

// Does the formula imply another one that has not been left out? Of two that are equivalent the first one stays.
static bool is_smaller(struct search *s, const struct vec_term *results, uint32_t i) {
  for (uint32_t k = results->size; k-- > 0;) {
    if (k == i || !results->data[k].id) continue;
    if (relations_ask(&s->r, results->data[i], term_not(s->tm, results->data[k]), NULL) == ANSWER_UNSAT) return true;
  }
  return false;
}

// Of the results those that are implied by the extension, and that imply no other one.
static void filter(struct search *s, struct vec_term *results, struct vec_term *out) {
  uint32_t kept = 0, before = out->size;
  for (uint32_t i = 0; i < results->size; i++)
    if (relations_implied(&s->r, results->data[i])) results->data[kept++] = results->data[i];
  results->size = kept;
  sort_results(s, results);
  for (uint32_t i = results->size; i-- > 0;)
    if (is_smaller(s, results, i)) results->data[i] = TERM_NONE;
  for (uint32_t i = 0; i < results->size; i++)
    if (results->data[i].id && (s->o->paper_only || out->size - before < at_most(s, MAX_EXTENSIONS)))
      vec_term_push(out, results->data[i]);
  if (out->size == before) vec_term_push(out, s->o->extension);
}

void overapproximate(const struct overapproximation *o, struct vec_term *out) {
  double begin = clock_cpu();
  uint32_t before = out->size;
  double seconds = o->unbounded ? limits_remaining(o->limits) : o->seconds;
  struct search s = {.o = o, .tm = o->tm, .r = {.o = o, .deadline = begin + seconds}};
  struct vec_term results = {0};
  prepare(&s);
  if (s.r.models.size) try_all(&s, &results); // otherwise the extension is empty, or it is not known whether it is
  // What was found in time is not lost because the time is over now.
  s.r.deadline = clock_cpu() + (seconds / 4 > LAST_CHECK_SECONDS ? seconds / 4 : LAST_CHECK_SECONDS);
  filter(&s, &results, out);
  if (o->counts) {
    o->counts->calls++;
    o->counts->extensions += out->size - before;
    o->counts->seconds += clock_cpu() - begin;
  }
  vec_term_release(&results);
  vec_term_release(&s.rho);
  vec_term_release(&s.thresholds);
  vec_term_release(&s.clauses);
  map_u32_release(&s.known);
  relations_forget(&s.r);
}
