// Elimination by bounds, by witnesses, and what the conjuncts decide.
#include "solve/solver.h"
#include "solve/interpolate/eliminate.h"
#include "term/walk.h"

// --- bounds ----------------------------------------------------------------------------------------------

struct bound {
  struct term term;
  bool is_signed, strict, lower;
};
VEC_TYPE(vec_bound, struct bound)

// Is the conjunct `v < t`, `t <= v` or the like, with t free of the variable?
static bool read_bound(struct elimination *e, struct term t, struct bound *out) {
  struct terms *tm = e->tm;
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_BV_ULT && kind != TERM_BV_ULE && kind != TERM_BV_SLT && kind != TERM_BV_SLE) return false;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  bool left = term_same(a, e->var);
  struct term other = left ? b : a;
  if ((!left && !term_same(b, e->var)) || term_mentions(tm, other, e->var)) return false;
  *out = (struct bound){other, kind == TERM_BV_SLT || kind == TERM_BV_SLE, kind == TERM_BV_ULT || kind == TERM_BV_SLT,
                        !left};
  return true;
}

static struct term less(struct terms *tm, bool is_signed, bool strict, struct term a, struct term b) {
  if (is_signed) return strict ? term_slt(tm, a, b) : term_sle(tm, a, b);
  return strict ? term_ult(tm, a, b) : term_ule(tm, a, b);
}

// There is a value that both bounds allow.
static struct term room_between(struct terms *tm, const struct bound *low, const struct bound *high) {
  bool s = low->is_signed;
  if (!low->strict || !high->strict) return less(tm, s, low->strict || high->strict, low->term, high->term);
  struct term next =
      term_add(tm, low->term, term_bv(tm, term_width(tm, low->term), 1)); // does not wrap where low < high
  return term_and(tm, less(tm, s, true, low->term, high->term), less(tm, s, true, next, high->term));
}

static void add_bounds(struct elimination *e, const struct vec_bound *bounds) {
  struct terms *tm = e->tm;
  for (uint32_t i = 0; i < bounds->size; i++) {
    const struct bound *b = &bounds->data[i];
    if (b->strict)
      vec_term_push(e->c, term_not(tm, term_eq(tm, b->term, elimination_extreme(tm, b->term, b->is_signed, b->lower))));
    for (uint32_t k = 0; b->lower && k < bounds->size; k++)
      if (!bounds->data[k].lower && bounds->data[k].is_signed == b->is_signed)
        vec_term_push(e->c, room_between(tm, b, &bounds->data[k]));
  }
}

enum { MAX_BOUNDS = 10 };

bool elimination_bounds(struct elimination *e, bool all) {
  if (sort_kind(e->tm, term_sort(e->tm, e->var)) != SORT_BV) return false;
  struct vec_bound bounds = {0};
  bool ok = true;
  for (uint32_t i = 0; i < e->c->size && ok; i++) {
    struct bound b;
    if (!term_mentions(e->tm, e->c->data[i], e->var)) continue;
    bool is_bound = read_bound(e, e->c->data[i], &b) && bounds.size < MAX_BOUNDS;
    ok = all || (is_bound && (!bounds.size || b.is_signed == bounds.data[0].is_signed));
    if (is_bound) vec_bound_push(&bounds, b);
  }
  if (ok) {
    uint32_t kept = 0, n = e->c->size;
    for (uint32_t i = 0; i < n; i++)
      if (all || !term_mentions(e->tm, e->c->data[i], e->var)) e->c->data[kept++] = e->c->data[i];
    e->c->size = kept;
    add_bounds(e, &bounds);
    terms_tidy(e->tm, e->c);
  }
  vec_bound_release(&bounds);
  return ok;
}

// --- witnesses -------------------------------------------------------------------------------------------

enum { MAX_CANDIDATES = 24, MAX_WITNESSES = 3, MAX_SIZE = 3000 };

static void add_candidate(struct elimination *e, struct vec_term *out, struct term t) {
  if (out->size >= MAX_CANDIDATES || term_mentions(e->tm, t, e->var)) return;
  for (uint32_t i = 0; i < out->size; i++)
    if (term_same(out->data[i], t)) return;
  vec_term_push(out, t);
}

// Values that bring the side with the variable next to the other side of a comparison, or to zero.
static void candidates_near(struct elimination *e, struct term t, struct vec_term *out) {
  struct terms *tm = e->tm;
  for (uint32_t side = 0; side < 2; side++) {
    struct term with = term_child(tm, t, side), other = term_child(tm, t, 1 - side);
    if (!term_mentions(tm, with, e->var) || term_mentions(tm, other, e->var)) continue;
    bool numbers = sort_kind(tm, term_sort(tm, other)) == SORT_BV;
    if (!numbers && !term_same(with, e->var)) continue;
    struct term one = numbers ? term_bv(tm, term_width(tm, other), 1) : TERM_NONE;
    struct term goals[4] = {other};
    if (numbers)
      goals[1] = term_add(tm, other, one), goals[2] = term_sub(tm, other, one), goals[3] = term_sub(tm, one, one);
    for (int i = 0; i < (numbers ? 4 : 1); i++) {
      struct term value = elimination_solve(e, with, goals[i]);
      if (!term_none(value)) add_candidate(e, out, value);
    }
  }
}

// Values that make a read meet what was last written, or just miss it.
static void candidates_read(struct elimination *e, struct term select, struct vec_term *out) {
  struct terms *tm = e->tm;
  struct term array = term_child(tm, select, 0);
  if (term_kind(tm, array) != TERM_STORE) return;
  struct term same = term_eq(tm, term_child(tm, array, 1), term_child(tm, select, 1));
  if (term_kind(tm, same) == TERM_EQ) candidates_near(e, same, out);
}

static void candidates(struct elimination *e, const struct vec_term *with, struct vec_term *out) {
  struct terms *tm = e->tm;
  struct sort sort = term_sort(tm, e->var);
  if (sort_kind(tm, sort) == SORT_BOOL) {
    add_candidate(e, out, term_true(tm));
    add_candidate(e, out, term_false(tm));
    return;
  }
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  for (uint32_t i = with->size; i-- > 0;) term_walk_add(&walk, with->data[i]);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(tm, t);
    if (!term_mentions(tm, t, e->var)) {
      term_walk_skip(&walk);
      continue;
    }
    if (kind == TERM_EQ || term_class(kind) == CLASS_BV_COMPARE) candidates_near(e, t, out);
    if (kind == TERM_SELECT) candidates_read(e, t, out);
  }
  term_walk_release(&walk);
  if (sort_kind(tm, sort) != SORT_BV) return;
  for (int i = 0; i < 4; i++) add_candidate(e, out, elimination_extreme(tm, e->var, i & 1, i & 2));
}

// A candidate that makes the formula true where the model does; a constant if there is none.
static struct term pick(struct elimination *e, struct term formula, const struct vec_term *list, struct model *model) {
  struct term best = TERM_NONE;
  for (uint32_t i = 0; i < list->size && term_none(best); i++)
    if (model_holds(model, term_substitute(e->tm, formula, 1, &e->var, &list->data[i]))) best = list->data[i];
  return term_none(best) ? model_get(model, e->var) : best;
}

bool elimination_witnesses(struct elimination *e) {
  struct terms *tm = e->tm;
  if (sort_kind(tm, term_sort(tm, e->var)) == SORT_ARRAY) return false;
  struct vec_term with = {0}, list = {0}, cases = {0};
  for (uint32_t i = 0; i < e->c->size; i++)
    if (term_mentions(tm, e->c->data[i], e->var)) vec_term_push(&with, e->c->data[i]);
  struct term formula = terms_conjunction(tm, &with);
  bool done = false;
  if (term_dag_size(tm, formula) <= MAX_SIZE) candidates(e, &with, &list);
  for (uint32_t round = 0; list.size && round <= MAX_WITNESSES && !done; round++) {
    enum answer answer = interpolator_try(e->ip, &with, 0, NULL);
    done = answer == ANSWER_UNSAT;
    if (answer != ANSWER_SAT || round == MAX_WITNESSES) break;
    struct model *model = solver_model(e->ip->solver);
    struct term value = pick(e, formula, &list, model);
    model_unref(model);
    vec_term_push(&cases, term_substitute(tm, formula, 1, &e->var, &value));
    vec_term_push(&with, term_not(tm, cases.data[cases.size - 1]));
  }
  if (done) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e->c->size; i++)
      if (!term_mentions(tm, e->c->data[i], e->var)) e->c->data[kept++] = e->c->data[i];
    e->c->size = kept;
    vec_term_push(e->c, cases.size ? term_or_n(tm, cases.size, cases.data) : term_false(tm));
    terms_tidy(tm, e->c);
  }
  vec_term_release(&with);
  vec_term_release(&list);
  vec_term_release(&cases);
  return done;
}

// --- decided choices -------------------------------------------------------------------------------------

enum { MAX_CHOICES = 12 };

static bool mentions_pending(struct elimination *e, struct term t) {
  for (uint32_t i = 0; i < e->pending.size; i++)
    if (term_mentions(e->tm, t, e->pending.data[i])) return true;
  return false;
}

// The condition of a choice: of ite(c, x, y) it is c, of select(store(a, i, v), j) it is i = j. None for other terms.
static struct term choice_condition(struct terms *tm, struct term t, struct term *yes, struct term *no) {
  if (term_kind(tm, t) == TERM_ITE) {
    *yes = term_child(tm, t, 1);
    *no = term_child(tm, t, 2);
    return term_child(tm, t, 0);
  }
  if (term_kind(tm, t) != TERM_SELECT || term_kind(tm, term_child(tm, t, 0)) != TERM_STORE) return TERM_NONE;
  struct term store = term_child(tm, t, 0), index = term_child(tm, t, 1);
  *yes = term_child(tm, store, 2);
  *no = term_select(tm, term_child(tm, store, 0), index);
  return term_eq(tm, term_child(tm, store, 1), index);
}

static void find_choices(struct elimination *e, struct vec_term *out) {
  struct term_walk walk = {.tm = e->tm, .left_to_right = true};
  struct term yes, no;
  for (uint32_t i = e->c->size; i-- > 0;) term_walk_add(&walk, e->c->data[i]);
  for (struct term t; out->size < MAX_CHOICES && term_walk_next(&walk, &t);) {
    if (!mentions_pending(e, t)) term_walk_skip(&walk);
    else if (!term_none(choice_condition(e->tm, t, &yes, &no))) vec_term_push(out, t);
  }
  term_walk_release(&walk);
}

bool elimination_decide(struct elimination *e) {
  struct terms *tm = e->tm;
  struct vec_term choices = {0};
  bool any = false;
  find_choices(e, &choices);
  for (uint32_t i = 0; i < choices.size && !any; i++) {
    struct term yes, no, condition = choice_condition(tm, choices.data[i], &yes, &no), wrong = term_not(tm, condition);
    bool is_yes = interpolator_try(e->ip, e->c, 1, &wrong) == ANSWER_UNSAT;
    bool is_no = !is_yes && interpolator_try(e->ip, e->c, 1, &condition) == ANSWER_UNSAT;
    if (!is_yes && !is_no) continue;
    // The condition stays as a conjunct: the choice may have been what made it true.
    vec_term_push(e->c, is_yes ? condition : wrong);
    elimination_replace(e, choices.data[i], is_yes ? yes : no);
    any = true;
  }
  vec_term_release(&choices);
  return any;
}
