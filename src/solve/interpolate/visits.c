// One formula for all visits of a place.
//
// A path that goes through a loop has cuts at the same place again and again. What holds at each of them because every
// iteration keeps it is what a proof of the loop needs, while interpolants of the single cuts tend to count the
// iterations. So here the whole path is looked at, not its core, which may be that it leaves the loop too early: of the
// candidates (relations.h) at each place, Houdini leaves those that every part of the path keeps, given the candidates
// at the place where the part begins; concrete states refute most of them before the solver is asked. If what is left
// does not keep the last part from running, something may hold in one case only: then a second attempt has candidates
// "literal of a guard or candidate" too. What is enough is made small: what the last part needs, what is needed to keep
// that, and so on.
#include "solve/solver.h"
#include "solve/interpolate/houdini.h"
#include "solve/interpolate/relations.h"

enum {
  MAX_VALUES = 8,
  MAX_PARTS = 24, // different ones
  MAX_QUESTIONS = 120, // for each attempt
  MAX_LITERALS = 12,
  MAX_CASES = 1200, // at one place
  MAX_STATES = 48, // seen in runs
};

// Steps from one cut to the next. Parts that do the same between the same places are looked at once.
struct part {
  uint32_t from, to; // places; the beginning and the end of the path are n_places
  struct segment *segment;
};
VEC_TYPE(vec_part, struct part)

struct place {
  struct vec_term live; // variables that matter at some visit
  struct vec_term offered; // all candidates there were
  struct vec_term holds; // those that were not broken
  struct vec_term kept; // those that are needed
};

struct visits {
  struct interpolator *ip;
  struct problem p; // the whole path
  struct relations r;
  uint32_t n_places;
  uint32_t *place_of; // by cut
  struct place *places;
  struct vec_part parts;
  struct vec_term *live; // before each step
  struct vec_u32 order; // the program's variables, those that matter for the end first
  struct model *run; // of the longest beginning of the path that can be run
  uint32_t passed; // cuts in it
  struct vec_ptr states; // models of the variables, as runs of the parts reach places
  struct vec_u32 state_places;
};

// --- the path ----------------------------------------------------------------------------------------

// Numbers the places; false if none is visited twice.
static bool number_places(struct visits *v, const uint32_t *given) {
  struct map_u32 known = {0};
  for (uint32_t k = 0; k < v->p.n_cuts; k++) {
    uint32_t *at = map_u32_find(&known, given[k]);
    if (!at) map_u32_put(&known, given[k], v->n_places);
    v->place_of[k] = at ? *at : v->n_places++;
  }
  map_u32_release(&known);
  return v->n_places < v->p.n_cuts;
}

static bool same_step(const struct step *a, const struct step *b) {
  if (!term_same(a->guard, b->guard) || a->n_updates != b->n_updates || a->n_inputs != b->n_inputs) return false;
  return (!a->n_updates || !memcmp(a->updates, b->updates, a->n_updates * sizeof *a->updates)) &&
         (!a->n_inputs || !memcmp(a->inputs, b->inputs, a->n_inputs * sizeof *a->inputs));
}

static bool same_part(const struct visits *v, const struct part *a, const struct part *b) {
  uint32_t n = a->segment->last - a->segment->first;
  if (a->from != b->from || a->to != b->to || n != b->segment->last - b->segment->first) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!same_step(&v->p.steps[a->segment->first + i], &v->p.steps[b->segment->first + i])) return false;
  return true;
}

static bool find_parts(struct visits *v) {
  const struct problem *p = &v->p;
  for (uint32_t k = 0; k <= p->n_cuts; k++) {
    uint32_t first = k ? p->cuts[k - 1] : 0, last = k < p->n_cuts ? p->cuts[k] : p->n_steps;
    struct segment between = {.first = first, .last = last};
    struct part part = {k ? v->place_of[k - 1] : v->n_places, k < p->n_cuts ? v->place_of[k] : v->n_places, &between};
    bool known = false;
    for (uint32_t i = 0; i < v->parts.size && !known; i++) known = same_part(v, &part, &v->parts.data[i]);
    if (known) continue;
    if (v->parts.size == MAX_PARTS) return false;
    part.segment = interpolator_segment(v->ip, p, first, last);
    vec_part_push(&v->parts, part);
  }
  return true;
}

static bool is_input(const struct step *s, uint32_t id) {
  for (uint32_t i = 0; i < s->n_inputs; i++)
    if (s->inputs[i].id == id) return true;
  return false;
}

static void order_vars(struct visits *v, const struct step *s, struct term t, struct map_u32 *seen) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(v->ip->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (is_input(s, ids[i]) || map_u32_find(seen, ids[i])) continue;
    map_u32_put(seen, ids[i], 1);
    vec_u32_push(&v->order, ids[i]);
  }
}

// From the guards at the end, over what their variables get their values from, to the other guards.
static void order_variables(struct visits *v) {
  const struct problem *p = &v->p;
  struct map_u32 seen = {0};
  uint32_t done = 0, guard = p->n_steps;
  while (guard > 0 || done < v->order.size) {
    for (; done < v->order.size; done++)
      for (uint32_t i = p->n_steps; i-- > 0;)
        for (uint32_t k = 0; k < p->steps[i].n_updates; k++)
          if (p->steps[i].updates[k].var.id == v->order.data[done])
            order_vars(v, &p->steps[i], p->steps[i].updates[k].value, &seen);
    if (guard > 0) guard--, order_vars(v, &p->steps[guard], p->steps[guard].guard, &seen);
  }
  map_u32_release(&seen);
}

static void find_variables(struct visits *v) {
  const struct problem *p = &v->p;
  v->live = mem_zalloc(p->n_steps + 1, sizeof *v->live);
  path_live(v->ip, p->n_steps, p->steps, v->live);
  order_variables(v);
  for (uint32_t i = 0; i < v->order.size; i++)
    for (uint32_t k = 0; k < p->n_cuts; k++) {
      struct place *place = &v->places[v->place_of[k]];
      if (terms_have(&v->live[p->cuts[k]], v->order.data[i]) && !terms_have(&place->live, v->order.data[i]))
        vec_term_push(&place->live, (struct term){v->order.data[i]});
    }
}

// --- candidates ----------------------------------------------------------------------------------------

static void scan_parts(struct visits *v) {
  struct map_u32 seen = {0};
  for (uint32_t i = v->parts.size; i-- > 0;) {
    struct segment *g = v->parts.data[i].segment;
    for (uint32_t k = 0; k < g->guards.size; k++) relations_scan(&v->r, g->guards.data[k], 0, true, &seen);
    for (uint32_t s = g->first; s < g->last; s++)
      for (uint32_t k = 0; k < v->p.steps[s].n_updates; k++)
        relations_scan(&v->r, substitution_apply(g->end, v->p.steps[s].updates[k].var), 0, false, &seen);
  }
  map_u32_release(&seen);
}

static void find_run(struct visits *v) {
  uint32_t low = 0, high = v->p.n_cuts + 1; // the first `low` cuts are passed, `high` are not
  while (low + 1 < high) {
    uint32_t middle = low + (high - low) / 2;
    struct segment *g = interpolator_segment(v->ip, &v->p, 0, v->p.cuts[middle - 1]);
    if (interpolator_try(v->ip, &g->guards, 0, NULL) == ANSWER_SAT) {
      low = middle;
      model_unref(v->run);
      v->run = solver_model(v->ip->solver);
    } else {
      high = middle;
    }
  }
  v->passed = low;
}

// The state after some steps that the model runs.
static void add_state(struct visits *v, struct model *model, struct segment *steps, uint32_t place) {
  struct model *state = model_new(v->ip->tm);
  for (uint32_t i = 0; i < v->order.size; i++) {
    struct term var = {v->order.data[i]};
    model_set(state, var, model_eval(model, substitution_apply(steps->end, var)));
  }
  vec_ptr_push(&v->states, state);
  vec_u32_push(&v->state_places, place);
}

// The states of the run, and of iterations after it in whatever order: candidates that they break need not be asked
// about.
static void find_states(struct visits *v) {
  for (uint32_t k = 0; k < v->passed && v->states.size < MAX_STATES / 2; k++)
    add_state(v, v->run, interpolator_segment(v->ip, &v->p, 0, v->p.cuts[k]), v->place_of[k]);
  for (uint32_t i = 0; i < v->states.size; i++)
    for (uint32_t k = 0; k < v->parts.size && v->states.size < MAX_STATES; k++) {
      const struct part *part = &v->parts.data[k];
      if (part->from != v->state_places.data[i] || part->to == v->n_places) continue;
      bool can = true;
      for (uint32_t g = 0; g < part->segment->guards.size && can; g++)
        can = model_holds(v->states.data[i], part->segment->guards.data[g]);
      if (can) add_state(v, v->states.data[i], part->segment, part->to);
    }
}

static void remove_broken(struct visits *v) {
  for (uint32_t i = 0; i < v->states.size; i++)
    houdini_refute(&v->places[v->state_places.data[i]].holds, v->states.data[i], NULL);
}

static void add_all(struct vec_term *to, const struct vec_term *from) {
  for (uint32_t i = 0; i < from->size; i++) vec_term_push(to, from->data[i]);
}

// A state at the place's first visit: of the run, or, where that does not come so far, of some run of the part before
// it.
static struct model *state_at(struct visits *v, uint32_t cut, struct segment **before) {
  const struct problem *p = &v->p;
  bool is_passed = cut < v->passed;
  *before = interpolator_segment(v->ip, p, is_passed || !cut ? 0 : p->cuts[cut - 1], p->cuts[cut]);
  if (is_passed) return model_ref(v->run);
  return interpolator_try(v->ip, &(*before)->guards, 0, NULL) == ANSWER_SAT ? solver_model(v->ip->solver) : NULL;
}

// Candidates at each place from its first visit.
static bool find_candidates(struct visits *v) {
  uint32_t found = 0; // places are numbered in the order of their first visits
  for (uint32_t k = 0; k < v->p.n_cuts; k++) {
    struct place *place = &v->places[v->place_of[k]];
    if (v->place_of[k] != found) continue;
    found++;
    struct segment *before;
    struct model *state = state_at(v, k, &before);
    if (!state) return false;
    relations_values(&v->r, &place->live);
    vec_term_clear(&v->r.samples);
    for (uint32_t i = 0; i < v->r.values.size; i++)
      vec_term_push(&v->r.samples, model_eval(state, substitution_apply(before->end, v->r.values.data[i])));
    relations_offer_all(&v->r, &place->live);
    add_all(&place->offered, &v->r.candidates);
    add_all(&place->holds, &v->r.candidates);
    model_unref(state);
  }
  remove_broken(v);
  return true;
}

// Of the best candidates those that did not hold, each where a literal of a guard is false.
static void add_cases(struct visits *v, struct place *place) {
  struct terms *tm = v->ip->tm;
  struct map_u32 holds = {0};
  struct vec_term literals = {0};
  uint32_t most = place->holds.size + MAX_CASES;
  for (uint32_t i = 0; i < place->holds.size; i++) map_u32_put(&holds, place->holds.data[i].id, 1);
  for (uint32_t i = 0; i < v->r.atoms.size && literals.size < MAX_LITERALS; i++) {
    if (!relations_over(&v->r, &place->live, v->r.atoms.data[i]) || terms_have(&literals, v->r.atoms.data[i].id))
      continue;
    vec_term_push(&literals, v->r.atoms.data[i]);
    vec_term_push(&literals, term_not(tm, v->r.atoms.data[i]));
  }
  v->r.class = CLASS_CARRIED;
  map_u32_clear(&v->r.seen);
  vec_term_clear(&v->r.candidates);
  for (uint32_t i = place->offered.size; i-- > 0;) {
    struct term t = place->offered.data[i];
    if (map_u32_find(&holds, t.id) || map_u32_get_or(&v->r.classes, t.id, CLASS_VALUE) > CLASS_EQUAL) continue;
    for (uint32_t k = 0; k < literals.size; k++) relations_offer(&v->r, term_or(tm, literals.data[k], t));
  }
  for (uint32_t i = 0; i < v->r.candidates.size && place->holds.size < most; i++)
    if (!map_u32_find(&holds, v->r.candidates.data[i].id)) vec_term_push(&place->holds, v->r.candidates.data[i]);
  vec_term_release(&literals);
  map_u32_release(&holds);
}

// --- what every part keeps -----------------------------------------------------------------------------

// Can the part be run from `from` (NULL: what it asks is in `out` already) so that not all of `to` hold after it? At
// the end of the path: at all.
static void question(struct visits *v, const struct part *part, const struct vec_term *from, const struct vec_term *to,
                     struct vec_term *out) {
  vec_term_clear(out);
  add_all(out, &part->segment->guards);
  if (from) add_all(out, from);
  if (part->to < v->n_places)
    vec_term_push(out, term_not(v->ip->tm, substitution_apply(part->segment->end, terms_conjunction(v->ip->tm, to))));
}

// Leaves those candidates that every part keeps.
static bool keep_inductive(struct visits *v) {
  struct vec_term **candidates = mem_alloc((v->n_places + 1) * sizeof *candidates);
  struct houdini_step *steps = mem_alloc((v->parts.size + 1) * sizeof *steps);
  struct houdini h = {.tm = v->ip->tm,
                      .candidates = candidates,
                      .steps = steps,
                      .ask = interpolator_try_model,
                      .context = v->ip,
                      .max_questions = MAX_QUESTIONS};
  for (uint32_t i = 0; i < v->n_places; i++) candidates[i] = &v->places[i].holds;
  for (uint32_t i = 0; i < v->parts.size; i++) {
    const struct part *part = &v->parts.data[i];
    if (part->to == v->n_places) continue;
    uint32_t from = part->from < v->n_places ? part->from : HOUDINI_OUTSIDE;
    steps[h.n_steps++] = (struct houdini_step){from, part->to, &part->segment->guards, part->segment->end};
  }
  bool good = houdini_run(&h);
  mem_free(candidates);
  mem_free(steps);
  return good;
}

// Do the candidates keep the last part from running?
static bool suffices(struct visits *v) {
  struct vec_term asked = {0};
  question(v, &v->parts.data[v->parts.size - 1], &v->places[v->place_of[v->p.n_cuts - 1]].holds, NULL, &asked);
  enum answer answer = interpolator_try(v->ip, &asked, 0, NULL);
  vec_term_release(&asked);
  return answer == ANSWER_UNSAT;
}

// --- what is needed ------------------------------------------------------------------------------------

// Adds to what is kept before the part what it needs so that what is kept after it holds. False: that was not found.
static bool keep_needed(struct visits *v, const struct part *part, bool *changed) {
  bool is_end = part->to == v->n_places, is_begin = part->from == v->n_places;
  struct vec_term fixed = {0}, core = {0};
  question(v, part, is_begin ? NULL : &v->places[part->from].kept, is_end ? NULL : &v->places[part->to].kept, &fixed);
  bool good = interpolator_try(v->ip, &fixed, 0, NULL) == ANSWER_UNSAT;
  if (!good && !is_begin) {
    struct place *before = &v->places[part->from];
    for (uint32_t class = 0; class < CLASS_COUNT && !good && !interpolator_stopped(v->ip); class ++)
      good = relations_core(&v->r, &fixed, &before->holds, (2u << class) - 1, &core);
    for (uint32_t i = 0; i < core.size && good; i++)
      if (!terms_have(&before->kept, core.data[i].id)) vec_term_push(&before->kept, core.data[i]);
    *changed = true;
  }
  vec_term_release(&fixed);
  vec_term_release(&core);
  return good;
}

static bool keep_all_needed(struct visits *v) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = v->parts.size; i-- > 0;)
      if (!keep_needed(v, &v->parts.data[i], &changed)) return false;
  }
  return true;
}

// Candidates alone, then in cases.
static bool find_enough(struct visits *v) {
  if (!find_candidates(v) || !keep_inductive(v)) return false;
  if (suffices(v)) return true;
  for (uint32_t i = 0; i < v->n_places; i++) add_cases(v, &v->places[i]);
  remove_broken(v);
  return keep_inductive(v) && suffices(v);
}

static void visits_release(struct visits *v) {
  interpolator_forget(v->ip);
  for (uint32_t i = 0; i < v->n_places; i++) {
    vec_term_release(&v->places[i].live);
    vec_term_release(&v->places[i].offered);
    vec_term_release(&v->places[i].holds);
    vec_term_release(&v->places[i].kept);
  }
  for (uint32_t i = 0; v->live && i <= v->p.n_steps; i++) vec_term_release(&v->live[i]);
  mem_free(v->live);
  mem_free(v->places);
  mem_free(v->place_of);
  vec_part_release(&v->parts);
  vec_u32_release(&v->order);
  relations_release(&v->r);
  model_unref(v->run);
  for (uint32_t i = 0; i < v->states.size; i++) model_unref(v->states.data[i]);
  vec_ptr_release(&v->states);
  vec_u32_release(&v->state_places);
}

// *passed: how many cuts a run reaches.
static bool solve_path(struct interpolator *ip, const struct problem *p, const uint32_t *places, uint32_t *passed,
                       struct term *out) {
  struct visits v = {.ip = ip,
                     .p = *p,
                     .r = {.ip = ip, .tm = ip->tm, .max_values = MAX_VALUES, .for_iterations = true}};
  v.place_of = mem_zalloc(p->n_cuts + 1, sizeof *v.place_of);
  v.places = mem_zalloc(p->n_cuts + 1, sizeof *v.places);
  interpolator_forget(ip);
  bool good = number_places(&v, places) && find_parts(&v);
  if (good) {
    find_variables(&v);
    scan_parts(&v);
    find_run(&v);
    find_states(&v);
    good = find_enough(&v) && keep_all_needed(&v);
  }
  *passed = v.passed;
  for (uint32_t k = 0; k < p->n_cuts && good; k++) out[k] = terms_conjunction(ip->tm, &v.places[v.place_of[k]].kept);
  visits_release(&v);
  return good;
}

bool provide_visits(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                    const uint32_t *cuts, const uint32_t *places, struct term *out) {
  struct problem p = {.n_steps = n_steps, .steps = steps, .n_cuts = n_cuts, .cuts = cuts};
  uint32_t passed;
  bool good = solve_path(ip, &p, places, &passed, out);
  if (good || !passed || passed == n_cuts || interpolator_stopped(ip)) return good;
  // Now only as far as it cannot be run.
  p.n_cuts = passed;
  p.n_steps = cuts[passed];
  good = solve_path(ip, &p, places, &passed, out);
  for (uint32_t k = p.n_cuts; k < n_cuts && good; k++) out[k] = term_false(ip->tm);
  return good;
}
