// See sat.h.
#include "solve/native/sat.h"
#include <assert.h>
#include <stdlib.h>

enum { NONE = UINT32_MAX };
enum { UNASSIGNED = 0, TRUE_VALUE = 1, FALSE_VALUE = -1 };
// Words of a clause before its literals.
enum { SIZE = 0, ACTIVITY = 1, HEADER = 2 };
#define LEARNT 0x80000000u

struct watch {
  uint32_t clause, blocker;
}; // clause: its place, the lowest bit set if it has two literals (places are even)
VEC_TYPE(vec_watch, struct watch)
VEC_TYPE(vec_float, float)
VEC_TYPE(vec_byte, signed char)
VEC_TYPE(vec_watches, struct vec_watch)

struct sat {
  struct vec_u32 clauses;
  struct vec_u32 learnt;         // places of learnt clauses
  struct vec_watches watches;    // by literal: clauses to look at when it becomes true (they watch its negation)
  struct vec_byte values;        // by literal
  struct vec_byte phases;        // by variable: sign of the literal to decide
  struct vec_byte relevant;      // 1: the caller says so; 2: it took part in a conflict of this query
  struct vec_u32 involved;       // those with 2
  struct vec_byte seen;
  struct vec_u32 levels, reasons;
  struct vec_float activities;
  struct vec_u32 heap, places;   // a binary heap of variables by activity; places: index in heap + 1
  struct vec_u32 trail, limits;  // limits[l]: size of the trail when level l + 1 began
  uint32_t head;                 // trail up to here is propagated
  struct vec_u32 assumptions;    // of the last query, as literals; levels 1 … are theirs
  struct vec_u32 failed;
  struct vec_u32 scratch, marked;
  float bump;
  float clause_bump;
  uint64_t conflicts, effort;    // so far
  uint32_t learnt_limit;
  bool unsat;                    // without assumptions
};

static uint32_t inner(int literal) { return literal > 0 ? 2 * (uint32_t)literal : 2 * (uint32_t)-literal + 1; }
static uint32_t level_of(const struct sat *s, uint32_t literal) { return s->levels.data[literal >> 1]; }
static signed char value_of(const struct sat *s, uint32_t literal) { return s->values.data[literal]; }
static uint32_t current_level(const struct sat *s) { return s->limits.size; }

struct sat *sat_new(void) {
  struct sat *s = mem_zalloc(1, sizeof *s);
  s->bump = s->clause_bump = 1;
  s->learnt_limit = 2000;
  sat_variable(s); // number 0 is not used
  return s;
}

void sat_free(struct sat *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->watches.size; i++) vec_watch_release(&s->watches.data[i]);
  vec_watches_release(&s->watches);
  vec_u32_release(&s->clauses);
  vec_u32_release(&s->learnt);
  vec_byte_release(&s->values);
  vec_byte_release(&s->phases);
  vec_byte_release(&s->relevant);
  vec_byte_release(&s->seen);
  vec_u32_release(&s->levels);
  vec_u32_release(&s->reasons);
  vec_float_release(&s->activities);
  vec_u32_release(&s->heap);
  vec_u32_release(&s->places);
  vec_u32_release(&s->trail);
  vec_u32_release(&s->limits);
  vec_u32_release(&s->assumptions);
  vec_u32_release(&s->failed);
  vec_u32_release(&s->scratch);
  vec_u32_release(&s->marked);
  vec_u32_release(&s->involved);
  mem_free(s);
}

int sat_variable(struct sat *s) {
  uint32_t v = s->levels.size;
  vec_u32_push(&s->levels, 0);
  vec_u32_push(&s->reasons, NONE);
  vec_float_push(&s->activities, 0);
  vec_u32_push(&s->places, 0);
  vec_byte_push(&s->phases, 1);
  vec_byte_push(&s->relevant, 0);
  vec_byte_push(&s->seen, 0);
  vec_byte_push(&s->values, UNASSIGNED);
  vec_byte_push(&s->values, UNASSIGNED);
  vec_watches_push(&s->watches, (struct vec_watch){0});
  vec_watches_push(&s->watches, (struct vec_watch){0});
  return (int)v;
}

uint32_t sat_variables(const struct sat *s) { return s->levels.size - 1; }

// --- the order of decisions ------------------------------------------------------------

static void heap_up(struct sat *s, uint32_t i) {
  uint32_t v = s->heap.data[i];
  float a = s->activities.data[v];
  for (; i; i = (i - 1) / 2) {
    uint32_t parent = s->heap.data[(i - 1) / 2];
    if (s->activities.data[parent] >= a) break;
    s->heap.data[i] = parent;
    s->places.data[parent] = i + 1;
  }
  s->heap.data[i] = v;
  s->places.data[v] = i + 1;
}

static void heap_down(struct sat *s, uint32_t i) {
  uint32_t v = s->heap.data[i];
  float a = s->activities.data[v];
  for (uint32_t child; (child = 2 * i + 1) < s->heap.size; i = child) {
    if (child + 1 < s->heap.size &&
        s->activities.data[s->heap.data[child + 1]] > s->activities.data[s->heap.data[child]])
      child++;
    uint32_t below = s->heap.data[child];
    if (s->activities.data[below] <= a) break;
    s->heap.data[i] = below;
    s->places.data[below] = i + 1;
  }
  s->heap.data[i] = v;
  s->places.data[v] = i + 1;
}

static void heap_insert(struct sat *s, uint32_t v) {
  if (s->places.data[v]) return;
  vec_u32_push(&s->heap, v);
  heap_up(s, s->heap.size - 1);
}

static uint32_t heap_pop(struct sat *s) {
  uint32_t v = s->heap.data[0], last = vec_u32_pop(&s->heap);
  s->places.data[v] = 0;
  if (last != v) {
    s->heap.data[0] = last;
    heap_down(s, 0);
  }
  return v;
}

static void bump_variable(struct sat *s, uint32_t v) {
  float a = s->activities.data[v] += s->bump;
  if (a > 1e30f) {
    for (uint32_t i = 0; i < s->activities.size; i++) s->activities.data[i] *= 1e-30f;
    s->bump *= 1e-30f;
  }
  if (s->places.data[v]) heap_up(s, s->places.data[v] - 1);
  if (s->relevant.data[v]) return;
  s->relevant.data[v] = 2; // it is assigned now; going back puts it into the heap
  vec_u32_push(&s->involved, v);
}

void sat_relevant(struct sat *s, int variable, bool relevant, uint32_t rank) {
  if (relevant && s->activities.data[variable] == 0 && !s->places.data[variable])
    s->activities.data[variable] = (float)rank * s->bump * 1e-9f;
  s->relevant.data[variable] = relevant;
  if (relevant && value_of(s, 2 * (uint32_t)variable) == UNASSIGNED) heap_insert(s, (uint32_t)variable);
}

// --- the trail ----------------------------------------------------------------------------

static void assign(struct sat *s, uint32_t literal, uint32_t reason) {
  assert(value_of(s, literal) == UNASSIGNED);
  s->values.data[literal] = TRUE_VALUE;
  s->values.data[literal ^ 1] = FALSE_VALUE;
  s->levels.data[literal >> 1] = current_level(s);
  s->reasons.data[literal >> 1] = reason;
  vec_u32_push(&s->trail, literal);
}

static void new_level(struct sat *s) { vec_u32_push(&s->limits, s->trail.size); }

static void backtrack(struct sat *s, uint32_t level) {
  if (current_level(s) <= level) return;
  uint32_t keep = s->limits.data[level];
  for (uint32_t i = s->trail.size; i-- > keep;) {
    uint32_t literal = s->trail.data[i], v = literal >> 1;
    s->values.data[literal] = s->values.data[literal ^ 1] = UNASSIGNED;
    s->phases.data[v] = literal & 1;
    if (s->relevant.data[v]) heap_insert(s, v);
  }
  s->trail.size = keep;
  s->limits.size = level;
  if (s->head > keep) s->head = keep;
}

static void watch(struct sat *s, uint32_t literal, uint32_t clause, uint32_t blocker) {
  vec_watch_push(&s->watches.data[literal ^ 1], (struct watch){clause, blocker});
}

static uint32_t clause_new(struct sat *s, uint32_t n, const uint32_t *literals, bool learnt) {
  uint32_t at = s->clauses.size;
  vec_u32_push(&s->clauses, learnt ? n | LEARNT : n);
  vec_u32_push(&s->clauses, 0);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&s->clauses, literals[i]);
  if (n & 1) vec_u32_push(&s->clauses, 0); // even places
  watch(s, literals[0], at | (n == 2), literals[1]);
  watch(s, literals[1], at | (n == 2), literals[0]);
  if (learnt) vec_u32_push(&s->learnt, at);
  return at;
}

// How good a literal is to be watched: not false, else false as late as possible.
static uint32_t rank(const struct sat *s, uint32_t literal) {
  return value_of(s, literal) == FALSE_VALUE ? level_of(s, literal) : NONE;
}

static void best_first(struct sat *s, struct vec_u32 *lits) {
  for (uint32_t k = 0; k < 2 && k < lits->size; k++) {
    uint32_t best = k;
    for (uint32_t i = k + 1; i < lits->size; i++)
      if (rank(s, lits->data[i]) > rank(s, lits->data[best])) best = i;
    uint32_t t = lits->data[k];
    lits->data[k] = lits->data[best];
    lits->data[best] = t;
  }
}

// Adds a clause whatever the trail is: where it would be unit or false there, the trail is taken back to where it first
// is.
static void add(struct sat *s, struct vec_u32 *lits) {
  best_first(s, lits);
  if (lits->size == 1) {
    backtrack(s, 0);
    if (value_of(s, lits->data[0]) == FALSE_VALUE) s->unsat = true;
    else if (value_of(s, lits->data[0]) == UNASSIGNED) assign(s, lits->data[0], NONE);
    return;
  }
  uint32_t a = lits->data[0], b = lits->data[1];
  uint32_t at = clause_new(s, lits->size, lits->data, false);
  if (value_of(s, b) != FALSE_VALUE) return;
  uint32_t level = level_of(s, b);
  if (value_of(s, a) == TRUE_VALUE && level_of(s, a) <= level) return;
  if (value_of(s, a) == FALSE_VALUE && level_of(s, a) == level) {
    if (!level) s->unsat = true;
    else backtrack(s, level - 1);
    return;
  }
  backtrack(s, level);
  if (value_of(s, a) == UNASSIGNED) assign(s, a, at);
}

void sat_clause(struct sat *s, uint32_t n, const int *literals) {
  vec_u32_clear(&s->scratch);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t l = inner(literals[i]);
    if (value_of(s, l) != UNASSIGNED && level_of(s, l) == 0) {
      if (value_of(s, l) == TRUE_VALUE) return;
      continue;
    }
    vec_u32_push(&s->scratch, l);
  }
  if (!s->scratch.size) s->unsat = true;
  else add(s, &s->scratch);
}

// --- propagation ----------------------------------------------------------------------------

// The clause that became false, or NONE.
static uint32_t propagate_literal(struct sat *s, uint32_t literal) {
  struct vec_watch *list = &s->watches.data[literal];
  struct watch *from = list->data, *to = from, *end = from + list->size;
  const signed char *values = s->values.data;
  uint32_t falsified = literal ^ 1, conflict = NONE;
  s->effort += list->size;
  while (from != end) {
    struct watch w = *from++;
    signed char blocker = values[w.blocker];
    *to++ = w;
    if (blocker == TRUE_VALUE) continue;
    if (w.clause & 1) {
      if (blocker == FALSE_VALUE) {
        conflict = w.clause & ~1u;
        break;
      }
      assign(s, w.blocker, w.clause & ~1u);
      continue;
    }
    uint32_t *c = s->clauses.data + w.clause, *lits = c + HEADER, n = c[SIZE] & ~LEARNT;
    if (lits[0] == falsified) lits[0] = lits[1], lits[1] = falsified;
    uint32_t first = lits[0];
    to[-1].blocker = first;
    if (values[first] == TRUE_VALUE) continue;
    uint32_t k = 2;
    while (k < n && values[lits[k]] == FALSE_VALUE) k++;
    if (k < n) {
      lits[1] = lits[k];
      lits[k] = falsified;
      to--;
      watch(s, lits[1], w.clause, first); // another list: lits[1] is not the falsified one
      continue;
    }
    if (values[first] == FALSE_VALUE) {
      conflict = w.clause;
      break;
    }
    assign(s, first, w.clause);
  }
  while (from != end) *to++ = *from++;
  list->size = (uint32_t)(to - list->data);
  return conflict;
}

static uint32_t propagate(struct sat *s) {
  while (s->head < s->trail.size) {
    uint32_t conflict = propagate_literal(s, s->trail.data[s->head++]);
    if (conflict != NONE) return conflict;
  }
  return NONE;
}

// --- conflicts -------------------------------------------------------------------------------

static void bump_clause(struct sat *s, uint32_t at) {
  if (!(s->clauses.data[at + SIZE] & LEARNT)) return;
  float a;
  memcpy(&a, &s->clauses.data[at + ACTIVITY], sizeof a);
  a += s->clause_bump;
  memcpy(&s->clauses.data[at + ACTIVITY], &a, sizeof a);
  if (a < 1e30f) return;
  for (uint32_t i = 0; i < s->learnt.size; i++) {
    memcpy(&a, &s->clauses.data[s->learnt.data[i] + ACTIVITY], sizeof a);
    a *= 1e-30f;
    memcpy(&s->clauses.data[s->learnt.data[i] + ACTIVITY], &a, sizeof a);
  }
  s->clause_bump *= 1e-30f;
}

static void see(struct sat *s, uint32_t v) {
  s->seen.data[v] = 1;
  vec_u32_push(&s->marked, v);
}

// A literal whose reason holds only literals of the clause (or of level 0) adds nothing.
static bool redundant(const struct sat *s, uint32_t literal) {
  uint32_t reason = s->reasons.data[literal >> 1];
  if (reason == NONE) return false;
  const uint32_t *c = s->clauses.data + reason;
  for (uint32_t i = 0; i < (c[SIZE] & ~LEARNT); i++) {
    uint32_t v = c[HEADER + i] >> 1;
    if (v != literal >> 1 && !s->seen.data[v] && s->levels.data[v]) return false;
  }
  return true;
}

static void forget_marks(struct sat *s) {
  for (uint32_t i = 0; i < s->marked.size; i++) s->seen.data[s->marked.data[i]] = 0;
  vec_u32_clear(&s->marked);
}

// The first unique implication point. The clause goes to scratch, its asserting literal first; returns the level to go
// back to.
static uint32_t analyse(struct sat *s, uint32_t conflict) {
  struct vec_u32 *lits = &s->scratch;
  uint32_t open = 0, at = s->trail.size, literal = NONE;
  vec_u32_clear(lits);
  vec_u32_push(lits, 0);
  do {
    bump_clause(s, conflict);
    uint32_t n = s->clauses.data[conflict + SIZE] & ~LEARNT;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t l = s->clauses.data[conflict + HEADER + i], v = l >> 1;
      if (l == literal || s->seen.data[v] || !s->levels.data[v]) continue;
      see(s, v);
      bump_variable(s, v);
      if (s->levels.data[v] == current_level(s)) open++;
      else vec_u32_push(lits, l);
    }
    do literal = s->trail.data[--at];
    while (!s->seen.data[literal >> 1]);
    conflict = s->reasons.data[literal >> 1];
    // The literals seen at this level are resolved away; they stay marked, which only helps `redundant`, as they follow
    // from the rest.
    open--;
  } while (open);
  lits->data[0] = literal ^ 1;
  // A literal resolved away at this level is implied by what is left only together with the asserting one: not to be
  // used for the rest.
  for (uint32_t i = 0; i < s->marked.size; i++) {
    uint32_t v = s->marked.data[i];
    if (s->levels.data[v] == current_level(s) && v != literal >> 1) s->seen.data[v] = 0;
  }
  uint32_t k = 1, back = 0;
  for (uint32_t i = 1; i < lits->size; i++)
    if (!redundant(s, lits->data[i])) lits->data[k++] = lits->data[i];
  lits->size = k;
  for (uint32_t i = 1; i < k; i++) {
    if (level_of(s, lits->data[i]) <= back) continue;
    back = level_of(s, lits->data[i]);
    uint32_t t = lits->data[1];
    lits->data[1] = lits->data[i];
    lits->data[i] = t;
  }
  forget_marks(s);
  return back;
}

// Learns from a conflict; false when there is nothing left to go back to.
static bool learn(struct sat *s, uint32_t conflict) {
  s->conflicts++;
  if (!current_level(s)) {
    s->unsat = true;
    return false;
  }
  uint32_t back = analyse(s, conflict);
  backtrack(s, back);
  if (s->scratch.size == 1) {
    assign(s, s->scratch.data[0], NONE);
  } else {
    uint32_t at = clause_new(s, s->scratch.size, s->scratch.data, true);
    bump_clause(s, at);
    assign(s, s->scratch.data[0], at);
  }
  s->bump *= 1 / 0.95f;
  s->clause_bump *= 1 / 0.999f;
  return true;
}

static int by_activity(const void *x, const void *y, void *context) {
  const struct sat *s = context;
  float a, b;
  uint32_t p = *(const uint32_t *)x, q = *(const uint32_t *)y;
  memcpy(&a, &s->clauses.data[p + ACTIVITY], sizeof a);
  memcpy(&b, &s->clauses.data[q + ACTIVITY], sizeof b);
  return a > b ? -1 : a < b ? 1 : p < q ? -1 : p > q;
}

// Forgets the less active half of what was learnt (pairs stay). The clauses move together and are watched anew.
static void reduce(struct sat *s) {
  backtrack(s, 0);
  qsort_r(s->learnt.data, s->learnt.size, sizeof *s->learnt.data, by_activity, s);
  for (uint32_t i = s->learnt.size / 2; i < s->learnt.size; i++) {
    uint32_t *c = s->clauses.data + s->learnt.data[i];
    if ((c[SIZE] & ~LEARNT) > 2) c[HEADER] = NONE; // to go
  }
  vec_u32_clear(&s->learnt);
  for (uint32_t i = 0; i < s->watches.size; i++) vec_watch_clear(&s->watches.data[i]);
  for (uint32_t i = 0; i < s->trail.size; i++) s->reasons.data[s->trail.data[i] >> 1] = NONE; // level 0 needs none
  uint32_t to = 0;
  for (uint32_t from = 0; from < s->clauses.size;) {
    uint32_t *c = s->clauses.data + from, n = c[SIZE] & ~LEARNT, words = HEADER + n + (n & 1);
    from += words;
    if (c[HEADER] == NONE) continue;
    if (c[SIZE] & LEARNT) vec_u32_push(&s->learnt, to);
    memmove(s->clauses.data + to, c, words * sizeof *c);
    c = s->clauses.data + to;
    watch(s, c[HEADER], to | (n == 2), c[HEADER + 1]);
    watch(s, c[HEADER + 1], to | (n == 2), c[HEADER]);
    to += words;
  }
  s->clauses.size = to;
  s->learnt_limit += s->learnt_limit / 10;
}

// --- search -----------------------------------------------------------------------------------

// 1 1 2 1 1 2 4 …
static uint64_t luby(uint64_t i) {
  for (uint64_t k = 1;; k++) {
    uint64_t size = (UINT64_C(1) << k) - 1;
    if (i == size) return UINT64_C(1) << (k - 1);
    if (i < size) {
      i -= (UINT64_C(1) << (k - 1)) - 1;
      k = 0;
    }
  }
}

static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

// Assumption `index` is false: which assumptions made it so?
static void find_failed(struct sat *s, uint32_t index) {
  uint32_t literal = s->assumptions.data[index];
  vec_u32_push(&s->failed, index);
  if (!level_of(s, literal)) return;
  see(s, literal >> 1);
  for (uint32_t i = s->trail.size; i-- > s->limits.data[0];) {
    uint32_t l = s->trail.data[i], v = l >> 1, reason = s->reasons.data[v];
    if (!s->seen.data[v]) continue;
    if (reason == NONE) { // a decision: the assumption of its level
      vec_u32_push(&s->failed, s->levels.data[v] - 1);
      continue;
    }
    const uint32_t *c = s->clauses.data + reason;
    for (uint32_t k = 0; k < (c[SIZE] & ~LEARNT); k++) {
      uint32_t u = c[HEADER + k] >> 1;
      if (!s->seen.data[u] && s->levels.data[u]) see(s, u);
    }
  }
  forget_marks(s);
  qsort(s->failed.data, s->failed.size, sizeof *s->failed.data, by_number);
}

// Decides: the next assumption, or a relevant variable. False when none is left or an assumption fails (s->failed then
// says so).
static bool decide(struct sat *s) {
  while (current_level(s) < s->assumptions.size) {
    uint32_t literal = s->assumptions.data[current_level(s)];
    signed char value = value_of(s, literal);
    if (value == FALSE_VALUE) {
      find_failed(s, current_level(s));
      return false;
    }
    new_level(s); // also for one that holds already: levels and assumptions go together
    if (value == TRUE_VALUE) continue;
    assign(s, literal, NONE);
    return true;
  }
  while (s->heap.size) {
    uint32_t v = heap_pop(s);
    if (!s->relevant.data[v] || value_of(s, 2 * v) != UNASSIGNED) continue;
    new_level(s);
    assign(s, 2 * v + (uint32_t)s->phases.data[v], NONE);
    return true;
  }
  return false;
}

static void assume(struct sat *s, uint32_t n, const int *assumptions) {
  uint32_t same = 0;
  while (same < n && same < s->assumptions.size && s->assumptions.data[same] == inner(assumptions[same])) same++;
  for (uint32_t i = 0; i < s->involved.size; i++)
    if (s->relevant.data[s->involved.data[i]] == 2) s->relevant.data[s->involved.data[i]] = 0;
  vec_u32_clear(&s->involved);
  backtrack(s, same);
  vec_u32_clear(&s->assumptions);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&s->assumptions, inner(assumptions[i]));
}

enum { RESTART = 64, POLL = 1023 };

enum sat_result sat_solve(struct sat *s, uint32_t n, const int *assumptions, struct sat_budget budget,
                          bool (*stop)(void *context), void *context) {
  vec_u32_clear(&s->failed);
  assume(s, n, assumptions);
  uint64_t end = s->conflicts + budget.conflicts, effort_end = s->effort + budget.effort, restarts = 1,
           restart = s->conflicts + RESTART;
  for (uint64_t rounds = 0; !s->unsat; rounds++) {
    uint32_t conflict = propagate(s);
    if (conflict != NONE) {
      if (!learn(s, conflict)) break;
      if (s->effort > effort_end) return SAT_UNKNOWN;
      continue;
    }
    if (s->conflicts >= end || ((rounds & POLL) == POLL && stop && stop(context))) return SAT_UNKNOWN;
    if (s->conflicts >= restart) {
      restart = s->conflicts + RESTART * luby(++restarts);
      backtrack(s, n < current_level(s) ? n : current_level(s));
    }
    if (s->learnt.size > s->learnt_limit + s->trail.size) reduce(s);
    else if (!decide(s)) return s->failed.size ? SAT_UNSATISFIABLE : SAT_SATISFIABLE;
  }
  return SAT_UNSATISFIABLE;
}

bool sat_value(const struct sat *s, int literal) { return value_of(s, inner(literal)) == TRUE_VALUE; }

const uint32_t *sat_failed(const struct sat *s, uint32_t *n) {
  *n = s->failed.size;
  return s->failed.data;
}
