// Conditions of the program around a loop head.
//
// A search over edges, breadth first, starts at the head and follows the function to its errors and ends, into
// functions it calls, and back into its callers. A place knows the way to it, so that an atom of a guard there can be
// taken back to the head by substitution: through updates, from parameters to arguments, from a caller's variable to
// the result. What a function called may have changed is not known; nor are inputs. Ways are the shortest ones: inner
// loops are passed without an iteration. All this is good enough for candidates.
#include "facts/candidates.h"
#include "facts/guards.h"
#include "facts/table.h"

enum {
  MAX_PLACES = 600,
  MAX_CALLS = 4,             // frames that the search enters or leaves
  MAX_SIZE = 40,             // of a predicate
  MAX_CHOICES = 3,           // conditions of the numbers in an atom
};

// --- the search -------------------------------------------------------------------------------------------

#define NO_CALL UINT32_MAX

enum move { MOVE_EDGE, MOVE_ENTER, MOVE_RETURN };

struct place {
  struct location location;
  uint32_t parent; // index of the place before it
  struct edge edge; // how it was reached; MOVE_RETURN: the call returned to
  enum move move;
  uint32_t call; // the place of the call whose callee this is in; NO_CALL: the head's function, or a caller
  uint32_t calls; // frames entered or left
};
VEC_TYPE(vec_place, struct place)

struct around {
  struct cfa *cfa;
  struct terms *tm;
  struct location head;
  uint32_t function;
  struct vec_place places;
  struct map_u32 seen; // call, location
  struct map_u32 live; // variable → is it live at the head?
  struct candidates *offers; // by rank
};

static void reach(struct around *a, struct place p) {
  uint64_t key = (uint64_t)p.call << 32 | p.location.id;
  if (a->places.size == MAX_PLACES || p.calls > MAX_CALLS || map_u32_find(&a->seen, key)) return;
  map_u32_put(&a->seen, key, 1);
  vec_place_push(&a->places, p);
}

// The callers of the head's function, and theirs. What follows a call that the search entered is searched from the
// call, without what the function did.
static void leave_function(struct around *a, uint32_t at, struct place p) {
  const struct cfa *cfa = a->cfa;
  for (uint32_t i = 0; p.call == NO_CALL && i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee == cfa_location(cfa, p.location)->function)
      reach(a, (struct place){cfa->edges.data[i].to, at, {i}, MOVE_RETURN, NO_CALL, p.calls + 1});
}

static void expand(struct around *a, uint32_t at) {
  struct place p = a->places.data[at];
  const struct cfa_location *loc = cfa_location(a->cfa, p.location);
  if (loc->kind == LOC_EXIT) leave_function(a, at, p);
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(a->cfa, loc->out.data[i]);
    if (e->callee != CFA_NONE)
      reach(a,
            (struct place){a->cfa->functions.data[e->callee].entry, at, loc->out.data[i], MOVE_ENTER, at, p.calls + 1});
    reach(a, (struct place){e->to, at, loc->out.data[i], MOVE_EDGE, p.call, p.calls});
  }
}

// --- the way back -----------------------------------------------------------------------------------------

static bool says_nothing_of(struct around *a, struct term t, uint32_t result) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(a->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(a->cfa, (struct term){ids[i]});
    if (var == CFA_NONE || var == result || a->cfa->vars.data[var].function == CFA_NONE) return false;
  }
  return true;
}

// t, said after the move, as said before it; none: it cannot be said.
static struct term before_move(struct around *a, const struct place *p, struct term t) {
  const struct cfa *cfa = a->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, p->edge);
  struct vec_term from = {0}, to = {0};
  if (p->move == MOVE_ENTER) {
    const struct vec_u32 *params = &cfa->functions.data[e->callee].params;
    for (uint32_t i = 0; i < params->size && i < e->args.size; i++) {
      vec_term_push(&from, cfa->vars.data[params->data[i]].term);
      vec_term_push(&to, e->args.data[i]);
    }
  } else if (p->move == MOVE_RETURN) {
    uint32_t result = cfa->functions.data[e->callee].result;
    if (e->result != CFA_NONE && result != CFA_NONE) {
      vec_term_push(&from, cfa->vars.data[e->result].term);
      vec_term_push(&to, cfa->vars.data[result].term);
    }
  } else if (e->callee != CFA_NONE) {
    return says_nothing_of(a, t, e->result) ? t : TERM_NONE;
  } else {
    for (uint32_t i = 0; i < e->updates.size; i++) {
      vec_term_push(&from, cfa->vars.data[e->updates.data[i].var].term);
      vec_term_push(&to, e->updates.data[i].value);
    }
  }
  t = term_substitute(a->tm, t, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return term_dag_size(a->tm, t) <= 2 * MAX_SIZE ? t : TERM_NONE;
}

static struct term back_to_head(struct around *a, uint32_t at, struct term t) {
  for (; at && !term_none(t); at = a->places.data[at].parent) t = before_move(a, &a->places.data[at], t);
  return t;
}

// Of the head's function: is there something to know about its value at the head?
static bool is_live(struct around *a, uint32_t var) {
  if (a->cfa->vars.data[var].function != a->function) return true;
  const uint32_t *known = map_u32_find(&a->live, var);
  if (known) return *known;
  bool live = facts_is_live(a->cfa, a->head, var);
  map_u32_put(&a->live, var, live);
  return live;
}

// Only about variables that every call string with the head has: its function's, main's and globals.
static bool is_sayable(struct around *a, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(a->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(a->cfa, (struct term){ids[i]});
    if (var == CFA_NONE) return false;
    uint32_t f = a->cfa->vars.data[var].function;
    if ((f != CFA_NONE && f != a->function && f != a->cfa->main) || !is_live(a, var)) return false;
  }
  return n > 0 && term_dag_size(a->tm, t) <= MAX_SIZE;
}

// As it stands, or as little back on the way to the head as it takes until it can be said there.
static struct term as_it_stands(struct around *a, uint32_t at, struct term t) {
  for (; at && !term_none(t) && !is_sayable(a, t); at = a->places.data[at].parent)
    t = before_move(a, &a->places.data[at], t);
  return t;
}

// --- candidates -----------------------------------------------------------------------------------

static bool is_unsigned_term(struct around *a, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(a->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(a->cfa, (struct term){ids[i]});
    if (var != CFA_NONE && !a->cfa->vars.data[var].is_unsigned) return false;
  }
  return true;
}

// A product, quotient or remainder of terms that are not constant: every query about it takes long.
static bool is_hard(struct terms *tm, struct term t) {
  return term_class(term_kind(tm, t)) == CLASS_BV_PRODUCT && !term_is_const(tm, term_child(tm, t, 0)) &&
         !term_is_const(tm, term_child(tm, t, 1));
}

// Neighbours of a comparison that are often invariants: x <= y of x < y, x <= y + 1 of x <= y, both sides of an
// equation.
static void offer_variants(struct around *a, struct candidates *o, struct term t) {
  struct terms *tm = a->tm;
  if (term_kind(tm, t) == TERM_NOT) t = term_child(tm, t, 0);
  if (term_arity(tm, t) != 2 || sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BV) return;
  struct term x = term_child(tm, t, 0), y = term_child(tm, t, 1), one = term_bv(tm, term_width(tm, x), 1);
  if (is_hard(tm, x) || is_hard(tm, y)) return;
  switch (term_kind(tm, t)) {
  case TERM_BV_SLT: candidates_add(o, term_sle(tm, x, y)); break;
  case TERM_BV_ULT: candidates_add(o, term_ule(tm, x, y)); break;
  case TERM_BV_SLE:
    candidates_add(o, term_sle(tm, x, term_add(tm, y, one))), candidates_add(o, term_slt(tm, x, y));
    break;
  case TERM_BV_ULE:
    candidates_add(o, term_ule(tm, x, term_add(tm, y, one))), candidates_add(o, term_ult(tm, x, y));
    break;
  case TERM_EQ:
    if (is_unsigned_term(a, t)) candidates_add(o, term_ule(tm, x, y)), candidates_add(o, term_ule(tm, y, x));
    else candidates_add(o, term_sle(tm, x, y)), candidates_add(o, term_sle(tm, y, x));
    break;
  default: break;
  }
}

// Is it the check that a pointer is not null? There are many, and they seldom matter.
static bool is_check(struct terms *tm, struct term t) {
  uint64_t low;
  return term_kind(tm, t) == TERM_BV_ULT && term_value64(tm, term_child(tm, t, 0), &low) && low == 0xfff;
}

// An atom about numbers that depend on conditions, as edges that were merged have them: what it says on each way, and
// the conditions.
static void offer_choices(struct around *a, enum rank rank, struct term atom) {
  struct vec_term conditions = {0};
  facts_conditions(a->tm, atom, &conditions);
  uint32_t n = conditions.size;
  struct term values[MAX_CHOICES];
  for (uint32_t mask = 0; n && n <= MAX_CHOICES && mask < 1u << n; mask++) {
    for (uint32_t i = 0; i < n; i++) values[i] = term_bool(a->tm, mask >> i & 1);
    struct term t = term_substitute(a->tm, atom, n, conditions.data, values);
    if (is_sayable(a, t)) candidates_add(&a->offers[rank == RANK_ASSERTION ? RANK_VARIANT : rank], t);
  }
  for (uint32_t i = 0; i < n && n <= MAX_CHOICES; i++)
    if (is_sayable(a, conditions.data[i])) candidates_add(&a->offers[RANK_AFTER], conditions.data[i]);
  vec_term_release(&conditions);
}

// A formula at the head: its atoms; as a whole, too, if it has become a choice.
static void offer_atoms(struct around *a, enum rank rank, struct term t) {
  struct vec_term parts = {0};
  struct candidates *o = &a->offers[rank];
  facts_atoms(a->tm, t, &parts);
  if (parts.size > 1 && is_sayable(a, t)) candidates_add(o, t);
  for (uint32_t k = 0; k < parts.size; k++) {
    if (is_sayable(a, parts.data[k])) candidates_add(o, parts.data[k]);
    offer_choices(a, rank, parts.data[k]);
  }
  vec_term_release(&parts);
}

// An atom that stands for a formula further back, as the parameter of an assertion does: the atoms of that, each taken
// back by itself. Together they may say nothing at the head, if the shortest way is none that is taken.
static void offer_meaning(struct around *a, uint32_t at, struct term t, enum rank rank) {
  struct vec_term atoms = {0};
  for (; at && !term_none(t) && facts_is_atom(a->tm, t); at = a->places.data[at].parent) {
    t = before_move(a, &a->places.data[at], t);
    if (!term_none(t) && term_kind(a->tm, t) == TERM_NOT) t = term_child(a->tm, t, 0);
  }
  if (at && !term_none(t)) facts_atoms(a->tm, t, &atoms);
  for (uint32_t i = 0; i < atoms.size; i++) {
    struct term back = back_to_head(a, at, atoms.data[i]);
    if (!term_none(back)) offer_atoms(a, rank, back);
  }
  vec_term_release(&atoms);
}

// A guard at a place: its atoms taken back to the head, and as they stand.
static void offer_guard(struct around *a, uint32_t at, struct term guard, enum rank rank) {
  struct vec_term atoms = {0};
  facts_atoms(a->tm, guard, &atoms);
  for (uint32_t i = 0; i < atoms.size; i++) {
    enum rank worth = is_check(a->tm, atoms.data[i]) ? RANK_CHECK : rank;
    struct term back = back_to_head(a, at, atoms.data[i]), stands = as_it_stands(a, at, atoms.data[i]);
    if (!term_none(back)) offer_atoms(a, worth, back);
    if (!term_none(stands)) offer_atoms(a, worth, stands);
    offer_meaning(a, at, atoms.data[i], worth);
  }
  vec_term_release(&atoms);
}

static void add_variants(struct around *a, enum rank from, enum rank to) {
  for (uint32_t i = 0, n = a->offers[from].list.size; i < n; i++)
    offer_variants(a, &a->offers[to], a->offers[from].list.data[i]);
}

// An edge of the loop that stands for several branches (large-block encoding) chooses between values by what were their
// guards. Where there are many, as in a state machine, they would crowd out others.
static void offer_chosen(struct around *a, uint32_t at, const struct cfa_edge *e) {
  struct vec_term conditions = {0};
  for (uint32_t i = 0; i < e->updates.size; i++) facts_conditions(a->tm, e->updates.data[i].value, &conditions);
  for (uint32_t i = 0; i < conditions.size && conditions.size <= MAX_CHOICES; i++)
    offer_guard(a, at, conditions.data[i], RANK_INSIDE);
  vec_term_release(&conditions);
}

static void offer_place(struct around *a, uint32_t at) {
  struct place p = a->places.data[at];
  const struct cfa_location *loc = cfa_location(a->cfa, p.location);
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(a->cfa, loc->out.data[i]);
    bool inside = loc->function == a->function && cfa_in_loop(a->cfa, p.location, a->head);
    enum rank rank = cfa_location(a->cfa, e->to)->kind == LOC_ERROR ? RANK_ASSERTION
                     : location_same(p.location, a->head)           ? RANK_LOOP
                     : inside                                       ? RANK_INSIDE
                                                                    : RANK_AFTER;
    offer_guard(a, at, e->guard, rank);
    if (inside) offer_chosen(a, at, e);
  }
}

// The edge's guard, about the variables that have the inputs after it.
static struct term about_variables(struct around *a, const struct cfa_edge *e) {
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < e->inputs.size; i++)
    for (uint32_t k = 0; k < e->updates.size; k++) {
      if (!term_same(e->updates.data[k].value, e->inputs.data[i].term)) continue;
      vec_term_push(&from, e->inputs.data[i].term);
      vec_term_push(&to, a->cfa->vars.data[e->updates.data[k].var].term);
      break;
    }
  struct term t = term_substitute(a->tm, e->guard, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return t;
}

// Conditions on the way to the head: of assumptions, mostly. As they stand.
static void offer_before(struct around *a) {
  struct vec_location todo = {0};
  struct map_u32 seen = {0};
  struct vec_term atoms = {0};
  vec_location_push(&todo, a->head);
  map_u32_put(&seen, a->head.id, 1);
  for (uint32_t i = 0; i < todo.size && i < MAX_PLACES; i++) {
    const struct cfa_location *loc = cfa_location(a->cfa, todo.data[i]);
    for (uint32_t k = 0; k < loc->in.size; k++) {
      const struct cfa_edge *e = cfa_edge(a->cfa, loc->in.data[k]);
      if (cfa_in_loop(a->cfa, e->from, a->head) || map_u32_find(&seen, e->from.id)) continue;
      map_u32_put(&seen, e->from.id, 1);
      vec_location_push(&todo, e->from);
      facts_atoms(a->tm, about_variables(a, e), &atoms);
    }
  }
  for (uint32_t i = 0; i < atoms.size; i++)
    if (is_sayable(a, atoms.data[i])) candidates_add(&a->offers[RANK_BEFORE], atoms.data[i]);
  vec_location_release(&todo);
  map_u32_release(&seen);
  vec_term_release(&atoms);
}

struct guards *facts_guards(struct facts *f, struct location head) {
  struct record *r = facts_record(f, head);
  if (r->guards) return r->guards;
  r->guards = mem_zalloc(1, sizeof *r->guards);
  for (uint32_t i = 0; i < RANK_COUNT; i++) r->guards->ranks[i].tm = f->tm;
  r->guards->phases.tm = f->tm;
  struct around a = {.cfa = f->cfa,
                     .tm = f->tm,
                     .head = head,
                     .function = cfa_location(f->cfa, head)->function,
                     .offers = r->guards->ranks};
  reach(&a, (struct place){head, 0, EDGE_NONE, MOVE_EDGE, NO_CALL, 0});
  for (uint32_t i = 0; i < a.places.size; i++) expand(&a, i);
  for (uint32_t i = 0; i < a.places.size; i++) offer_place(&a, i);
  offer_before(&a);
  add_variants(&a, RANK_LOOP, RANK_LOOP);
  add_variants(&a, RANK_ASSERTION, RANK_VARIANT);
  phases_find(f, head, &a.offers[RANK_BEFORE], &r->guards->phases);
  distances_find(f, head, &r->guards->phases);
  vec_place_release(&a.places);
  map_u32_release(&a.seen);
  map_u32_release(&a.live);
  return r->guards;
}

void guards_free(struct guards *g) {
  for (uint32_t i = 0; i < RANK_COUNT; i++) candidates_release(&g->ranks[i]);
  candidates_release(&g->phases);
  mem_free(g);
}

static void append(const struct candidates *from, uint32_t size, struct candidates *out) {
  for (uint32_t i = 0; i < from->list.size && out->list.size < size; i++) candidates_add(out, from->list.data[i]);
}

void guards_append(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  const struct guards *g = facts_guards(f, head);
  struct candidates all = {.tm = f->tm};
  for (uint32_t i = 0; i < out->size; i++) candidates_add(&all, out->data[i]);
  uint32_t first = all.list.size;
  for (uint32_t r = 0; r < RANK_COUNT; r++) {
    if (sources & SOURCE_GUARDS) append(&g->ranks[r], first + most, &all);
    if (r == RANK_VARIANT && sources & SOURCE_PHASES) append(&g->phases, first + most, &all);
  }
  for (uint32_t i = first; i < all.list.size; i++) vec_term_push(out, all.list.data[i]);
  candidates_release(&all);
}

void source_guards(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  guards_append(f, head, sources & (SOURCE_GUARDS | SOURCE_PHASES), most, out);
}

// Among the conditions of the program they have their rank: there is nothing left to say if these were asked for.
void source_phases(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  if (!(sources & SOURCE_GUARDS)) guards_append(f, head, SOURCE_PHASES, most, out);
}
