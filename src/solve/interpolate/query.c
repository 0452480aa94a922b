// Questions that interpolation asks: about conjunctions, cores, and parts of a path.
//
// Effort is counted in questions, so that the same problem has the same result; the clock only ends what takes too
// long.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"
#include <assert.h>

// Seconds for a question whose answer is only wanted; for all those that make a core smaller, of which some are far
// harder than the question that gave the core (and as often as it took to answer that one).
static const double patience = 1.0, core_patience = 0.3, core_factor = 3;

// No more than an eighth of the time that is left goes into a question that could be done without.
static double spare(const struct interpolator *ip, double seconds) {
  double most = ip->deadline > 0 ? (ip->deadline - clock_cpu()) / 8 : seconds;
  if (most < 0.001) most = 0.001;
  return seconds < most ? seconds : most;
}

static enum answer ask(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                       const struct term *assumptions, double seconds) {
  if (interpolator_stopped(ip)) return ANSWER_UNKNOWN;
  if (ip->deadline > 0) {
    double left = ip->deadline - clock_cpu();
    if (left < 0.001) left = 0.001;
    if (seconds == 0 || left < seconds) seconds = left;
  }
  ip->solver->query_seconds = seconds;
  solver_push(ip->solver);
  for (uint32_t i = 0; fixed && i < fixed->size; i++) solver_assert(ip->solver, fixed->data[i]);
  enum answer answer = solver_check(ip->solver, n, assumptions);
  solver_pop(ip->solver);
  return answer;
}

enum answer interpolator_ask(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                             const struct term *assumptions) {
  enum answer answer = ask(ip, fixed, n, assumptions, 0);
  if (answer == ANSWER_UNKNOWN && ip->reason == REASON_NONE && !interpolator_stopped(ip))
    ip->reason = solver_reason(ip->solver);
  return answer;
}

static uint32_t question_size(struct terms *tm, const struct vec_term *fixed, uint32_t n,
                              const struct term *assumptions) {
  uint32_t size = n ? term_dag_size(tm, term_and_n(tm, n, assumptions)) : 0;
  return size + (fixed ? term_dag_size(tm, terms_conjunction(tm, fixed)) : 0);
}

// A question that could be done without. Some take far longer than all that is necessary (and longer than they may: to
// write a formula down as clauses takes its time), so where one took too long none of its size or larger is asked.
static enum answer ask_optional(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                                const struct term *assumptions, double seconds) {
  if (ip->too_slow && question_size(ip->tm, fixed, n, assumptions) >= ip->too_slow) return ANSWER_UNKNOWN;
  enum answer answer = ask(ip, fixed, n, assumptions, spare(ip, seconds));
  if (answer == ANSWER_UNKNOWN && ip->deadline > 0) ip->too_slow = question_size(ip->tm, fixed, n, assumptions);
  return answer;
}

enum answer interpolator_try(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                             const struct term *assumptions) {
  return ask_optional(ip, fixed, n, assumptions, patience);
}

enum answer interpolator_try_model(void *ip, const struct vec_term *fixed, struct model **model) {
  enum answer answer = interpolator_try(ip, fixed, 0, NULL);
  if (answer == ANSWER_SAT) *model = solver_model(((struct interpolator *)ip)->solver);
  return answer;
}

enum answer interpolator_try_until(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                                   const struct term *assumptions, double end) {
  double left = end - clock_now();
  return left > 0 ? ask_optional(ip, fixed, n, assumptions, left < patience ? left : patience) : ANSWER_UNKNOWN;
}

static void take_core(struct interpolator *ip, struct vec_term *parts) {
  uint32_t n;
  const struct term *core = solver_core(ip->solver, &n);
  vec_term_clear(parts);
  for (uint32_t i = 0; i < n; i++) vec_term_push(parts, core[i]);
}

// Tries to do without blocks of `parts`, first large ones, then single ones. The first `kept` have been found to be
// needed.
static void shrink(struct interpolator *ip, const struct vec_term *fixed, struct vec_term *parts, uint32_t checks,
                   double end) {
  uint32_t block = parts->size > 16 ? parts->size / 4 : 1;
  struct vec_term fewer = {0};
  for (; block && checks; block = block > 1 ? block / 4 + (block < 4) : 0) {
    for (uint32_t kept = 0; kept < parts->size && checks; checks--) {
      uint32_t next = kept + block < parts->size ? kept + block : parts->size;
      vec_term_clear(&fewer);
      for (uint32_t i = 0; i < parts->size; i++)
        if (i < kept || i >= next) vec_term_push(&fewer, parts->data[i]);
      enum answer answer = interpolator_try_until(ip, fixed, fewer.size, fewer.data, end);
      // The core keeps the order of what was asked, so what was needed before stays in front, though less of it may be
      // left.
      if (answer == ANSWER_UNSAT) {
        uint32_t before = parts->size;
        take_core(ip, parts);
        uint32_t gone = before - (next - kept) - parts->size;
        kept = kept > gone ? kept - gone : 0;
      } else {
        kept = next;
      }
      if (answer == ANSWER_UNKNOWN) checks = 1; // the others would be no easier
    }
  }
  vec_term_release(&fewer);
}

// Few parts are tried in turn, so that their order tells which are rather done without.
static void shrink_few(struct interpolator *ip, const struct vec_term *fixed, struct vec_term *parts, double end) {
  enum answer answer = ANSWER_UNSAT;
  for (uint32_t i = 0; i < parts->size && answer != ANSWER_UNKNOWN;) {
    struct term t = parts->data[i];
    memmove(parts->data + i, parts->data + i + 1, (parts->size - i - 1) * sizeof t);
    parts->size--;
    answer = interpolator_try_until(ip, fixed, parts->size, parts->data, end);
    if (answer == ANSWER_UNSAT) continue;
    vec_term_push(parts, t);
    memmove(parts->data + i + 1, parts->data + i, (parts->size - i - 1) * sizeof t);
    parts->data[i++] = t;
  }
}

enum { FEW = 8, EFFORT = 100000 };

// Large problems get fewer questions.
static uint32_t checks_for(struct terms *tm, const struct vec_term *fixed, const struct vec_term *parts,
                           uint32_t checks) {
  uint32_t size = 1 + term_dag_size(tm, terms_conjunction(tm, parts));
  if (fixed) size += term_dag_size(tm, terms_conjunction(tm, fixed));
  uint32_t most = EFFORT / size;
  return checks < most ? checks : most;
}

enum answer interpolator_core(struct interpolator *ip, const struct vec_term *fixed, struct vec_term *parts,
                              uint32_t checks) {
  double begin = clock_now();
  enum answer answer = interpolator_ask(ip, fixed, parts->size, parts->data);
  if (answer != ANSWER_UNSAT) return answer;
  double now = clock_now(), end = now + spare(ip, core_patience + core_factor * (now - begin));
  checks = checks_for(ip->tm, fixed, parts, checks);
  if (parts->size <= FEW && parts->size <= checks) {
    shrink_few(ip, fixed, parts, end);
  } else {
    take_core(ip, parts);
    shrink(ip, fixed, parts, checks, end);
  }
  return ANSWER_UNSAT;
}

// --- parts of a path -------------------------------------------------------------------------------------

static struct segment *segment_new(struct interpolator *ip, const struct problem *p, uint32_t first, uint32_t last) {
  struct segment *g = mem_zalloc(1, sizeof *g);
  g->first = first;
  g->last = last;
  g->end = substitution_new(ip->tm);
  struct vec_term conjuncts = {0}, values = {0};
  for (uint32_t i = first; i < last; i++) {
    const struct step *s = &p->steps[i];
    for (uint32_t k = 0; k < s->n_inputs; k++)
      substitution_set(g->end, s->inputs[k], interpolator_name(ip, s->inputs[k], i));
    vec_term_clear(&conjuncts);
    vec_term_clear(&values);
    solver_split(ip->tm, s->guard, &conjuncts);
    for (uint32_t k = 0; k < conjuncts.size; k++) {
      vec_term_push(&g->guards, substitution_apply(g->end, conjuncts.data[k]));
      vec_u32_push(&g->steps, i);
    }
    for (uint32_t k = 0; k < s->n_updates; k++) vec_term_push(&values, substitution_apply(g->end, s->updates[k].value));
    for (uint32_t k = 0; k < s->n_updates; k++) substitution_set(g->end, s->updates[k].var, values.data[k]);
    for (uint32_t k = 0; k < s->n_inputs; k++)
      substitution_set(g->end, s->inputs[k], s->inputs[k]); // no longer known outside its step
  }
  vec_term_release(&conjuncts);
  vec_term_release(&values);
  return g;
}

struct segment *interpolator_segment(struct interpolator *ip, const struct problem *p, uint32_t first, uint32_t last) {
  for (uint32_t i = 0; i < ip->segments.size; i++) {
    struct segment *g = ip->segments.data[i];
    if (g->first == first && g->last == last) return g;
  }
  struct segment *g = segment_new(ip, p, first, last);
  vec_ptr_push(&ip->segments, g);
  return g;
}

void interpolator_forget(struct interpolator *ip) {
  for (uint32_t i = 0; i < ip->segments.size; i++) {
    struct segment *g = ip->segments.data[i];
    vec_term_release(&g->guards);
    vec_u32_release(&g->steps);
    substitution_free(g->end);
    mem_free(g);
  }
  vec_ptr_clear(&ip->segments);
  ip->scratch_used = 0;
}

enum answer interpolator_violates(struct interpolator *ip, const struct problem *p, struct term from, uint32_t first,
                                  uint32_t last, struct term to) {
  if (term_is_true(ip->tm, to) || term_is_false(ip->tm, from)) return ANSWER_UNSAT;
  struct segment *g = interpolator_segment(ip, p, first, last);
  struct vec_term all = {0};
  vec_term_push(&all, from);
  vec_term_push(&all, term_not(ip->tm, substitution_apply(g->end, to)));
  for (uint32_t i = 0; i < g->guards.size; i++) vec_term_push(&all, g->guards.data[i]);
  enum answer answer = interpolator_ask(ip, &all, 0, NULL);
  vec_term_release(&all);
  return answer;
}

// --- names and lists -------------------------------------------------------------------------------------

struct term interpolator_name(struct interpolator *ip, struct term like, uint32_t tag) {
  uint64_t key = (uint64_t)like.id << 32 | tag;
  uint32_t *at = map_u32_find(&ip->names, key);
  if (at) return (struct term){*at};
  struct term name = term_fresh(ip->tm, term_sort(ip->tm, like), term_var_name(ip->tm, like));
  map_u32_put(&ip->names, key, name.id);
  return name;
}

struct term interpolator_scratch(struct interpolator *ip, struct sort sort) {
  uint64_t key = (uint64_t)sort.id << 32 | ip->scratch_used++;
  uint32_t *at = map_u32_find(&ip->scratch, key);
  if (at) return (struct term){*at};
  struct term name = term_fresh(ip->tm, sort, "some");
  map_u32_put(&ip->scratch, key, name.id);
  return name;
}

struct term terms_conjunction(struct terms *tm, const struct vec_term *conjuncts) {
  return conjuncts->size ? term_and_n(tm, conjuncts->size, conjuncts->data) : term_true(tm);
}

void terms_tidy(struct terms *tm, struct vec_term *conjuncts) {
  struct vec_term parts = {0};
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < conjuncts->size; i++) solver_split(tm, conjuncts->data[i], &parts);
  vec_term_clear(conjuncts);
  for (uint32_t i = 0; i < parts.size; i++) {
    struct term t = parts.data[i];
    if (term_is_true(tm, t) || map_u32_find(&seen, t.id)) continue;
    map_u32_put(&seen, t.id, 1);
    if (term_is_false(tm, t) || map_u32_find(&seen, term_not(tm, t).id)) {
      vec_term_clear(conjuncts);
      vec_term_push(conjuncts, term_false(tm));
      break;
    }
    vec_term_push(conjuncts, t);
  }
  vec_term_release(&parts);
  map_u32_release(&seen);
}
