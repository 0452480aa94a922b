// Candidates for invariants: their beginnings (section 4.2 of Chalupa, Strejček), their pre-images, and what a valid
// extension is (section 4.3).
//
// Inputs that a loop reads are no part of a candidate. Where a formula is about some values of inputs, it is made
// weaker until it has none; where it must hold for all of them, its negation is. A weaker pre-image may not be a valid
// extension, which is asked before it is used.
#include "engine/bself/bself.h"
#include "solve/interpolate/interpolate.h"
#include "term/walk.h"

#define FOLD_PASS (UINT32_MAX - 1) // no sweep of a search has this pass
#define SPLIT_DEPTH 24
#define CASES_MOST 8 // of one pre-image
#define PARTS_MOST 4 // of error states
#define RETRACTIONS_MOST 3

// --- inputs ----------------------------------------------------------------------------------------------------------

bool candidate_has_inputs(const struct bself *b, struct term formula) { return inputs_in(b->x, formula); }

static bool disjuncts(struct bself *b, struct term formula, struct vec_term *out);

// "For some values" of a formula that can be satisfied.
static struct term exactly(struct bself *b, struct term formula) {
  struct input_counts counts = {0};
  switch (bself_ask(b, b->run.best_effort, 1, &formula)) {
  case ANSWER_UNSAT: return term_false(b->tm);
  case ANSWER_SAT: break;
  default: return TERM_NONE;
  }
  formula = inputs_eliminate(b->x, formula, &counts);
  return candidate_has_inputs(b, formula) ? TERM_NONE : formula;
}

struct term candidate_exactly(struct bself *b, struct term formula) {
  struct vec_term parts = {0};
  if (!candidate_has_inputs(b, formula)) return formula;
  if (!disjuncts(b, formula, &parts)) vec_term_push(&parts, formula);
  for (uint32_t i = 0; i < parts.size; i++) {
    if (candidate_has_inputs(b, parts.data[i])) parts.data[i] = exactly(b, parts.data[i]);
    if (!term_none(parts.data[i])) continue;
    vec_term_release(&parts);
    return TERM_NONE;
  }
  formula = term_or_n(b->tm, parts.size, parts.data);
  vec_term_release(&parts);
  return formula;
}

static bool shares_input(const struct bself *b, struct term a, struct term c) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->tm, a, &n);
  for (uint32_t i = 0; i < n; i++)
    if (expansion_is_input(b->x, (struct term){vars[i]}) && term_mentions(b->tm, c, (struct term){vars[i]}))
      return true;
  return false;
}

static struct term eliminate(struct bself *b, struct term formula) {
  struct vec_term conjuncts = {0}, inputs = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (expansion_is_input(b->x, (struct term){vars[i]})) vec_term_push(&inputs, (struct term){vars[i]});
  vec_term_push(&conjuncts, formula);
  interpolate_eliminate(run_interpolator(&b->run), &conjuncts, inputs.size, inputs.data);
  struct term out = term_and_n(b->tm, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  vec_term_release(&inputs);
  return candidate_has_inputs(b, out) ? term_true(b->tm) : out;
}

static struct term without_inputs(struct bself *b, struct term formula, uint32_t depth);

// A conjunction: a disjunction in it whose inputs no other conjunct has can be treated by itself.
static struct term without_in_conjuncts(struct bself *b, struct term formula, uint32_t depth) {
  struct vec_term parts = {0};
  uint32_t n = term_arity(b->tm, formula);
  for (uint32_t i = 0; i < n; i++) {
    struct term c = term_child(b->tm, formula, i);
    bool alone = candidate_has_inputs(b, c);
    for (uint32_t k = 0; k < n && alone; k++) alone = k == i || !shares_input(b, c, term_child(b->tm, formula, k));
    vec_term_push(&parts, alone ? without_inputs(b, c, depth + 1) : c);
  }
  struct term out = term_and_n(b->tm, parts.size, parts.data);
  vec_term_release(&parts);
  return candidate_has_inputs(b, out) ? eliminate(b, out) : out;
}

// "For some values" goes into a disjunction.
static struct term without_in_disjuncts(struct bself *b, struct term formula, bool negated, uint32_t depth) {
  struct vec_term parts = {0};
  for (uint32_t i = 0; i < term_arity(b->tm, formula); i++) {
    struct term c = term_child(b->tm, formula, i);
    vec_term_push(&parts, without_inputs(b, negated ? term_not(b->tm, c) : c, depth + 1));
  }
  struct term out = term_or_n(b->tm, parts.size, parts.data);
  vec_term_release(&parts);
  return out;
}

static struct term without_inputs(struct bself *b, struct term formula, uint32_t depth) {
  if (!candidate_has_inputs(b, formula)) return formula;
  if (depth > SPLIT_DEPTH) return eliminate(b, formula);
  enum term_kind kind = term_kind(b->tm, formula);
  if (kind == TERM_OR) return without_in_disjuncts(b, formula, false, depth);
  if (kind == TERM_AND) return without_in_conjuncts(b, formula, depth);
  if (kind == TERM_NOT) {
    struct term inner = term_child(b->tm, formula, 0);
    if (term_kind(b->tm, inner) == TERM_AND) return without_in_disjuncts(b, inner, true, depth);
  }
  return eliminate(b, formula);
}

struct term candidate_without_inputs(struct bself *b, struct term formula) { return without_inputs(b, formula, 0); }

// --- pre-images ------------------------------------------------------------------------------------------------------

static struct term before_path(struct bself *b, const struct loop_path *path, struct term formula) {
  for (uint32_t i = path->steps.size; i-- > 0;) formula = expansion_pre(b->x, path->steps.data[i], formula, FOLD_PASS);
  b->run.stats->steps += path->steps.size;
  return formula;
}

struct term candidate_before(struct bself *b, struct family *f, uint32_t g, const struct loop_path *path,
                             const struct term *formulas) {
  if (path) return before_path(b, path, formulas[path->to]);
  struct vec_goal goals = {0};
  struct map_u32 swept = {0};
  for (uint32_t i = 0; i < f->cuts.size; i++)
    if (!term_is_false(b->tm, formulas[i]))
      vec_goal_push(&goals, (struct goal){.point = f->cuts.data[i], .formula = formulas[i]});
  bself_sweep(b, goals.size, goals.data, FOLD_PASS, f->from[g], &swept);
  struct term formula = bself_swept(b, &swept, f->cuts.data[g]);
  map_u32_release(&swept);
  vec_goal_release(&goals);
  return formula;
}

// A condition of a choice between values in the formula; none: there is no such choice.
static struct term candidate_choice(struct bself *b, struct term formula) {
  struct term_walk walk = {.tm = b->tm, .left_to_right = true};
  struct term choice = TERM_NONE;
  term_walk_add(&walk, formula);
  for (struct term t; term_none(choice) && term_walk_next(&walk, &t);)
    if (term_kind(b->tm, t) == TERM_ITE) choice = term_child(b->tm, t, 0);
  term_walk_release(&walk);
  return choice;
}

void candidate_split(struct bself *b, struct vec_term *cases) {
  for (uint32_t i = 0; i < cases->size && cases->size < CASES_MOST;) {
    struct term formula = cases->data[i], choice = candidate_choice(b, formula);
    if (term_none(choice)) {
      i++;
      continue;
    }
    struct term yes = term_true(b->tm), no = term_false(b->tm);
    cases->data[i] = term_and(b->tm, choice, term_substitute(b->tm, formula, 1, &choice, &yes));
    vec_term_push(cases, term_and(b->tm, term_not(b->tm, choice), term_substitute(b->tm, formula, 1, &choice, &no)));
  }
}

// Comparisons of the formula are signed, unless all of them are unsigned.
static bool compares_unsigned(struct bself *b, struct term formula) {
  struct term_walk walk = {.tm = b->tm};
  bool is_signed = false, is_unsigned = false;
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(b->tm, t);
    is_signed |= kind == TERM_BV_SLT || kind == TERM_BV_SLE;
    is_unsigned |= kind == TERM_BV_ULT || kind == TERM_BV_ULE;
  }
  term_walk_release(&walk);
  return is_unsigned && !is_signed;
}

// The conjunct x ≠ y as x < y and as y < x.
static bool sides_of(struct bself *b, struct term formula, struct term conjunct, struct term out[2]) {
  struct term equation = term_kind(b->tm, conjunct) == TERM_NOT ? term_child(b->tm, conjunct, 0) : conjunct;
  if (term_same(equation, conjunct) || term_kind(b->tm, equation) != TERM_EQ) return false;
  struct term x = term_child(b->tm, equation, 0), y = term_child(b->tm, equation, 1);
  if (sort_kind(b->tm, term_sort(b->tm, x)) != SORT_BV || term_width(b->tm, x) < 2) return false;
  bool is_unsigned = compares_unsigned(b, formula);
  out[0] = is_unsigned ? term_ult(b->tm, x, y) : term_slt(b->tm, x, y);
  out[1] = is_unsigned ? term_ult(b->tm, y, x) : term_slt(b->tm, y, x);
  return true;
}

// The conjuncts with another one in the k-th place.
static struct term replaced(struct bself *b, const struct vec_term *conjuncts, uint32_t k, struct term other) {
  struct term kept = conjuncts->data[k];
  conjuncts->data[k] = other;
  struct term formula = term_and_n(b->tm, conjuncts->size, conjuncts->data);
  conjuncts->data[k] = kept;
  return formula;
}

void candidate_sides(struct bself *b, struct term known, struct term *formula, struct vec_term *out) {
  struct vec_term conjuncts = {0};
  struct term sides[2], given = *formula;
  bool is_and = term_kind(b->tm, given) == TERM_AND;
  for (uint32_t i = 0; i < (is_and ? term_arity(b->tm, given) : 1); i++)
    vec_term_push(&conjuncts, is_and ? term_child(b->tm, given, i) : given);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (!sides_of(b, given, conjuncts.data[i], sides)) continue;
    struct term below[] = {given, known, sides[0]}, above[] = {given, known, sides[1]};
    bool may[] = {!bself_excluded(b, 3, below), !bself_excluded(b, 3, above)};
    if (may[0] != may[1]) conjuncts.data[i] = sides[may[0] ? 0 : 1];
    *formula = term_and_n(b->tm, conjuncts.size, conjuncts.data);
    for (uint32_t k = 0; k < 2 && may[0] && may[1]; k++) vec_term_push(out, replaced(b, &conjuncts, i, sides[k]));
    if (may[0] && may[1]) break;
  }
  vec_term_release(&conjuncts);
}

// The disjuncts of a disjunction, or of the first one in a conjunction. False: there is none.
static bool disjuncts(struct bself *b, struct term formula, struct vec_term *out) {
  enum term_kind kind = term_kind(b->tm, formula);
  struct term inner = kind == TERM_NOT ? term_child(b->tm, formula, 0) : TERM_NONE;
  bool negated = !term_none(inner) && term_kind(b->tm, inner) == TERM_AND;
  if (kind == TERM_OR || negated) {
    struct term of = negated ? inner : formula;
    for (uint32_t i = 0; i < term_arity(b->tm, of); i++) {
      struct term c = term_child(b->tm, of, i);
      vec_term_push(out, negated ? term_not(b->tm, c) : c);
    }
    return true;
  }
  for (uint32_t i = 0; kind == TERM_AND && i < term_arity(b->tm, formula); i++) {
    struct term c = term_child(b->tm, formula, i), yes = term_true(b->tm);
    if (term_kind(b->tm, c) == TERM_AND || !disjuncts(b, c, out)) continue;
    struct term rest = term_substitute(b->tm, formula, 1, &c, &yes);
    for (uint32_t k = 0; k < out->size; k++) out->data[k] = term_and(b->tm, rest, out->data[k]);
    return true;
  }
  return false;
}

void candidate_parts(struct bself *b, struct term formula, struct vec_term *out) {
  struct vec_term parts = {0};
  vec_term_clear(out);
  vec_term_push(out, formula);
  for (uint32_t i = 0; i < out->size;) {
    vec_term_clear(&parts);
    if (!disjuncts(b, out->data[i], &parts)) vec_term_push(&parts, out->data[i]);
    if (parts.size == 1) candidate_split(b, &parts);
    if (parts.size == 1 || out->size + parts.size - 1 > PARTS_MOST) {
      i++;
      continue;
    }
    out->data[i] = parts.data[0];
    for (uint32_t k = 1; k < parts.size; k++) vec_term_push(out, parts.data[k]);
  }
  vec_term_release(&parts);
}

// --- validity --------------------------------------------------------------------------------------------------------

// Disjoint from the error at the g-th cut point; and after one iteration that begins in the extension there, the state
// is not outside it and ξ.
static bool valid_at(struct bself *b, struct family *f, const struct term *error, uint32_t g, struct term extension,
                     const struct term *outside) {
  struct term known = bself_invariant(b, f->cuts.data[g]);
  struct term disjoint[] = {extension, error[g], known};
  if (term_is_false(b->tm, extension)) return true;
  if (!bself_excluded(b, 3, disjoint)) return false;
  struct term inductive[] = {extension, known, candidate_before(b, f, g, NULL, outside)};
  return bself_excluded(b, 3, inductive);
}

bool candidate_valid(struct bself *b, struct family *f, const struct term *error, const struct term *all,
                     struct term extension) {
  struct term *outside = family_formulas(b, f);
  bool valid = true;
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    struct term inside = term_or(b->tm, all[i], family_at(b, f, i, extension));
    outside[i] = term_and(b->tm, term_not(b->tm, inside), bself_invariant(b, f->cuts.data[i]));
  }
  for (uint32_t g = 0; g < f->cuts.size && valid; g++)
    valid = valid_at(b, f, error, g, family_at(b, f, g, extension), outside);
  return valid;
}

// --- the initial candidate -------------------------------------------------------------------------------------------

static void find_stays(struct bself *b, struct family *f) {
  if (f->stays) return;
  struct term *anything = family_formulas(b, f);
  for (uint32_t i = 0; i < f->cuts.size; i++) anything[i] = term_true(b->tm);
  f->stays = family_formulas(b, f);
  f->may_leave = family_formulas(b, f);
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    struct term stays = candidate_before(b, f, i, NULL, anything);
    f->reads |= candidate_has_inputs(b, stays);
    f->stays[i] = candidate_without_inputs(b, stays);
    f->may_leave[i] = candidate_without_inputs(b, term_not(b->tm, stays));
  }
}

static bool disjoint_from(struct bself *b, struct family *f, const struct term *formulas, const struct term *error) {
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    struct term query[] = {formulas[i], error[i], bself_invariant(b, f->cuts.data[i])};
    if (!bself_excluded(b, 3, query)) return false;
  }
  return true;
}

static bool implies(struct bself *b, struct family *f, const struct term *stronger, const struct term *weaker) {
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    struct term query[] = {stronger[i], term_not(b->tm, weaker[i]), bself_invariant(b, f->cuts.data[i])};
    if (!bself_excluded(b, 3, query)) return false;
  }
  return true;
}

static bool is_empty(struct bself *b, struct family *f, const struct term *formulas) {
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    struct term query[] = {formulas[i], bself_invariant(b, f->cuts.data[i])};
    if (bself_ask(b, b->run.best_effort, 2, query) == ANSWER_SAT) return false;
  }
  return true;
}

// Joins the candidates kept for the loop that are disjoint from the error, `over` (may be NULL: any) or larger.
static bool join_known(struct bself *b, struct family *f, const struct term *error, const struct term *over,
                       struct term *out) {
  bool any = false;
  for (uint32_t i = 0; i < f->known.size; i++) {
    const struct term *known = f->known.data[i].all;
    if ((over && !implies(b, f, over, known)) || !disjoint_from(b, f, known, error)) continue;
    for (uint32_t k = 0; k < f->cuts.size; k++) out[k] = term_or(b->tm, out[k], known[k]);
    any = true;
  }
  return any;
}

// States from which an iteration leads out of the formulas are taken from them.
static void retract(struct bself *b, struct family *f, struct term *formulas) {
  struct term *outside = family_formulas(b, f), *leads_out = family_formulas(b, f);
  for (uint32_t i = 0; i < f->cuts.size; i++) outside[i] = term_not(b->tm, formulas[i]);
  for (uint32_t i = 0; i < f->cuts.size; i++)
    leads_out[i] = candidate_without_inputs(b, candidate_before(b, f, i, NULL, outside));
  for (uint32_t i = 0; i < f->cuts.size; i++) formulas[i] = term_and(b->tm, formulas[i], term_not(b->tm, leads_out[i]));
}

// The loop may be left by an input, and not by the error. That is inductive only if iterations keep it up, too: states
// that break this are taken from it a few times. False: there is no such set, or it is empty.
static bool may_leave(struct bself *b, struct family *f, const struct term *error, struct term *out) {
  const struct term *nothing = family_formulas(b, f);
  uint32_t rounds = bself_adds(b, ADDITION_INDUCTION) ? RETRACTIONS_MOST : 0;
  for (uint32_t i = 0; i < f->cuts.size; i++)
    out[i] = term_and(b->tm, term_not(b->tm, candidate_without_inputs(b, error[i])), f->may_leave[i]);
  while (!is_empty(b, f, out)) {
    if (candidate_valid(b, f, error, nothing, family_join(b, f, out))) return true;
    if (!rounds--) break;
    retract(b, f, out);
  }
  return false;
}

// ψ_e: the loop is left, and not by the error. The paper asks for a path out of the loop; that none leads back to its
// cut points says the same of complete programs without inputs, and is inductive in any case. Where the loop reads
// inputs there may be no such state: then it is enough that it may be left, if that is inductive.
static struct term *leaving(struct bself *b, struct family *f, const struct term *error) {
  struct term *out = family_formulas(b, f);
  find_stays(b, f);
  if (f->reads && (!bself_adds(b, ADDITION_INPUTS) || may_leave(b, f, error, out))) return out;
  for (uint32_t i = 0; i < f->cuts.size; i++)
    out[i] = term_and(b->tm, term_not(b->tm, candidate_without_inputs(b, error[i])), term_not(b->tm, f->stays[i]));
  return out;
}

bool candidate_initial(struct bself *b, struct family *f, const struct term *error, bool visited, struct term *out) {
  struct term *leaves = leaving(b, f, error);
  for (uint32_t i = 0; i < f->cuts.size; i++) out[i] = term_false(b->tm);
  if (visited) return join_known(b, f, error, leaves, out) || join_known(b, f, error, NULL, out); // ψ2, ψ3
  if (is_empty(b, f, leaves)) return join_known(b, f, error, NULL, out);
  join_known(b, f, error, leaves, out); // ψ1
  for (uint32_t i = 0; i < f->cuts.size; i++) out[i] = term_or(b->tm, out[i], leaves[i]);
  return true;
}
