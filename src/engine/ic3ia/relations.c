// Relations between places, and questions to their solvers. See ic3ia.h.
#include "engine/ic3ia/ic3ia.h"
#include <stdlib.h>

#define QUERY_EFFORT 2048 // in steps, of a question

// --- the program as relations ----------------------------------------------------------------------------------------

struct making {
  struct ic3ia *e;
  struct forward forward;
  struct relation bad;
};

static void on_hit(void *context, uint32_t target, const struct symbolic *s) {
  struct making *m = context;
  struct symbolic at;
  if (!forward_meet(&m->forward, target, s, &at)) return;
  vec_hit_push(&m->bad.hits, (struct hit){.target = target, .path = at.path, .origin = at.origin});
  map_u32_release(&at.store);
}

static int by_id(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return x < y ? -1 : x > y;
}

// Takes the state over.
static void add_relation(struct ic3ia *e, uint32_t from, uint32_t to, struct symbolic *s) {
  struct relation r = {.from = from, .to = to, .path = s->path, .origin = s->origin};
  r.end = substitution_new(e->run.tm);
  for (uint32_t i = 0; i < s->store.capacity; i++)
    if (s->store.cells[i].key != MAP_EMPTY) vec_term_push(&r.variables, (struct term){(uint32_t)s->store.cells[i].key});
  if (r.variables.size) qsort(r.variables.data, r.variables.size, sizeof *r.variables.data, by_id);
  for (uint32_t i = 0; i < r.variables.size; i++) {
    struct term value = {*map_u32_find(&s->store, r.variables.data[i].id)};
    vec_term_push(&r.values, value);
    substitution_set(r.end, r.variables.data[i], value);
  }
  map_u32_release(&s->store);
  vec_u32_push(&e->places[from].out, e->relations.size);
  vec_u32_push(&e->places[to].in, e->relations.size);
  vec_relation_push(&e->relations, r);
}

static bool make_from(struct ic3ia *e, uint32_t from) {
  struct expansion *x = e->x;
  struct making m = {.e = e, .bad = {.from = from, .to = PLACE_NONE}};
  struct symbolic first = {0};
  if (from == PLACE_ENTRY) forward_at_entry(x, &first);
  if (from == PLACE_ENTRY && expansion_at(x, x->entry)->cut) { // the segment before the first cut point is empty
    uint32_t to = 1;
    while (!point_same(e->places[to].point, x->entry)) to++;
    add_relation(e, from, to, &first);
    return true;
  }
  forward_init(&m.forward, x);
  m.forward.origins = &e->origins;
  m.forward.counted = true;
  m.forward.hit = on_hit;
  m.forward.context = &m;
  forward_from(&m.forward, from == PLACE_ENTRY ? x->entry : e->places[from].point, &first);
  symbolic_release(&first);
  bool good = forward_run(&m.forward);
  for (uint32_t to = 1; to < e->n_places && good; to++) {
    struct vec_symbolic states = forward_take(&m.forward, e->places[to].point);
    for (uint32_t i = 0; i < states.size; i++) add_relation(e, from, to, &states.data[i]);
    vec_symbolic_release(&states);
  }
  forward_release(&m.forward);
  e->places[from].bad = PLACE_NONE;
  if (m.bad.hits.size) {
    e->places[from].bad = e->relations.size;
    vec_relation_push(&e->relations, m.bad);
  }
  return good;
}

bool ic3ia_relations_make(struct ic3ia *e) {
  for (uint32_t i = 0; i < e->n_places; i++) e->places[i].bad = PLACE_NONE;
  for (uint32_t i = 0; i < e->n_places; i++)
    if (!make_from(e, i)) return false;
  return true;
}

void ic3ia_relations_release(struct ic3ia *e) {
  for (uint32_t i = 0; i < e->relations.size; i++) {
    struct relation *r = &e->relations.data[i];
    vec_term_release(&r->path);
    vec_term_release(&r->variables);
    vec_term_release(&r->values);
    if (r->end) substitution_free(r->end);
    for (uint32_t k = 0; k < r->hits.size; k++) vec_term_release(&r->hits.data[k].path);
    vec_hit_release(&r->hits);
    incremental_free(r->solver);
    vec_int_release(&r->before);
    vec_int_release(&r->after);
    vec_int_release(&r->frames);
  }
  vec_relation_release(&e->relations);
  arena_release(&e->origins);
}

// --- the solver of a relation ----------------------------------------------------------------------------------------

static void make_solver(struct ic3ia *e, struct relation *r) {
  struct terms *tm = e->run.tm;
  r->solver = incremental_new(tm, e->run.limits, e->run.stats);
  // What has no circuit is left out: the relation is wider then.
  for (uint32_t i = 0; i < r->path.size; i++) incremental_assert(r->solver, r->path.data[i]);
  const struct vec_term *invariants = &e->places[r->from].invariants;
  for (uint32_t i = 0; i < invariants->size; i++) incremental_assert(r->solver, invariants->data[i]);
  for (uint32_t i = 0; i < r->hits.size; i++) {
    struct hit *hit = &r->hits.data[i];
    hit->literal = incremental_literal(r->solver, term_and_n(tm, hit->path.size, hit->path.data));
    if (!hit->literal) hit->literal = incremental_variable(r->solver); // it may happen
  }
}

// A frame is implied by the ones before it, so that one literal switches on all that hold there.
static void make_frames(struct ic3ia *e, struct relation *r) {
  while (r->frames.size < e->frames + 1) {
    vec_int_push(&r->frames, incremental_variable(r->solver));
    uint32_t n = r->frames.size;
    if (n > 1) incremental_clause(r->solver, 2, (int[]){-r->frames.data[n - 2], r->frames.data[n - 1]});
  }
}

static int literal_at(const struct vec_int *literals, int literal) {
  int known = literals->data[abs(literal) - 1];
  return literal < 0 ? -known : known;
}

// Clauses that came since the last question.
static void make_clauses(struct ic3ia *e, struct relation *r) {
  const struct place *from = &e->places[r->from];
  for (; r->cursor < from->events.size; r->cursor++) {
    const struct frame_event *event = &from->events.data[r->cursor];
    const struct vec_int *cube = &from->clauses.data[event->clause].cube;
    struct vec_int *clause = &e->question;
    bool complete = true;
    vec_int_clear(clause);
    vec_int_push(clause, -r->frames.data[event->level - 1]);
    for (uint32_t i = 0; i < cube->size && complete; i++) {
      int literal = literal_at(&r->before, cube->data[i]);
      complete = literal != 0;
      vec_int_push(clause, -literal);
    }
    if (complete) incremental_clause(r->solver, clause->size, clause->data);
  }
}

static void prepare(struct ic3ia *e, struct relation *r) {
  if (!r->solver) make_solver(e, r);
  const struct vec_term *before = &e->places[r->from].predicates;
  for (uint32_t i = r->before.size; i < before->size; i++)
    vec_int_push(&r->before, incremental_literal(r->solver, before->data[i]));
  const struct vec_term *after = r->to == PLACE_NONE ? NULL : &e->places[r->to].predicates;
  for (uint32_t i = r->after.size; after && i < after->size; i++)
    vec_int_push(&r->after, incremental_literal(r->solver, substitution_apply(r->end, after->data[i])));
  make_frames(e, r);
  make_clauses(e, r);
}

static enum answer ask(struct ic3ia *e, struct relation *r, uint32_t n_clause, const int *clause, uint32_t conflicts) {
  struct location at = expansion_at(e->x, r->from == PLACE_ENTRY ? e->x->entry : e->places[r->from].point)->location;
  e->run.stats->steps += QUERY_EFFORT;
  double before = run_asks(&e->run, at);
  enum answer answer =
      incremental_ask(r->solver, e->assumptions.size, e->assumptions.data, n_clause, clause, conflicts);
  run_answered(&e->run, at, before);
  return answer;
}

static void assume_frame(struct ic3ia *e, struct relation *r, uint32_t level) {
  vec_int_clear(&e->assumptions);
  if (level == 0) return; // the entry
  vec_int_push(&e->assumptions, r->frames.data[level - 1]);
  if (level > 1) vec_int_push(&e->assumptions, -r->frames.data[level - 2]);
}

static void assume_cube(struct ic3ia *e, const struct vec_int *literals, const struct vec_int *cube) {
  for (uint32_t i = 0; i < cube->size; i++) {
    int literal = literal_at(literals, cube->data[i]);
    if (literal) vec_int_push(&e->assumptions, literal);
  }
}

// The clause that a cube does not hold at the beginning. Empty: it cannot be said.
static void exclude_before(struct ic3ia *e, struct relation *r, const struct vec_int *cube) {
  vec_int_clear(&e->question);
  for (uint32_t i = 0; i < cube->size; i++) {
    int literal = literal_at(&r->before, cube->data[i]);
    if (!literal) {
      vec_int_clear(&e->question);
      return;
    }
    vec_int_push(&e->question, -literal);
  }
}

enum answer relation_ask(struct ic3ia *e, struct relation *r, uint32_t level, const struct vec_int *cube, bool own,
                         uint32_t conflicts) {
  prepare(e, r);
  assume_frame(e, r, level);
  assume_cube(e, &r->after, cube);
  vec_int_clear(&e->question);
  if (own) exclude_before(e, r, cube);
  return ask(e, r, e->question.size, e->question.data, conflicts);
}

static bool some_hit(struct ic3ia *e, struct relation *r) {
  vec_int_clear(&e->question);
  for (uint32_t i = 0; i < r->hits.size; i++)
    if (!r->hits.data[i].ignored) vec_int_push(&e->question, r->hits.data[i].literal);
  return e->question.size > 0;
}

enum answer relation_ask_targets(struct ic3ia *e, struct relation *r, uint32_t level) {
  prepare(e, r);
  assume_frame(e, r, level);
  return some_hit(e, r) ? ask(e, r, e->question.size, e->question.data, 0) : ANSWER_UNSAT;
}

void relation_core(struct ic3ia *e, struct relation *r, const struct vec_int *cube, struct vec_int *core) {
  (void)e;
  vec_int_clear(core);
  for (uint32_t i = 0; i < cube->size; i++) {
    int literal = literal_at(&r->after, cube->data[i]);
    if (literal && incremental_failed(r->solver, literal)) vec_int_push(core, cube->data[i]);
  }
}

static void read_cube(struct relation *r, const struct vec_int *literals, struct vec_int *cube) {
  vec_int_clear(cube);
  for (uint32_t i = 0; i < literals->size; i++)
    if (literals->data[i])
      vec_int_push(cube, incremental_value(r->solver, literals->data[i]) ? (int)i + 1 : -(int)i - 1);
}

void relation_cube(struct relation *r, struct vec_int *cube) { read_cube(r, &r->before, cube); }
void relation_cube_after(struct relation *r, struct vec_int *cube) { read_cube(r, &r->after, cube); }

struct model *relation_model(struct ic3ia *e, struct relation *r, const struct vec_int *from,
                             const struct vec_int *to) {
  prepare(e, r);
  vec_int_clear(&e->assumptions);
  if (from) assume_cube(e, &r->before, from);
  if (to) assume_cube(e, &r->after, to);
  vec_int_clear(&e->question);
  if (!to && !some_hit(e, r)) return NULL;
  if (ask(e, r, e->question.size, e->question.data, 0) != ANSWER_SAT) return NULL;
  return incremental_model(r->solver);
}
