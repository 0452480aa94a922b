// Loop folding: algorithm 4 of Chalupa, Strejček, Backward Symbolic Execution with Loop Folding.
//
// A folding is a frame of the engine's stack: it picks a candidate, has a nested search find out whether states outside
// the candidate enter the loop, and extends it where that is so. Questions are asked of the best-effort solver: one
// that is not answered makes the folding fail, nothing else.
#include "engine/bself/bself.h"
#include "term/quantified.h"
#include "term/walk.h"

#define KNOWN_MOST 48 // candidates kept for a loop
#define TRIED_MOST 64 // candidates in one folding
#define RELATION_EFFORT 256 // in steps, of a question about relations
#define SUBJECTS_MOST 10
#define HINTS_MOST 24
#define OVERAPPROXIMATE_SECONDS 1.5
#define FOLDING_SECONDS 1.0 // for the first folding of a loop; twice as much for the next one, and so on
#define FOLDING_SHARE 0.34 // of the time that is left, at most

void fold_free(struct folding *f) {
  for (uint32_t i = 0; i < f->preimages.size; i++) vec_term_release(&f->preimages.data[i].out);
  vec_preimage_release(&f->preimages);
  vec_candidate_release(&f->bag);
  vec_term_release(&f->hints);
  f->family->busy = false;
  mem_free(f);
}

static double seconds_left(const struct folding *f) { return f->seconds - (clock_cpu() - f->began); }

static void finish(struct bself *b, bool folded) {
  b->statistics->loops_folded += folded;
  bself_return(b, folded ? OUTCOME_CORRECT : OUTCOME_UNKNOWN, 0);
}

// --- what may be said ------------------------------------------------------------------------------------------------

// Candidates of other sources, at the first cut point of the family that has any; and runs are sampled, whose states
// refute candidates. Without seeds only what other engines have found.
static void find_hints(struct bself *b, struct folding *f) {
  struct family *l = f->family;
  uint32_t sources = b->options.sources & ~(uint32_t)SOURCE_RUNS;
  if (b->options.no_seeds) sources &= SOURCE_SHARED;
  for (uint32_t i = 0; i < l->cuts.size && !b->options.paper; i++) {
    const struct expanded_point *at = expansion_at(b->x, l->cuts.data[i]);
    struct vec_term given = {0};
    if (!b->options.no_seeds) facts_candidates(b->run.facts, at->location, SOURCE_RUNS, &given);
    if (!(b->options.sources & SOURCE_RUNS)) vec_term_clear(&given);
    facts_candidates(b->run.facts, at->location, sources, &given);
    for (uint32_t k = 0; k < given.size && f->hints.size < HINTS_MOST; k++) {
      if (!term_none(quantified_in(b->tm, given.data[k]))) continue;
      if (facts_refute(b->run.facts, at->location, given.data[k])) continue;
      // One from another context may speak of a caller that is not there.
      struct term hint = facts_instance(b->run.unfold, at->context, given.data[k]);
      if (!term_none(hint)) vec_term_push(&f->hints, hint);
    }
    vec_term_release(&given);
  }
}

// Bounds on one folding: none without the addition.
static uint32_t at_most(const struct bself *b, uint32_t bound) {
  return bself_adds(b, ADDITION_BOUNDS) ? bound : UINT32_MAX;
}

static void add_subject(struct bself *b, struct vec_term *subjects, struct map_u32 *seen, struct term t) {
  if (map_u32_find(seen, t.id) || subjects->size >= at_most(b, SUBJECTS_MOST)) return;
  map_u32_put(seen, t.id, 1);
  vec_term_push(subjects, t);
}

// Numbers in a formula, and cells of arrays that it reads.
static void add_subjects_of(struct bself *b, struct term formula, struct vec_term *subjects, struct map_u32 *seen) {
  struct term_walk walk = {.tm = b->tm, .left_to_right = true};
  struct context context;
  uint32_t var;
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (sort_kind(b->tm, term_sort(b->tm, t)) != SORT_BV) continue;
    if (term_kind(b->tm, t) == TERM_SELECT && !candidate_has_inputs(b, t)) add_subject(b, subjects, seen, t);
    if (term_kind(b->tm, t) == TERM_VAR && unfold_var_of(b->run.unfold, t, &context, &var))
      add_subject(b, subjects, seen, t);
  }
  term_walk_release(&walk);
}

// --- overapproximation -----------------------------------------------------------------------------------------------

struct validity {
  struct bself *b;
  struct folding *f;
  const struct term *all;
};

static bool is_valid(void *context, struct term extension) {
  struct validity *v = context;
  if (limits_stopped(v->b->run.limits)) return false;
  return candidate_valid(v->b, v->f->family, v->f->error, v->all, extension);
}

// What a state before an iteration must be like, for a state after it: its constants are those of the loop.
static struct term iteration(struct bself *b, struct folding *f, const struct preimage *p, const struct term *all) {
  struct term *after = family_formulas(b, f->family), *before = family_formulas(b, f->family);
  for (uint32_t i = 0; i < f->family->cuts.size; i++)
    after[i] = term_or(b->tm, all[i], family_at(b, f->family, i, p->formula));
  for (uint32_t i = 0; i < f->family->cuts.size; i++) before[i] = candidate_before(b, f->family, i, NULL, after);
  return term_or_n(b->tm, f->family->cuts.size, before);
}

static void weaken(struct bself *b, struct folding *f, struct preimage *p, const struct term *all, struct term last) {
  struct validity validity = {b, f, all};
  double left = seconds_left(f);
  struct vec_term subjects = {0};
  struct map_u32 seen = {0};
  add_subjects_of(b, p->formula, &subjects, &seen);
  for (uint32_t i = 0; i < f->family->cuts.size; i++) add_subjects_of(b, f->error[i], &subjects, &seen);
  for (uint32_t i = 0; i < f->family->variables.size; i++)
    add_subject(b, &subjects, &seen, f->family->variables.data[i]);
  struct term thresholds = iteration(b, f, p, all), *invariants = family_formulas(b, f->family);
  for (uint32_t i = 0; i < f->family->cuts.size; i++) invariants[i] = bself_invariant(b, f->family->cuts.data[i]);
  struct term known = family_join(b, f->family, invariants);
  struct overapproximation o = {.tm = b->tm,
                                .limits = b->run.limits,
                                .solver = b->run.best_effort,
                                .extension = p->formula,
                                .last = last,
                                .known = known,
                                .n_subjects = subjects.size,
                                .subjects = subjects.data,
                                .n_hints = f->hints.size,
                                .hints = f->hints.data,
                                .n_thresholds = 1,
                                .thresholds = &thresholds,
                                .valid = is_valid,
                                .context = &validity,
                                .seconds = left < OVERAPPROXIMATE_SECONDS ? left : OVERAPPROXIMATE_SECONDS,
                                .paper_only = !bself_adds(b, ADDITION_RELATIONS),
                                .unbounded = !bself_adds(b, ADDITION_BOUNDS),
                                .counts = &b->counts};
  uint64_t before = b->counts.queries;
  overapproximate(&o, &p->out);
  b->run.stats->steps += (b->counts.queries - before) * RELATION_EFFORT;
  vec_term_release(&subjects);
  map_u32_release(&seen);
}

// --- candidates ------------------------------------------------------------------------------------------------------

static bool same_formulas(const struct family *l, const struct term *a, const struct term *c) {
  for (uint32_t i = 0; i < l->cuts.size; i++)
    if (!term_same(a[i], c[i])) return false;
  return true;
}

// O_l grows; others may try what is in it.
static void keep(struct bself *b, struct family *l, const struct candidate *c) {
  for (uint32_t i = 0; i < l->known.size; i++)
    if (same_formulas(l, l->known.data[i].all, c->all)) return;
  if (l->known.size >= at_most(b, KNOWN_MOST)) return;
  vec_candidate_push(&l->known, *c);
  b->statistics->candidates_kept++;
  for (uint32_t i = 0; i < l->cuts.size; i++) {
    const struct expanded_point *at = expansion_at(b->x, l->cuts.data[i]);
    struct term plain = facts_plain(b->run.unfold, at->context, c->all[i]);
    if (!term_none(plain) && !term_is_false(b->tm, plain))
      facts_offer(b->run.facts, at->location, plain, SOURCE_INTERPOLANTS);
  }
}

static void add_candidate(struct bself *b, struct folding *f, struct candidate c) {
  for (uint32_t i = 0; i < f->bag.size; i++)
    if (same_formulas(f->family, f->bag.data[i].all, c.all)) return;
  if (f->bag.size >= at_most(b, TRIED_MOST)) return;
  vec_candidate_push(&f->bag, c);
  keep(b, f->family, &c);
}

static struct candidate extended(struct bself *b, const struct folding *f, uint32_t rest) {
  struct candidate c = {.all = family_formulas(b, f->family), .last = family_formulas(b, f->family), .rest = rest};
  for (uint32_t i = 0; i < f->family->cuts.size; i++) c.all[i] = f->base.all[i];
  return c;
}

// The pre-images are overapproximated: each extension makes a candidate.
static void combine(struct bself *b, struct folding *f, uint32_t rest) {
  for (uint32_t i = 0; i < f->preimages.size; i++) {
    struct preimage *p = &f->preimages.data[i];
    for (uint32_t k = 0; k < p->out.size; k++) {
      struct candidate c = extended(b, f, rest);
      for (uint32_t g = 0; g < f->family->cuts.size; g++) {
        c.last[g] = family_at(b, f->family, g, p->out.data[k]);
        c.all[g] = term_or(b->tm, c.all[g], c.last[g]);
      }
      add_candidate(b, f, c);
    }
    vec_term_release(&p->out);
  }
  f->preimages.size = 0;
}

// --- extension -------------------------------------------------------------------------------------------------------

// The part of a pre-image that is a valid extension; false: there is none.
static struct term valid_part(struct bself *b, struct folding *f, uint32_t g, struct term before) {
  struct family *l = f->family;
  struct term known = bself_invariant(b, l->cuts.data[g]);
  struct term ends_in_error[] = {before, f->error[g], known};
  bool read = candidate_has_inputs(b, before);
  before = candidate_without_inputs(b, before);
  if (!bself_excluded(b, 3, ends_in_error))
    before = term_and(b->tm, before, term_not(b->tm, candidate_without_inputs(b, f->error[g])));
  struct term new[] = {before, known, term_not(b->tm, f->base.all[g])};
  if (bself_ask(b, b->run.best_effort, 3, new) != ANSWER_SAT) return term_false(b->tm);
  if (!read && candidate_valid(b, l, f->error, f->base.all, family_placed(b, l, g, before))) return before;
  // For some inputs only: what leads elsewhere for others does not belong to it.
  struct term *outside = family_formulas(b, l);
  for (uint32_t i = 0; i < l->cuts.size; i++) outside[i] = term_not(b->tm, f->base.all[i]);
  struct term leads_out = candidate_without_inputs(b, candidate_before(b, l, g, NULL, outside));
  before = term_and(b->tm, before, term_not(b->tm, leads_out));
  struct term rest[] = {before, known, term_not(b->tm, f->base.all[g])};
  if (bself_ask(b, b->run.best_effort, 3, rest) != ANSWER_SAT) return term_false(b->tm);
  return candidate_valid(b, l, f->error, f->base.all, family_placed(b, l, g, before)) ? before : term_false(b->tm);
}

// What the candidate has already need not be in the extension: the less there is in it, the more it can be weakened.
static struct term new_part(struct bself *b, struct folding *f, uint32_t g, struct term before) {
  struct term part = term_is_false(b->tm, before) ? before : valid_part(b, f, g, before);
  if (bself_adds(b, ADDITION_REMAINDER)) part = term_and(b->tm, part, term_not(b->tm, f->base.all[g]));
  return part;
}

static void add_preimage(struct bself *b, struct folding *f, struct term formula) {
  if (term_is_false(b->tm, formula)) return;
  b->statistics->extensions++;
  vec_preimage_push(&f->preimages, (struct preimage){.formula = formula});
}

// Along a path; where the automaton has branches merged, the paths of the loop are the cases of their conditions.
static void extend_along(struct bself *b, struct folding *f, const struct loop_path *path) {
  struct vec_term cases = {0};
  if (term_is_false(b->tm, f->base.last[path->to])) return;
  vec_term_push(&cases, candidate_before(b, f->family, path->from, path, f->base.last));
  candidate_split(b, &cases);
  // Each side by itself can be weakened to an interval, where the whole has a gap.
  struct term known = bself_invariant(b, f->family->cuts.data[path->from]);
  for (uint32_t i = 0, n = cases.size; i < n && bself_adds(b, ADDITION_SIDES); i++) {
    struct term whole = cases.data[i];
    candidate_sides(b, known, &whole, &cases);
    cases.data[i] = whole;
  }
  for (uint32_t i = 0; i < cases.size; i++)
    add_preimage(b, f, family_placed(b, f->family, path->from, new_part(b, f, path->from, cases.data[i])));
  vec_term_release(&cases);
}

static void extend_merged(struct bself *b, struct folding *f) {
  struct term *before = family_formulas(b, f->family);
  for (uint32_t g = 0; g < f->family->cuts.size; g++)
    before[g] = new_part(b, f, g, candidate_before(b, f->family, g, NULL, f->base.last));
  add_preimage(b, f, family_join(b, f->family, before));
}

// The pre-images of the last extension, along each path of the loop or along all at once.
static void extend(struct bself *b, struct folding *f, const struct candidate *c) {
  f->base = *c;
  f->next_preimage = 0;
  f->phase = FOLD_EXTEND;
  if (!c->rest) return;
  for (uint32_t i = 0; i < f->family->paths.size; i++) extend_along(b, f, &f->family->paths.data[i]);
  if (!f->family->paths.size) extend_merged(b, f);
}

// --- is it an invariant? ---------------------------------------------------------------------------------------------

static bool is_refuted(struct bself *b, struct folding *f, const struct candidate *c) {
  struct family *l = f->family;
  for (uint32_t i = 0; i < l->cuts.size && bself_adds(b, ADDITION_REACHED); i++) {
    const struct expanded_point *at = expansion_at(b->x, l->cuts.data[i]);
    struct term plain = facts_plain(b->run.unfold, at->context, c->all[i]);
    if (!term_none(plain) && facts_refute(b->run.facts, at->location, plain)) return true;
  }
  return false;
}

// A cut point at which the program begins is entered without a step.
static bool holds_at_entry(struct bself *b, const struct family *l, const struct candidate *c) {
  struct point entry = b->x->entry;
  if (!l->within[entry.id] || !expansion_at(b->x, entry)->cut) return true;
  struct term query[] = {expansion_initial(b->x), term_not(b->tm, c->all[family_number(l, entry)])};
  return bself_excluded(b, 2, query);
}

// Do states outside the candidate enter the loop? A nested search finds out.
static void check(struct bself *b, struct folding *f, const struct candidate *c) {
  struct family *l = f->family;
  struct search *s = search_new(true, l);
  struct vec_goal goals = {0};
  for (uint32_t i = 0; i < l->cuts.size; i++) {
    struct term outside = term_and(b->tm, term_not(b->tm, c->all[i]), bself_invariant(b, l->cuts.data[i]));
    if (!term_is_false(b->tm, outside))
      vec_goal_push(&goals, (struct goal){.point = l->cuts.data[i], .formula = outside});
  }
  search_add_root(s, TARGET_ERROR, NULL, goals.size, goals.data);
  vec_goal_release(&goals);
  b->statistics->nested_searches++;
  f->phase = FOLD_CHECKED;
  bself_push_search(b, s);
}

static void pick(struct bself *b, struct folding *f) {
  if (f->next == f->bag.size || seconds_left(f) < 0) {
    finish(b, false);
    return;
  }
  struct candidate c = f->bag.data[f->next];
  b->statistics->candidates_tried++;
  bool refuted = is_refuted(b, f, &c);
  b->statistics->candidates_unreached += refuted;
  if (!refuted && holds_at_entry(b, f->family, &c)) {
    check(b, f, &c);
    return;
  }
  f->next++;
  extend(b, f, &c);
}

static void checked(struct bself *b, struct folding *f) {
  struct candidate c = f->bag.data[f->next++];
  struct family *l = f->family;
  if (b->returned != OUTCOME_CORRECT) {
    extend(b, f, &c);
    return;
  }
  // The second optimisation of section 4.4: the invariant annotates the heads.
  for (uint32_t i = 0; i < l->cuts.size; i++) {
    struct point p = l->cuts.data[i];
    bself_prove(b, p, c.all[i]);
    if (b->k[p.id] < b->returned_depth) b->k[p.id] = b->returned_depth;
  }
  finish(b, true);
}

// --- the whole -------------------------------------------------------------------------------------------------------

// A folding that another one asks for has no more time than that one has left.
static double seconds_allowed(const struct bself *b, const struct family *l) {
  double share = limits_remaining(b->run.limits) * FOLDING_SHARE;
  double seconds = FOLDING_SECONDS * (1u << (l->failures < 8 ? l->failures : 8));
  if (share < seconds) seconds = share;
  for (uint32_t i = 0; i < b->stack.size; i++) {
    const struct frame *f = &b->stack.data[i];
    if (f->kind == FRAME_FOLDING && seconds_left(f->folding) < seconds) seconds = seconds_left(f->folding);
  }
  return bself_adds(b, ADDITION_BOUNDS) ? seconds : limits_remaining(b->run.limits);
}

void fold_begin(struct bself *b, struct family *l, struct point at, struct term error, bool visited) {
  struct folding *f = mem_zalloc(1, sizeof *f);
  *f = (struct folding){.family = l, .visited = visited, .phase = FOLD_BEGIN, .began = clock_cpu()};
  f->seconds = seconds_allowed(b, l);
  f->error = family_formulas(b, l);
  f->error[family_number(l, at)] = error;
  l->busy = true;
  b->statistics->foldings++;
  vec_frame_push(&b->stack, (struct frame){.kind = FRAME_FOLDING, .folding = f});
}

// The paper's bound is approached from below: what a few extensions do not find, the next visit may find by joining
// what they left in O_l, at less cost than more extensions. A nested search has no next visit.
static uint32_t kappa(const struct bself *b, const struct family *l) {
  if (b->options.kappa) return b->options.kappa;
  uint32_t bound = l->n_paths ? 2 * l->n_paths - 1 : 1, now = 1 + l->failures;
  return !bself_adds(b, ADDITION_TURNS) || b->stack.size > 2 || bound < now ? bound : now;
}

static void begin(struct bself *b, struct folding *f) {
  struct term *initial = family_formulas(b, f->family);
  find_hints(b, f);
  if (!candidate_initial(b, f->family, f->error, f->visited, initial)) {
    finish(b, false);
    return;
  }
  f->base = (struct candidate){.all = initial, .last = family_formulas(b, f->family), .rest = kappa(b, f->family) + 1};
  vec_preimage_push(&f->preimages, (struct preimage){.formula = family_join(b, f->family, initial)});
  f->phase = FOLD_EXTEND;
}

static void overapproximate_next(struct bself *b, struct folding *f) {
  if (seconds_left(f) < 0) {
    finish(b, false);
    return;
  }
  if (f->next_preimage == f->preimages.size) {
    if (f->preimages.size) combine(b, f, f->base.rest - 1);
    f->phase = FOLD_PICK;
    return;
  }
  struct preimage *p = &f->preimages.data[f->next_preimage++];
  struct term last = family_join(b, f->family, f->base.last);
  weaken(b, f, p, f->base.all, term_is_false(b->tm, last) ? TERM_NONE : last);
}

void fold_step(struct bself *b, struct folding *f) {
  double began = clock_now();
  switch (f->phase) {
  case FOLD_BEGIN: begin(b, f); break;
  case FOLD_EXTEND: overapproximate_next(b, f); break;
  case FOLD_PICK: pick(b, f); break;
  case FOLD_CHECKED: checked(b, f); break;
  }
  b->statistics->time_folding += clock_now() - began;
}
