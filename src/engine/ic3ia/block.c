// Proof obligations: cubes are blocked, or lead back to the entry. See ic3ia.h.
#include "engine/ic3ia/ic3ia.h"
#include <stdlib.h>

// --- clauses ---------------------------------------------------------------------------------------------------------

// Is every literal of the first in the second? Both ascend by predicate.
static bool is_part(const struct vec_int *part, const struct vec_int *cube) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < part->size; i++) {
    while (k < cube->size && abs(cube->data[k]) < abs(part->data[i])) k++;
    if (k == cube->size || cube->data[k] != part->data[i]) return false;
  }
  return true;
}

// The last frame with a clause that excludes the cube; 0: none.
static uint32_t excluded_up_to(const struct place *place, const struct vec_int *cube) {
  uint32_t level = 0;
  for (uint32_t i = 0; i < place->clauses.size; i++) {
    const struct clause *c = &place->clauses.data[i];
    if (c->level > level && is_part(&c->cube, cube)) level = c->level;
  }
  return level;
}

static void copy_cube(struct vec_int *to, const struct vec_int *from) {
  vec_int_clear(to);
  for (uint32_t i = 0; i < from->size; i++) vec_int_push(to, from->data[i]);
}

void block_raise(struct ic3ia *e, uint32_t place, uint32_t clause, uint32_t level) {
  struct place *p = &e->places[place];
  p->clauses.data[clause].level = level;
  vec_frame_event_push(&p->events, (struct frame_event){clause, level});
}

// The clause that excludes the cube is in the frame and all before.
static void block_learn(struct ic3ia *e, uint32_t place, uint32_t level, const struct vec_int *cube) {
  struct place *p = &e->places[place];
  // Clauses that the new one implies are of no use any more: level 0 is in no frame.
  for (uint32_t i = 0; i < p->clauses.size; i++) {
    struct clause *c = &p->clauses.data[i];
    if (c->level && c->level <= level && is_part(cube, &c->cube)) c->level = 0;
  }
  struct clause clause = {0};
  copy_cube(&clause.cube, cube);
  vec_clause_push(&p->clauses, clause);
  block_raise(e, place, p->clauses.size - 1, level);
  e->statistics->clauses++;
}

// --- questions -------------------------------------------------------------------------------------------------------

static struct vec_int *core_of(struct ic3ia *e, uint32_t number) {
  if (number >= e->n_cores) {
    uint32_t n = number + 8;
    e->cores = mem_realloc(e->cores, n * sizeof *e->cores);
    memset(e->cores + e->n_cores, 0, (n - e->n_cores) * sizeof *e->cores);
    e->n_cores = n;
  }
  return &e->cores[number];
}

// May the relation be taken from the frame at all? Before the first frame there is only the entry.
static bool is_possible(const struct relation *r, uint32_t level) { return r->from == PLACE_ENTRY || level > 0; }

// The clause of the cube's own negation is assumed where the relation begins at the place of the cube, and nowhere
// else: there, if the cube is reached later, it is reached from outside of it; at another place the same literals mean
// other states.
static enum answer ask(struct ic3ia *e, struct relation *r, uint32_t place, uint32_t level, const struct vec_int *cube,
                       bool own, uint32_t conflicts) {
  return relation_ask(e, r, r->from == PLACE_ENTRY ? 0 : level, cube, own && r->from == place, conflicts);
}

enum answer block_leads(struct ic3ia *e, uint32_t place, uint32_t level, const struct vec_int *cube, bool own,
                        uint32_t conflicts, uint32_t *relation) {
  const struct vec_u32 *in = &e->places[place].in;
  enum answer worst = ANSWER_UNSAT;
  for (uint32_t i = 0; i < in->size; i++) {
    struct relation *r = &e->relations.data[in->data[i]];
    struct vec_int *core = core_of(e, i);
    vec_int_clear(core);
    if (!is_possible(r, level)) continue;
    enum answer answer = ask(e, r, place, level, cube, own, conflicts);
    if (answer == ANSWER_UNSAT) relation_core(e, r, cube, core);
    if (answer != ANSWER_UNSAT) worst = answer;
    if (relation) *relation = in->data[i];
    if (answer != ANSWER_UNSAT) break;
  }
  return worst;
}

// --- generalisation --------------------------------------------------------------------------------------------------

static bool has(const struct vec_int *cube, int literal) {
  for (uint32_t i = 0; i < cube->size; i++)
    if (cube->data[i] == literal) return true;
  return false;
}

// The literals that some relation's conflict needs.
static void unite_cores(struct ic3ia *e, uint32_t n, struct vec_int *cube) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < cube->size; i++) {
    bool needed = false;
    for (uint32_t k = 0; k < n && !needed; k++) needed = has(&e->cores[k], cube->data[i]);
    if (needed) cube->data[kept++] = cube->data[i];
  }
  cube->size = kept;
}

// Can the literal be left out? Relations whose conflict does without it need not be asked: a smaller cube excludes more
// at their beginning. The cores are those of the smaller cube then.
static bool try_without(struct ic3ia *e, uint32_t place, uint32_t level, struct vec_int *cube, int literal) {
  const struct vec_u32 *in = &e->places[place].in;
  struct vec_int smaller = {0};
  for (uint32_t i = 0; i < cube->size; i++)
    if (cube->data[i] != literal) vec_int_push(&smaller, cube->data[i]);
  struct vec_int *cores = mem_zalloc(in->size + 1, sizeof *cores);
  bool good = true;
  for (uint32_t i = 0; i < in->size && good; i++) {
    struct relation *r = &e->relations.data[in->data[i]];
    if (!has(&e->cores[i], literal)) continue;
    good = ask(e, r, place, level, &smaller, true, few_conflicts(e)) == ANSWER_UNSAT;
    if (good) relation_core(e, r, &smaller, &cores[i]);
  }
  for (uint32_t i = 0; i < in->size; i++) {
    if (good && has(&e->cores[i], literal)) copy_cube(&e->cores[i], &cores[i]);
    vec_int_release(&cores[i]);
  }
  if (good) copy_cube(cube, &smaller);
  if (good) unite_cores(e, in->size, cube);
  mem_free(cores);
  vec_int_release(&smaller);
  return good;
}

#define DROP_FAILURES 24 // so many literals that could not be dropped, and no more are tried

// The cube is not reached in the frame after `level`; e->cores say why. Becomes one with fewer literals that is not
// either.
static void generalise(struct ic3ia *e, uint32_t place, uint32_t level, struct vec_int *cube) {
  unite_cores(e, e->places[place].in.size, cube);
  uint32_t failures = 0, most = e->options.paper ? UINT32_MAX : DROP_FAILURES;
  for (uint32_t i = cube->size; i-- > 0 && !e->options.no_drop && failures < most && run_goes_on(&e->run);) {
    if (i >= cube->size) continue;
    uint32_t before = cube->size;
    if (try_without(e, place, level, cube, cube->data[i])) e->statistics->dropped += before - cube->size;
    else failures++;
  }
}

// --- obligations -----------------------------------------------------------------------------------------------------

// Earlier frames first, then what is nearer to the target.
static bool comes_before(const struct ic3ia *e, uint32_t a, uint32_t b) {
  const struct obligation *x = &e->obligations.data[a], *y = &e->obligations.data[b];
  if (x->level != y->level) return x->level < y->level;
  return x->depth != y->depth ? x->depth < y->depth : a < b;
}

static void queue_push(struct ic3ia *e, uint32_t number) {
  struct vec_u32 *q = &e->queue;
  uint32_t i = q->size;
  vec_u32_push(q, number);
  for (; i && comes_before(e, number, q->data[(i - 1) / 2]); i = (i - 1) / 2) q->data[i] = q->data[(i - 1) / 2];
  q->data[i] = number;
}

static uint32_t queue_pop(struct ic3ia *e) {
  struct vec_u32 *q = &e->queue;
  uint32_t top = q->data[0], last = vec_u32_pop(q), i = 0;
  for (uint32_t child; (child = 2 * i + 1) < q->size; i = child) {
    if (child + 1 < q->size && comes_before(e, q->data[child + 1], q->data[child])) child++;
    if (!comes_before(e, q->data[child], last)) break;
    q->data[i] = q->data[child];
  }
  if (q->size) q->data[i] = last;
  return top;
}

void block_forget(struct ic3ia *e) {
  for (uint32_t i = 0; i < e->obligations.size; i++) vec_int_release(&e->obligations.data[i].cube);
  vec_obligation_clear(&e->obligations);
  vec_u32_clear(&e->queue);
}

static void add(struct ic3ia *e, struct obligation o, struct relation *r) {
  relation_cube(r, &o.cube);
  bool lift = !e->options.no_lift && !e->whole_cubes;
  if (lift) ic3ia_lift(e, r, o.next == UINT32_MAX ? NULL : &e->obligations.data[o.next].cube, &o.cube);
  vec_obligation_push(&e->obligations, o);
  queue_push(e, e->obligations.size - 1);
}

void block_bad(struct ic3ia *e, uint32_t place, struct relation *bad) {
  struct obligation o = {.place = place, .level = e->frames, .next = UINT32_MAX};
  o.relation = e->places[place].bad;
  add(e, o, bad);
}

// It was blocked in its frame: does it come up in the next? (Een, Mishchenko, Brayton; not with --paper.)
static void postpone(struct ic3ia *e, uint32_t number, uint32_t level) {
  if (level >= e->frames || e->options.paper) return;
  e->obligations.data[number].level = level + 1;
  queue_push(e, number);
}

void block_next(struct ic3ia *e) {
  uint32_t number = queue_pop(e), relation = 0;
  struct obligation o = e->obligations.data[number]; // the cube is shared
  e->statistics->obligations++;
  uint32_t excluded = excluded_up_to(&e->places[o.place], &o.cube);
  if (excluded >= o.level) {
    postpone(e, number, excluded);
    return;
  }
  enum answer answer = block_leads(e, o.place, o.level - 1, &o.cube, true, 0, &relation);
  if (answer == ANSWER_UNKNOWN) return; // the run is to stop
  if (answer == ANSWER_SAT) {
    struct relation *r = &e->relations.data[relation];
    if (r->from == PLACE_ENTRY) {
      ic3ia_refine(e, relation, number);
      return;
    }
    queue_push(e, number);
    add(e,
        (struct obligation){.place = r->from,
                            .level = o.level - 1,
                            .relation = relation,
                            .next = number,
                            .depth = o.depth + 1},
        r);
    return;
  }
  struct vec_int cube = {0};
  copy_cube(&cube, &o.cube);
  generalise(e, o.place, o.level - 1, &cube);
  block_learn(e, o.place, o.level, &cube);
  vec_int_release(&cube);
  postpone(e, number, o.level);
}
