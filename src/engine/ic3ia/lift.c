// Cubes of predecessors with fewer literals: lifting.
//
// After SAT a relation leads from a state into a cube, or into a target. Not all of the state matters for that: of a
// disjunction one true part is enough, of a choice the part that is taken. The variables that are left are the relevant
// ones; a state that agrees with the model on them leads there as well. Predicates that have no relevant variable, nor
// share one with a predicate that has, are left out of the cube: in a state with other values of them the relevant
// variables can still be as in the model.
#include "engine/ic3ia/ic3ia.h"
#include <stdlib.h>

struct lifting {
  struct terms *tm;
  struct model *model;
  struct map_u32 seen, relevant; // terms; variables
  struct vec_u32 waiting;
};

static void lifting_release(struct lifting *l) {
  map_u32_release(&l->seen);
  map_u32_release(&l->relevant);
  vec_u32_release(&l->waiting);
  model_unref(l->model);
}

static void add_term(struct lifting *l, struct term t) {
  if (map_u32_find(&l->seen, t.id)) return;
  map_u32_put(&l->seen, t.id, 1);
  vec_u32_push(&l->waiting, t.id);
}

// The child that decides a conjunction that is false, or a disjunction that is true; false: there is none.
static bool add_deciding(struct lifting *l, struct term t, bool value) {
  for (uint32_t i = 0; i < term_arity(l->tm, t); i++) {
    struct term child = term_child(l->tm, t, i);
    if (model_holds(l->model, child) != value) continue;
    add_term(l, child);
    return true;
  }
  return false;
}

static void add_below(struct lifting *l, struct term t) {
  enum term_kind kind = term_kind(l->tm, t);
  if (kind == TERM_VAR) map_u32_put(&l->relevant, t.id, 1);
  if (kind == TERM_AND && add_deciding(l, t, false)) return;
  if (kind == TERM_OR && add_deciding(l, t, true)) return;
  if (kind == TERM_ITE) {
    struct term condition = term_child(l->tm, t, 0);
    add_term(l, condition);
    add_term(l, term_child(l->tm, t, model_holds(l->model, condition) ? 1 : 2));
    return;
  }
  for (uint32_t i = 0; i < term_arity(l->tm, t); i++) add_term(l, term_child(l->tm, t, i));
}

// False: the model is not one of the formula, as not all of it has a circuit.
static bool add_formula(struct lifting *l, struct term formula) {
  if (!model_holds(l->model, formula)) return false;
  add_term(l, formula);
  return true;
}

static bool add_formulas(struct lifting *l, const struct vec_term *formulas) {
  for (uint32_t i = 0; i < formulas->size; i++)
    if (!add_formula(l, formulas->data[i])) return false;
  return true;
}

// Where it leads to: the cube at the end, or one of the targets.
static bool add_end(struct ic3ia *e, struct lifting *l, const struct relation *r, const struct vec_int *to) {
  for (uint32_t i = 0; to && i < to->size; i++) {
    int literal = to->data[i];
    struct term predicate = substitution_apply(r->end, e->places[r->to].predicates.data[abs(literal) - 1]);
    if (!add_formula(l, literal < 0 ? term_not(l->tm, predicate) : predicate)) return false;
  }
  for (uint32_t i = 0; !to && i < r->hits.size; i++)
    if (!r->hits.data[i].ignored && add_formulas(l, &r->hits.data[i].path)) return true;
  return to != NULL;
}

static bool is_relevant(struct lifting *l, struct term formula) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_u32_find(&l->relevant, vars[i])) return true;
  return false;
}

// Keeps the literals of predicates with relevant variables, whose variables are relevant, too.
static void keep_relevant(struct lifting *l, const struct vec_term *predicates, struct vec_int *cube) {
  unsigned char *kept = mem_zalloc(cube->size + 1, 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < cube->size; i++) {
      struct term predicate = predicates->data[abs(cube->data[i]) - 1];
      if (kept[i] || !is_relevant(l, predicate)) continue;
      uint32_t n;
      const uint32_t *vars = term_free_vars(l->tm, predicate, &n);
      for (uint32_t k = 0; k < n; k++) map_u32_put(&l->relevant, vars[k], 1);
      kept[i] = 1;
      changed = true;
    }
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < cube->size; i++)
    if (kept[i]) cube->data[n++] = cube->data[i];
  cube->size = n;
  mem_free(kept);
}

void ic3ia_lift(struct ic3ia *e, struct relation *r, const struct vec_int *to, struct vec_int *cube) {
  uint32_t before = cube->size;
  if (before < 2) return;
  struct lifting l = {.tm = e->run.tm, .model = incremental_model(r->solver)};
  if (add_formulas(&l, &r->path) && add_end(e, &l, r, to)) {
    while (l.waiting.size) add_below(&l, (struct term){vec_u32_pop(&l.waiting)});
    keep_relevant(&l, &e->places[r->from].predicates, cube);
    e->statistics->lifted += before - cube->size;
  }
  lifting_release(&l);
}
