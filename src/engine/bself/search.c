// The search of bself: algorithm 3 of Chalupa, Strejček, Backward Symbolic Execution with Loop Folding.
//
// The paper's queue has sets of states at locations and goes along edges; here the locations are cut points, and a
// sweep goes along all paths between them at once. Sets that are met at one cut point with the same number of cut
// points on the way are one item: what the queue holds then grows with the number of cut points, not with that of
// paths.
//
// A set of which all states were searched before at the same cut point is dropped: the shortest way to a goal does not
// pass it. The sets that were searched before are excluded when the search is done, and their complements become part
// of the proof.
#include "engine/bself/bself.h"
#include <assert.h>

#define PATIENT_FAILURES 1 // foldings in vain, of a loop
#define PATIENT_FAILURES_ALL 3 // of all loops
#define PLAIN_ITEMS 48 // of a search that folds nothing
#define PLAIN_SECONDS 0.4
#define ENTRY_SHARE 0.25 // of the time, for hard questions at the entry
#define SUBSUMING_MOST 16 // sets that were searched last at a place, in which all states of another may be
#define UNWIND_PASS (UINT32_MAX - 2) // no path is so long

struct search *search_new(bool nested, struct family *family) {
  struct search *s = mem_zalloc(1, sizeof *s);
  s->nested = nested;
  s->family = family;
  return s;
}

static void release_item(struct item *item) {
  model_unref(item->model);
  vec_u32_release(&item->next);
  vec_u32_release(&item->visited);
}

static void release_children(struct search *s) {
  for (uint32_t i = 0; i < s->children.size; i++) release_item(&s->children.data[i]);
  s->children.size = 0;
}

void search_free(struct search *s) {
  for (uint32_t i = 0; i < s->roots.size; i++) vec_goal_release(&s->roots.data[i].goals);
  for (uint32_t i = 0; i < s->items.size; i++) release_item(&s->items.data[i]);
  release_children(s);
  vec_root_release(&s->roots);
  vec_item_release(&s->items);
  vec_item_release(&s->children);
  vec_term_release(&s->parts);
  vec_u32_release(&s->doubts);
  mem_free(s);
}

void search_add_root(struct search *s, enum target_kind kind, const struct target *target, uint32_t n,
                     const struct goal *goals) {
  struct root root = {.kind = kind, .target = target};
  for (uint32_t i = 0; i < n; i++) vec_goal_push(&root.goals, goals[i]);
  vec_root_push(&s->roots, root);
}

// --- the queue -------------------------------------------------------------------------------------------------------

static void add_to_set(struct vec_u32 *set, uint32_t value) {
  for (uint32_t i = 0; i < set->size; i++)
    if (set->data[i] == value) return;
  vec_u32_push(set, value);
}

static bool is_in_set(const struct vec_u32 *set, uint32_t value) {
  for (uint32_t i = 0; i < set->size; i++)
    if (set->data[i] == value) return true;
  return false;
}

// An item that waits at the same place, as far from the goal.
static struct item *find_alike(const struct bself *b, struct search *s, const struct item *item) {
  for (uint32_t i = s->items.size; i-- > s->next && bself_adds(b, ADDITION_MERGING);) {
    struct item *other = &s->items.data[i];
    if (other->depth < item->depth) break;
    if (point_same(other->point, item->point) && other->root == item->root && other->depth == item->depth) return other;
  }
  return NULL;
}

// Owns the item.
static void push_item(struct bself *b, struct search *s, struct item item) {
  struct item *alike = find_alike(b, s, &item);
  if (!alike) {
    vec_item_push(&s->items, item);
    return;
  }
  alike->formula = term_or(b->tm, alike->formula, item.formula);
  alike->possible |= item.possible;
  if (!alike->model && item.model) alike->model = model_ref(item.model);
  for (uint32_t i = 0; i < item.next.size; i++) add_to_set(&alike->next, item.next.data[i]);
  for (uint32_t i = 0; i < item.visited.size; i++) add_to_set(&alike->visited, item.visited.data[i]);
  release_item(&item);
}

// What a sweep gives: formulas by point, and models of some of them.
struct swept {
  struct map_u32 formulas;
  struct map_ptr models;
};

static void release_swept(struct swept *swept) {
  map_u32_release(&swept->formulas);
  expansion_guesses_release(&swept->models);
}

static void add_child(struct bself *b, struct search *s, const struct swept *swept, struct point p,
                      const struct item *like, uint32_t next) {
  struct term formula = bself_swept(b, &swept->formulas, p);
  if (term_is_false(b->tm, formula)) return;
  struct item child = {.point = p, .formula = formula, .depth = like->depth + 1, .root = like->root};
  struct model *model = map_ptr_get_or(&swept->models, p.id, NULL);
  if (model) child.model = model_ref(model);
  if (next != UINT32_MAX) vec_u32_push(&child.next, next);
  for (uint32_t i = 0; i < like->visited.size; i++) vec_u32_push(&child.visited, like->visited.data[i]);
  vec_item_push(&s->children, child);
}

// What a sweep gives becomes children: the pre-images at the cut points and at the entry.
static void add_children(struct bself *b, struct search *s, const struct swept *swept, const struct item *like,
                         uint32_t next, const struct family *without) {
  const struct expansion *x = b->x;
  for (uint32_t i = 0; i < x->cuts.size; i++)
    if (!without || !without->within[x->cuts.data[i].id]) add_child(b, s, swept, x->cuts.data[i], like, next);
  if (!expansion_at(x, x->entry)->cut) add_child(b, s, swept, x->entry, like, next);
}

// Also those that are false as they are made: that they are is known by one more segment.
static void push_children(struct bself *b, struct search *s, uint32_t depth) {
  if (s->deepest < depth) s->deepest = depth;
  for (uint32_t i = 0; i < s->children.size; i++) push_item(b, s, s->children.data[i]);
  s->children.size = 0;
}

// The path of an item, which may be a goal, is prolonged by each step to its beginning, as in algorithm 3.
static void prolong(struct bself *b, struct search *s, const struct item *item, uint32_t number) {
  const struct expansion *x = b->x;
  const struct vec_u32 *in = &expansion_at(x, item->point)->in;
  for (uint32_t i = 0; i < in->size; i++) {
    const struct expanded_step *step = &x->steps.data[in->data[i]];
    bool cut = expansion_at(x, step->from)->cut;
    const struct family *f = item->first ? s->family : NULL;
    if (!step->step->known) continue; // a target of its own
    // The candidate of a family is inductive: only a path that enters from another loop or the entry can be outside it.
    if (f && (!f->entering[step->from.id] || (cut && f->within[step->from.id]))) continue;
    struct item child = {.point = step->from, .root = item->root, .step = in->data[i], .first = item->first && !cut};
    child.length = item->length + 1;
    child.depth = item->cuts + 1;
    child.cuts = item->cuts + cut;
    child.formula = expansion_pre(b->x, in->data[i], item->formula, child.length);
    b->run.stats->steps++;
    if (term_is_false(b->tm, child.formula)) continue;
    if (item->model)
      child.model = expansion_guess(b->x, child.step, child.length, item->formula, child.formula, item->model);
    if (number != UINT32_MAX) vec_u32_push(&child.next, number);
    for (uint32_t k = 0; k < item->visited.size; k++) vec_u32_push(&child.visited, item->visited.data[k]);
    vec_item_push(&s->children, child);
  }
}

// Each goal begins paths of its own.
static void begin_paths(struct bself *b, struct search *s, uint32_t number) {
  const struct root *root = &s->roots.data[number];
  for (uint32_t i = 0; i < root->goals.size; i++) {
    const struct goal *g = &root->goals.data[i];
    bool cut = g->here && expansion_at(b->x, g->point)->cut;
    struct item item = {.point = g->point, .formula = g->formula, .depth = 1, .cuts = cut, .root = number};
    item.first = !cut;
    if (g->here) vec_item_push(&s->children, item);
    else prolong(b, s, &item, UINT32_MAX);
  }
  push_children(b, s, 1);
}

static void begin_root(struct bself *b, struct search *s) {
  uint32_t number = s->next_root++;
  const struct root *root = &s->roots.data[number];
  if (!bself_adds(b, ADDITION_MERGING)) {
    begin_paths(b, s, number);
    return;
  }
  struct swept swept = {0};
  // The candidate of a family is inductive: only a path that enters from another loop or the entry can be outside it.
  bself_sweep(b, root->goals.size, root->goals.data, 0, s->family ? s->family->entering : NULL, &swept.formulas);
  add_children(b, s, &swept, &(struct item){.root = number}, UINT32_MAX, s->family);
  push_children(b, s, 1);
  release_swept(&swept);
}

static void expand(struct bself *b, struct search *s, uint32_t number) {
  struct item *item = &s->items.data[number];
  if (!bself_adds(b, ADDITION_MERGING)) {
    prolong(b, s, item, number);
    return;
  }
  struct swept swept = {0};
  struct goal goal = {.point = item->point, .formula = item->formula};
  bself_sweep(b, 1, &goal, item->depth, NULL, &swept.formulas);
  if (item->model) expansion_guess_sweep(b->x, &goal, item->depth, &swept.formulas, item->model, &swept.models);
  item->searched = true;
  if (bself_adds(b, ADDITION_SUBSUMPTION)) item->exact = candidate_exactly(b, item->formula);
  add_children(b, s, &swept, item, number, NULL);
  release_swept(&swept);
}

// --- one item --------------------------------------------------------------------------------------------------------

// Not answered: it is taken for possible, and what comes before it is searched, too.
static bool possible(struct bself *b, struct item *item) {
  struct term query[] = {item->formula, bself_invariant(b, item->point)};
  if (item->possible) return true;
  if (item->model && model_holds(item->model, query[0]) && model_holds(item->model, query[1]))
    return item->possible = true;
  enum answer answer = bself_ask(b, b->run.best_effort, 2, query);
  item->possible = answer != ANSWER_UNSAT;
  if (answer == ANSWER_SAT && bself_adds(b, ADDITION_MODELS)) {
    model_unref(item->model);
    item->model = solver_model(b->run.best_effort);
  }
  return item->possible;
}

// The item is done with: it cannot be reached, along chains as long as its own.
static void finish_item(struct search *s) {
  uint32_t depth = s->items.data[s->next++].depth;
  if (depth > s->deepest) s->deepest = depth;
}

static void give_up(struct bself *b, enum outcome outcome) { bself_return(b, outcome, 0); }

// A goal can be reached from the entry, as the solver's model says.
static void reach_entry(struct bself *b, struct search *s, uint32_t number, struct solver *solver) {
  const struct root *root = &s->roots.data[s->items.data[number].root];
  struct model *model = solver_model(solver);
  if (root->kind == TARGET_ERROR) {
    witness_error(b, s, number, model);
  } else {
    struct location location = expansion_at(b->x, root->target->point)->location;
    run_incomplete(&b->run, target_reason(root->kind), target_text(b->x, root->target), location);
  }
  model_unref(model);
}

static enum answer ask_entry(struct bself *b, const struct item *item, struct solver *solver) {
  struct term query[] = {item->formula, expansion_initial(b->x)};
  struct location at = expansion_at(b->x, item->point)->location;
  double before = run_asks(&b->run, at);
  enum answer answer = bself_ask(b, solver, 2, query);
  run_answered(&b->run, at, before);
  return answer;
}

// Lines 6 and 7 of algorithm 3. What is not answered soon is asked again at the end, and before that as long as such
// questions take a small part of the time. False: the search has ended.
static bool check_entry(struct bself *b, struct search *s) {
  const struct item *item = &s->items.data[s->next];
  struct solver *solver = b->run.best_effort;
  enum answer answer = ask_entry(b, item, solver);
  if (s->nested && answer != ANSWER_UNSAT) {
    give_up(b, answer == ANSWER_SAT ? OUTCOME_INCORRECT : OUTCOME_UNKNOWN);
    return false;
  }
  double began = clock_cpu();
  if (answer == ANSWER_UNKNOWN && b->seconds_entry <= ENTRY_SHARE * (b->seconds_searching + b->seconds_folding)) {
    answer = ask_entry(b, item, solver = b->run.solver);
    b->seconds_entry += clock_cpu() - began;
  }
  if (answer == ANSWER_SAT) reach_entry(b, s, s->next, solver);
  else if (answer == ANSWER_UNKNOWN) vec_u32_push(&s->doubts, s->next);
  return true;
}

// What could not be answered before must be now, or TRUE cannot be claimed.
static void resolve_doubts(struct bself *b, struct search *s) {
  for (uint32_t i = 0; i < s->doubts.size && !b->run.found && !limits_stopped(b->run.limits); i++) {
    const struct item *item = &s->items.data[s->doubts.data[i]];
    enum answer answer = ask_entry(b, item, b->run.solver);
    if (answer == ANSWER_SAT) reach_entry(b, s, s->doubts.data[i], b->run.solver);
    if (answer == ANSWER_UNKNOWN)
      run_incomplete(&b->run, run_unanswered(&b->run), "", expansion_at(b->x, item->point)->location);
  }
}

// Were all its states searched before, at the same place? Its model says mostly that one was not.
static bool is_subsumed(struct bself *b, struct search *s, const struct item *item) {
  struct vec_term query = {0};
  bool may_be = !item->model; // by the model
  vec_term_push(&query, item->formula);
  vec_term_push(&query, bself_invariant(b, item->point));
  for (uint32_t i = s->next; i-- > 0 && query.size < 2 + SUBSUMING_MOST;) {
    const struct item *before = &s->items.data[i];
    if (!before->searched || !point_same(before->point, item->point) || term_none(before->exact)) continue;
    vec_term_push(&query, term_not(b->tm, before->exact));
    may_be = may_be || model_holds(item->model, before->exact);
  }
  bool subsumed = query.size > 2 && may_be && bself_excluded(b, query.size, query.data);
  vec_term_release(&query);
  return subsumed;
}

// Does an iteration of the loop, along any of its paths, lead into the item?
static bool can_unwind(struct bself *b, const struct family *f, const struct item *item) {
  struct goal goal = {.point = item->point, .formula = item->formula};
  struct map_u32 swept = {0};
  bool can = false;
  bself_sweep(b, 1, &goal, UNWIND_PASS, f->within, &swept);
  for (uint32_t i = 0; i < f->cuts.size && !can; i++) {
    struct term query[] = {bself_swept(b, &swept, f->cuts.data[i]), bself_invariant(b, f->cuts.data[i])};
    can = !bself_excluded(b, 2, query);
  }
  map_u32_release(&swept);
  return can;
}

// The family to fold at the item: where the loop can be unwound once more (the first optimisation of section 4.4).
static struct family *loop_to_fold(struct bself *b, struct search *s, const struct item *item) {
  uint32_t number = b->family_of[item->point.id];
  if (number == FAMILY_NONE) return NULL;
  struct family *f = b->families.data[number];
  if (!bself_adds(b, ADDITION_MERGING)) return can_unwind(b, f, item) ? f : NULL;
  for (uint32_t i = 0; i < s->children.size; i++)
    if (f->within[s->children.data[i].point.id] && possible(b, &s->children.data[i])) return f;
  return NULL;
}

// Where loops could not be folded some times one is folded again when the search has taken as long as folding has, so
// that errors that are far are found, too.
static bool is_patient(const struct bself *b, const struct search *s, const struct family *f) {
  bool failed = f->failures > PATIENT_FAILURES || b->failures > PATIENT_FAILURES_ALL;
  return bself_adds(b, ADDITION_TURNS) && !s->nested && failed && b->seconds_folding > b->seconds_searching;
}

// Does an error, or what must be known, wait at the entry? Then there is no use in folding.
static bool reaches_entry_now(struct bself *b, struct search *s) {
  for (uint32_t i = 0; i < s->children.size; i++) {
    struct item *child = &s->children.data[i];
    if (!point_same(child->point, b->x->entry)) continue;
    if (ask_entry(b, child, b->run.best_effort) == ANSWER_SAT) return true;
  }
  return false;
}

// The loop could not be folded (lines 10 to 12).
static void go_on_without(struct bself *b, struct search *s, struct family *f) {
  if (s->nested) {
    give_up(b, OUTCOME_UNKNOWN);
    return;
  }
  if (f) f->failures++, b->failures++;
  for (uint32_t i = 0; f && i < s->children.size; i++) add_to_set(&s->children.data[i].visited, f->number);
  push_children(b, s, s->items.data[s->next].depth + 1);
  s->next++;
}

static bool part_is_empty(struct bself *b, const struct item *item, struct term part) {
  struct term query[] = {part, bself_invariant(b, item->point)};
  if (item->model && model_holds(item->model, part) && model_holds(item->model, query[1])) return false;
  return bself_excluded(b, 2, query);
}

// Folds the loop for the next part of the item's error states, if there is one.
static void fold_next(struct bself *b, struct search *s) {
  const struct item *item = &s->items.data[s->next];
  struct family *f = b->families.data[b->family_of[item->point.id]];
  while (s->next_part < s->parts.size && !(s->failed && s->nested)) {
    struct term part = s->parts.data[s->next_part++];
    if (part_is_empty(b, item, part)) continue;
    s->folding = true;
    fold_begin(b, f, item->point, part, is_in_set(&item->visited, f->number));
    return;
  }
  if (s->failed) {
    go_on_without(b, s, f);
    return;
  }
  release_children(s);
  finish_item(s);
}

static void process_item(struct bself *b, struct search *s) {
  if (s->plain && (s->next >= PLAIN_ITEMS || b->seconds_searching > PLAIN_SECONDS)) {
    give_up(b, OUTCOME_UNKNOWN);
    return;
  }
  b->statistics->items++;
  run_progress(&b->run, s->items.data[s->next].depth);
  run_note(&b->run, expansion_at(b->x, s->items.data[s->next].point)->location, 1);
  struct item *item = &s->items.data[s->next];
  bool at_entry = point_same(item->point, b->x->entry), cut = expansion_at(b->x, item->point)->cut;
  // Where TRUE is impossible, only errors are of interest.
  bool idle = !s->nested && b->run.incomplete != REASON_NONE && s->roots.data[item->root].kind != TARGET_ERROR;
  if (at_entry && !idle && !check_entry(b, s)) return;
  bool begins = !cut && (at_entry || bself_adds(b, ADDITION_MERGING)); // nothing comes before it
  if (idle || begins || !possible(b, item)) {
    finish_item(s);
    return;
  }
  if (bself_adds(b, ADDITION_SUBSUMPTION) && is_subsumed(b, s, item)) {
    b->statistics->subsumed_items++;
    s->subsumes = true;
    finish_item(s);
    return;
  }
  expand(b, s, s->next);
  item = &s->items.data[s->next];
  struct family *f = loop_to_fold(b, s, item);
  // An invariant is of no use after an error that was not reproduced, or where TRUE is impossible for another reason.
  bool useful = f && !s->plain && !f->busy && b->run.incomplete == REASON_NONE;
  bool wanted = useful && !is_patient(b, s, f) && !reaches_entry_now(b, s);
  if (wanted) {
    vec_term_clear(&s->parts);
    if (bself_adds(b, ADDITION_PARTS)) candidate_parts(b, item->formula, &s->parts);
    else vec_term_push(&s->parts, item->formula);
    s->next_part = 0;
    s->failed = false;
    fold_next(b, s);
  } else if (f) {
    go_on_without(b, s, NULL);
  } else { // the loop, if it is one, cannot be unwound: what comes before it is next
    push_children(b, s, item->depth + 1);
    s->next++;
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

// What was searched is excluded; the sets because of which others were dropped are part of the proof.
static void prove_items(struct bself *b, struct search *s) {
  for (uint32_t i = 0; i < s->items.size; i++) {
    struct item *item = &s->items.data[i];
    if (!item->searched || term_none(item->exact)) continue;
    bself_prove(b, item->point, term_not(b->tm, item->exact));
    if (b->k[item->point.id] < s->deepest) b->k[item->point.id] = s->deepest;
  }
}

static void conclude(struct bself *b, struct search *s) {
  if (s->plain && s->doubts.size) {
    give_up(b, OUTCOME_UNKNOWN);
    return;
  }
  resolve_doubts(b, s);
  if (s->subsumes && b->run.incomplete == REASON_NONE && !b->run.found) prove_items(b, s);
  bself_return(b, OUTCOME_CORRECT, s->deepest);
}

void search_step(struct bself *b, struct search *s) {
  if (s->folding) {
    s->folding = false;
    s->failed |= b->returned != OUTCOME_CORRECT;
    fold_next(b, s);
  } else if (s->next_root < s->roots.size) {
    begin_root(b, s);
  } else if (s->next < s->items.size) {
    process_item(b, s);
  } else {
    conclude(b, s);
  }
}
