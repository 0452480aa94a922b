// What is folded as one loop, see bself.h.
#include "engine/bself/bself.h"
#include "term/walk.h"
#include <assert.h>

#define PLACE_WIDTH 16
#define PATHS_MOST 64 // counted
#define MERGED_MOST 3 // conditions counted in one path
#define PATHS_LISTED 8 // followed one by one, unless told otherwise

uint32_t family_number(const struct family *f, struct point cut) {
  for (uint32_t i = 0; i < f->cuts.size; i++)
    if (point_same(f->cuts.data[i], cut)) return i;
  assert(false);
  return 0;
}

struct term *family_formulas(struct bself *b, const struct family *f) {
  struct term *formulas = arena_alloc(&b->arena, f->cuts.size * sizeof *formulas);
  for (uint32_t i = 0; i < f->cuts.size; i++) formulas[i] = term_false(b->tm);
  return formulas;
}

struct term family_placed(struct bself *b, const struct family *f, uint32_t cut, struct term formula) {
  if (term_none(f->place)) return formula;
  return term_and(b->tm, term_eq(b->tm, f->place, term_bv(b->tm, PLACE_WIDTH, cut)), formula);
}

struct term family_at(struct bself *b, const struct family *f, uint32_t cut, struct term formula) {
  if (term_none(f->place)) return formula;
  struct term number = term_bv(b->tm, PLACE_WIDTH, cut);
  return term_substitute(b->tm, formula, 1, &f->place, &number);
}

struct term family_join(struct bself *b, const struct family *f, const struct term *formulas) {
  struct term joined = term_false(b->tm);
  for (uint32_t i = 0; i < f->cuts.size; i++) joined = term_or(b->tm, joined, family_placed(b, f, i, formulas[i]));
  return joined;
}

// --- which points ----------------------------------------------------------------------------------------------------

// Marks what paths from the point pass before the next cut point, within `within` (NULL: everywhere).
static void mark_ahead(const struct expansion *x, struct point p, const unsigned char *within, unsigned char *marks) {
  struct vec_point waiting = {0};
  vec_point_push(&waiting, p);
  marks[p.id] = 1;
  while (waiting.size) {
    const struct expanded_point *at = expansion_at(x, vec_point_pop(&waiting));
    for (uint32_t i = 0; i < at->out.size; i++) {
      struct point to = x->steps.data[at->out.data[i]].to;
      if (point_none(to) || marks[to.id] || expansion_at(x, to)->cut || (within && !within[to.id])) continue;
      marks[to.id] = 1;
      vec_point_push(&waiting, to);
    }
  }
  vec_point_release(&waiting);
}

static void find_entering(struct bself *b, struct family *f) {
  const struct expansion *x = b->x;
  f->entering = mem_zalloc(x->points.size + 1, 1);
  for (uint32_t i = 0; i < x->points.size; i++) f->entering[i] = !f->within[i];
  if (f->within[x->entry.id] && !expansion_at(x, x->entry)->cut) mark_ahead(x, x->entry, f->within, f->entering);
  for (uint32_t i = 0; i < x->steps.size; i++) {
    const struct expanded_step *s = &x->steps.data[i];
    if (point_none(s->to) || f->within[s->from.id] || !f->within[s->to.id] || expansion_at(x, s->to)->cut) continue;
    if (!f->entering[s->to.id]) mark_ahead(x, s->to, f->within, f->entering);
  }
}

// --- paths of the loop -----------------------------------------------------------------------------------------------

struct walk {
  struct bself *b;
  struct family *f;
  uint32_t from, most;
  struct vec_u32 steps;
};

// Depth first; between cut points there are no cycles, and the count is bounded.
static void list_paths(struct walk *w, struct point p) {
  const struct expanded_point *at = expansion_at(w->b->x, p);
  for (uint32_t i = 0; i < at->out.size && w->f->paths.size <= w->most; i++) {
    const struct expanded_step *s = &w->b->x->steps.data[at->out.data[i]];
    if (point_none(s->to) || !w->f->within[s->to.id] || !s->step->known) continue;
    vec_u32_push(&w->steps, at->out.data[i]);
    if (expansion_at(w->b->x, s->to)->cut) {
      struct loop_path path = {.from = w->from, .to = family_number(w->f, s->to)};
      for (uint32_t k = 0; k < w->steps.size; k++) vec_u32_push(&path.steps, w->steps.data[k]);
      vec_loop_path_push(&w->f->paths, path);
    } else if (w->steps.size < 1000) {
      list_paths(w, s->to);
    }
    vec_u32_pop(&w->steps);
  }
}

static void drop_paths(struct family *f) {
  for (uint32_t i = 0; i < f->paths.size; i++) vec_u32_release(&f->paths.data[i].steps);
  vec_loop_path_release(&f->paths);
}

// Paths that are merged in a step of the path: two for each condition of a choice.
static uint32_t merged_paths(struct bself *b, const struct loop_path *path) {
  struct map_u32 seen = {0};
  struct term_walk walk = {.tm = b->tm};
  for (uint32_t i = 0; i < path->steps.size; i++) {
    const struct step *s = &b->x->steps.data[path->steps.data[i]].step->step;
    term_walk_add(&walk, s->guard);
    for (uint32_t k = 0; k < s->n_updates; k++) term_walk_add(&walk, s->updates[k].value);
  }
  for (struct term t; term_walk_next(&walk, &t);)
    if (term_kind(b->tm, t) == TERM_ITE) map_u32_put(&seen, term_child(b->tm, t, 0).id, 1);
  uint32_t choices = seen.size;
  map_u32_release(&seen);
  term_walk_release(&walk);
  return 1u << (choices < MERGED_MOST ? choices : MERGED_MOST);
}

static void find_paths(struct bself *b, struct family *f) {
  struct walk w = {.b = b, .f = f, .most = PATHS_MOST};
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    w.from = i;
    list_paths(&w, f->cuts.data[i]);
  }
  vec_u32_release(&w.steps);
  for (uint32_t i = 0; i < f->paths.size && f->n_paths < PATHS_MOST; i++)
    f->n_paths += merged_paths(b, &f->paths.data[i]);
  bool listed = b->options.fold == FOLD_PATHS ? f->paths.size <= PATHS_MOST : f->paths.size <= PATHS_LISTED;
  if (b->options.fold == FOLD_MERGED || !listed) drop_paths(f);
}

// --- variables -------------------------------------------------------------------------------------------------------

static void add_variables(struct bself *b, struct family *f, struct map_u32 *seen, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term v = {vars[i]};
    struct context context;
    uint32_t var;
    if (map_u32_find(seen, v.id)) continue;
    map_u32_put(seen, v.id, 1);
    if (sort_kind(b->tm, term_sort(b->tm, v)) == SORT_BV && unfold_var_of(b->run.unfold, v, &context, &var))
      vec_term_push(&f->variables, v);
  }
}

// What its steps test comes before what they only compute.
static void find_variables(struct bself *b, struct family *f) {
  struct map_u32 seen = {0};
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < b->x->steps.size; i++) {
      const struct expanded_step *s = &b->x->steps.data[i];
      if (!f->within[s->from.id] || !s->step->known) continue;
      if (!pass) add_variables(b, f, &seen, s->step->step.guard);
      for (uint32_t k = 0; pass && k < s->step->step.n_updates; k++) {
        const struct step_update *u = &s->step->step.updates[k];
        if (sort_kind(b->tm, term_sort(b->tm, u->var)) == SORT_BV) add_variables(b, f, &seen, u->var);
      }
    }
  map_u32_release(&seen);
}

// --- all of them -----------------------------------------------------------------------------------------------------

static void complete_family(struct bself *b, struct family *f) {
  if (f->cuts.size > 1) f->place = term_fresh(b->tm, sort_bv(b->tm, PLACE_WIDTH), "place");
  find_entering(b, f);
  f->from = mem_zalloc(f->cuts.size + 1, sizeof *f->from);
  for (uint32_t i = 0; i < f->cuts.size; i++) {
    f->from[i] = mem_zalloc(b->x->points.size + 1, 1);
    mark_ahead(b->x, f->cuts.data[i], f->within, f->from[i]);
  }
  find_paths(b, f);
  find_variables(b, f);
}

static struct family *add_family(struct bself *b) {
  struct family *f = mem_zalloc(1, sizeof *f);
  f->number = b->families.size;
  f->within = mem_zalloc(b->x->points.size + 1, 1);
  b->families.data = mem_realloc(b->families.data, (b->families.size + 1) * sizeof *b->families.data);
  b->families.data[b->families.size++] = f;
  return f;
}

static void find_flat(struct bself *b) {
  for (uint32_t i = 0; i < b->x->components.size; i++) {
    const struct component *c = &b->x->components.data[i];
    struct family *f = add_family(b);
    for (uint32_t k = 0; k < c->points.size; k++) f->within[c->points.data[k].id] = 1;
    for (uint32_t k = 0; k < c->cuts.size; k++) {
      vec_point_push(&f->cuts, c->cuts.data[k]);
      b->family_of[c->cuts.data[k].id] = f->number;
    }
    complete_family(b, f);
  }
}

// A family for each head: its loop, with those inside.
static void find_inside(struct bself *b) {
  for (uint32_t i = 0; i < b->x->cuts.size; i++) {
    struct point head = b->x->cuts.data[i];
    uint32_t component = expansion_at(b->x, head)->component;
    if (component == COMPONENT_NONE) continue;
    struct family *f = add_family(b);
    b->family_of[head.id] = f->number;
    const struct vec_point *points = &b->x->components.data[component].points;
    for (uint32_t k = 0; k < points->size; k++) {
      if (!expansion_in_loop(b->x, points->data[k], head)) continue;
      f->within[points->data[k].id] = 1;
      if (expansion_at(b->x, points->data[k])->cut) vec_point_push(&f->cuts, points->data[k]);
    }
    complete_family(b, f);
  }
}

void families_find(struct bself *b) {
  b->family_of = mem_alloc((b->x->points.size + 1) * sizeof *b->family_of);
  for (uint32_t i = 0; i < b->x->points.size; i++) b->family_of[i] = FAMILY_NONE;
  if (b->options.nested == NESTED_FLATTEN) find_flat(b);
  else find_inside(b);
}

void families_release(struct bself *b) {
  for (uint32_t i = 0; i < b->families.size; i++) {
    struct family *f = b->families.data[i];
    for (uint32_t k = 0; k < f->cuts.size; k++) mem_free(f->from[k]);
    mem_free(f->from);
    mem_free(f->within);
    mem_free(f->entering);
    drop_paths(f);
    vec_point_release(&f->cuts);
    vec_term_release(&f->variables);
    vec_candidate_release(&f->known);
    mem_free(f);
  }
  mem_free(b->families.data);
  mem_free(b->family_of);
}
