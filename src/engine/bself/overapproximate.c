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
  MAX_CHECKS = 400, // of validity, in one call
  MAX_CHECKS_RELATION = 120, // for one relation
  MAX_RELATIONS = 24, // tried
  MAX_STEPS_CONSTANT = 64, // of moving a constant
  MAX_STEPS_TERMS = 10, // of an inequality between terms: far away there is only overflow
  MAX_THRESHOLDS = 8, // tried for one inequality
  MAX_PASSES = 3, // of dropping: what could not be dropped may be when others are gone
};

#define LAST_CHECK_SECONDS 0.05

enum { UNASKED, VALID, INVALID };

struct search {
  const struct overapproximation *o;
  struct terms *tm;
  struct relations r;
  struct vec_term rho; // clauses of the extension and relations of type 1, the most specific first
  struct vec_term thresholds; // constants of the formulas, ascending by id
  struct map_u32 known; // formula → VALID, INVALID
  uint32_t checks, most_checks;
  // At hand: clauses, of which the first `fixed` may not be dropped.
  struct vec_term clauses;
  uint32_t fixed;
  bool changed; // since it was equivalent to the extension
};

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

// Everything that may be dropped, then halves, and so on.
static void drop(struct search *s) {
  bool dropped = true;
  for (uint32_t pass = 0; dropped && pass < MAX_PASSES; pass++) {
    dropped = false;
    uint32_t block = s->clauses.size - s->fixed;
    while (block) {
      for (uint32_t at = s->fixed; at < s->clauses.size;) {
        uint32_t n = s->clauses.size - at < block ? s->clauses.size - at : block;
        if (drop_block(s, at, n)) dropped = true;
        else at += n;
      }
      block = block == 1 ? 0 : (block + 1) / 2;
    }
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

// Puts the clause at its place if that is valid and still an overapproximation.
static bool replace(struct search *s, uint32_t at, struct term clause) {
  struct term old = s->clauses.data[at];
  if (!relations_implied(&s->r, clause)) return false;
  s->clauses.data[at] = clause;
  if (is_valid(s, conjunction(s))) {
    s->changed = true;
    return true;
  }
  s->clauses.data[at] = old;
  return false;
}

static int descending(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a > b ? -1 : a < b;
}

// How far the inequality would go to meet constants of the formulas or what is next to them, the furthest first.
static uint32_t distances(struct search *s, const struct inequality *q, uint64_t out[MAX_THRESHOLDS]) {
  if (!inequality_has_constant(s->tm, q)) return 0;
  struct vec_u64 all = {0};
  uint32_t width = term_width(s->tm, q->a), n = 0;
  uint64_t r;
  for (uint32_t i = 0; i < s->thresholds.size; i++) {
    struct term t = s->thresholds.data[i];
    if (term_width(s->tm, t) != width) continue;
    for (int d = -1; d <= 1; d++)
      if (inequality_distance(s->tm, q, term_add(s->tm, t, term_bv_signed(s->tm, width, d)), &r)) vec_u64_push(&all, r);
  }
  if (inequality_distance(s->tm, q, term_bv(s->tm, width, 0), &r)) vec_u64_push(&all, r);
  uint64_t room = inequality_room(s->tm, q);
  for (uint64_t end = 0; end < 2 && end < room; end++) vec_u64_push(&all, room - end); // one step less: no wrap-around
  if (all.size) qsort(all.data, all.size, sizeof *all.data, descending);
  for (uint32_t i = 0; i < all.size && n < MAX_THRESHOLDS; i++)
    if (!n || out[n - 1] != all.data[i]) out[n++] = all.data[i];
  vec_u64_release(&all);
  return n;
}

// Relaxes the inequality as far as can be found: to a constant of the formulas, or by one; then in steps that double,
// then by bisection. Overflow, where neither side is a constant, shows in that the extension no longer implies it.
static bool relax(struct search *s, const struct place *p) {
  uint64_t room = inequality_room(s->tm, &p->q), good = 0, bad = room + 1 ? room + 1 : room;
  uint64_t targets[MAX_THRESHOLDS];
  uint32_t n = distances(s, &p->q, targets);
  for (uint32_t i = 0; i < n && !good; i++) {
    if (replace(s, p->clause, relaxed(s, p, targets[i]))) good = targets[i];
    else bad = targets[i];
  }
  uint32_t steps = inequality_has_constant(s->tm, &p->q) ? MAX_STEPS_CONSTANT : MAX_STEPS_TERMS;
  for (uint64_t step = 1; bad - good > 1 && steps--;) {
    uint64_t r = step && good + step > good && good + step < bad ? good + step : good + (bad - good) / 2;
    if (replace(s, p->clause, relaxed(s, p, r))) {
      good = r;
      step *= 2; // 0: from now on bisection
    } else {
      if (!good) return false; // not even by one
      bad = r;
      step = 0;
    }
  }
  if (good && s->o->counts) s->o->counts->relaxed++;
  return good != 0;
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
    if (!inequality_of(s->tm, half, &q) || !replace(s, at, half)) continue;
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
  if (inequality_of(s->tm, literal, &q)) return relax(s, &(struct place){at, q, others});
  if (!is_number_equation(s, literal)) return false;
  bool order[2];
  orders(s, order);
  for (int side = 0; side < 2; side++) {
    struct term a = term_child(s->tm, literal, side), b = term_child(s->tm, literal, 1 - side);
    q = (struct inequality){order[0], false, a, b};
    struct term half = inequality_term(s->tm, &q);
    if (!inequality_of(s->tm, half, &q) || !replace(s, at, term_or(s->tm, others, half))) continue;
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
      relax_equation(s, at);
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

static void add_result(struct search *s, struct term result, struct vec_term *out) {
  if (!term_is_false(s->tm, result) && !clauses_have(out, result)) vec_term_push(out, result);
}

// Steps 3 to 5 for ρ ∧ R. What comes of it was found valid, and what of it was replaced was found implied.
static void overapproximate_with(struct search *s, struct term relation, struct vec_term *out) {
  vec_term_clear(&s->clauses);
  clauses_of(s->tm, relation, MAX_CLAUSES, &s->clauses);
  s->fixed = s->clauses.size;
  for (uint32_t i = 0; i < s->rho.size; i++)
    if (!clauses_have(&s->clauses, s->rho.data[i])) vec_term_push(&s->clauses, s->rho.data[i]);
  s->changed = false;
  s->most_checks = s->checks + MAX_CHECKS_RELATION < MAX_CHECKS ? s->checks + MAX_CHECKS_RELATION : MAX_CHECKS;
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

static void prepare(struct search *s) {
  const struct overapproximation *o = s->o;
  clauses_of(s->tm, o->extension, MAX_CLAUSES, &s->rho);
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
  map_u32_release(&seen);
}

// All relations of some types together.
static struct term together(struct search *s, uint32_t types) {
  struct vec_term parts = {0};
  for (uint32_t i = 0; i < s->r.found.size; i++)
    if (types >> s->r.found.data[i].type & 1) vec_term_push(&parts, s->r.found.data[i].formula);
  struct term all = parts.size > 1 ? term_and_n(s->tm, parts.size, parts.data) : TERM_NONE;
  vec_term_release(&parts);
  return all;
}

static bool is_done(const struct search *s) { return s->checks >= MAX_CHECKS || relations_stopped(&s->r); }

static void try_all(struct search *s, struct vec_term *out) {
  if (!s->o->paper_only) {
    uint32_t exact = 1u << RELATION_LINEAR | 1u << RELATION_MULTIPLE, hints = 1u << RELATION_HINT;
    uint32_t sets[] = {exact, hints, exact | hints | 1u << RELATION_INEQUALITY};
    for (uint32_t i = 0; i < sizeof sets / sizeof *sets && !is_done(s); i++) {
      struct term all = together(s, sets[i]);
      if (all.id) overapproximate_with(s, all, out);
    }
  }
  for (uint32_t i = 0; i < s->r.found.size && i < MAX_RELATIONS && !is_done(s); i++)
    overapproximate_with(s, s->r.found.data[i].formula, out);
  if (!is_done(s)) overapproximate_with(s, term_true(s->tm), out);
}

// Of the results those that are implied by the extension, and that imply no other one.
static void filter(struct search *s, struct vec_term *results, struct vec_term *out) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < results->size; i++)
    if (relations_implied(&s->r, results->data[i])) results->data[kept++] = results->data[i];
  results->size = kept;
  uint32_t before = out->size;
  for (uint32_t i = 0; i < results->size; i++) {
    bool smaller = false;
    for (uint32_t k = 0; k < results->size && !smaller; k++) {
      if (k == i || !results->data[k].id) continue;
      struct term other = results->data[k];
      smaller = relations_ask(&s->r, results->data[i], term_not(s->tm, other), NULL) == ANSWER_UNSAT;
    }
    if (smaller) results->data[i] = TERM_NONE; // of two that are equivalent the later one stays
    else vec_term_push(out, results->data[i]);
  }
  if (out->size == before) vec_term_push(out, s->o->extension);
}

void overapproximate(const struct overapproximation *o, struct vec_term *out) {
  double begin = clock_now();
  uint32_t before = out->size;
  struct search s = {.o = o, .tm = o->tm, .r = {.o = o, .deadline = begin + o->seconds}};
  struct vec_term results = {0};
  prepare(&s);
  if (s.r.models.size) try_all(&s, &results); // otherwise the extension is empty, or it is not known whether it is
  // What was found in time is not lost because the time is over now.
  s.r.deadline = clock_now() + (o->seconds / 4 > LAST_CHECK_SECONDS ? o->seconds / 4 : LAST_CHECK_SECONDS);
  filter(&s, &results, out);
  if (o->counts) {
    o->counts->calls++;
    o->counts->extensions += out->size - before;
    o->counts->seconds += clock_now() - begin;
  }
  vec_term_release(&results);
  vec_term_release(&s.rho);
  vec_term_release(&s.thresholds);
  vec_term_release(&s.clauses);
  map_u32_release(&s.known);
  relations_forget(&s.r);
}
