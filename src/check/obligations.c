// See obligations.h.
#include "check/obligations.h"

#define MOST_WAITING 256
#define TOGETHER_SECONDS 0.25 // numbers that have nothing to do with each other are harder together

void obligations_init(struct obligations *o, struct terms *tm, struct limits *limits, struct stats *stats,
                      uint64_t *open) {
  *o = (struct obligations){.tm = tm, .limits = limits, .open = open};
  refuter_init(&o->one, tm, limits, stats, 0);
  refuter_init(&o->all, tm, limits, stats, TOGETHER_SECONDS);
}

static void drop(struct obligations *o) {
  for (uint32_t i = 0; i < o->waiting.size; i++) vec_term_release(&o->waiting.data[i].path);
  vec_obligation_clear(&o->waiting);
}

void obligations_release(struct obligations *o) {
  drop(o);
  vec_obligation_release(&o->waiting);
  refuter_release(&o->one);
  refuter_release(&o->all);
}

bool obligations_add(struct obligations *o, const struct vec_term *path, struct term condition, const char *possible,
                     const char *unknown, bool counted) {
  struct obligation new = {.condition = condition, .possible = possible, .unknown = unknown, .counted = counted};
  if (term_is_false(o->tm, condition)) return true;
  for (uint32_t i = 0; i < path->size; i++) {
    if (term_is_false(o->tm, path->data[i]) || term_same(path->data[i], term_not(o->tm, condition))) {
      vec_term_release(&new.path);
      return true;
    }
    vec_term_push(&new.path, path->data[i]);
  }
  vec_obligation_push(&o->waiting, new);
  return o->waiting.size < MOST_WAITING || obligations_discharge(o);
}

// --- asking ----------------------------------------------------------------------------------------------------------

static enum answer ask(struct obligations *o, const struct obligation *one) {
  refuter_push(&o->one);
  for (uint32_t i = 0; i < one->path.size; i++) refuter_assume(&o->one, one->path.data[i]);
  enum answer answer = refuter_check(&o->one, one->condition);
  refuter_pop(&o->one);
  return answer;
}

// How many of the obligations have the conjunct in their path, by the conjunct's id.
static void count_conjuncts(const struct obligations *o, struct map_u32 *counts) {
  struct map_u32 seen = {0}; // conjunct → the last obligation that has it + 1
  for (uint32_t i = 0; i < o->waiting.size; i++) {
    const struct vec_term *path = &o->waiting.data[i].path;
    for (uint32_t k = 0; k < path->size; k++) {
      if (map_u32_get_or(&seen, path->data[k].id, 0) == i + 1) continue;
      map_u32_put(&seen, path->data[k].id, i + 1);
      map_u32_put(counts, path->data[k].id, map_u32_get_or(counts, path->data[k].id, 0) + 1);
    }
  }
  map_u32_release(&seen);
}

// Can any of them be?
static enum answer ask_all(struct obligations *o) {
  struct map_u32 counts = {0};
  struct vec_term any = {0}, rest = {0};
  uint32_t n = o->waiting.size;
  count_conjuncts(o, &counts);
  refuter_push(&o->all);
  for (uint32_t i = 0; i < n; i++) {
    const struct obligation *one = &o->waiting.data[i];
    vec_term_clear(&rest);
    for (uint32_t k = 0; k < one->path.size; k++) {
      bool common = map_u32_get_or(&counts, one->path.data[k].id, 0) == n;
      if (!common) vec_term_push(&rest, one->path.data[k]);
      else if (i == 0) refuter_assume(&o->all, one->path.data[k]);
    }
    vec_term_push(&rest, one->condition);
    vec_term_push(&any, term_and_n(o->tm, rest.size, rest.data));
  }
  struct term either = term_or_n(o->tm, any.size, any.data);
  enum answer answer = term_is_false(o->tm, either) ? ANSWER_UNSAT : refuter_check(&o->all, either);
  refuter_pop(&o->all);
  map_u32_release(&counts);
  vec_term_release(&any);
  vec_term_release(&rest);
  return answer;
}

static bool discharge_one(struct obligations *o, const struct obligation *one) {
  if (limits_stopped(o->limits)) return false;
  enum answer answer = ask(o, one);
  if (answer == ANSWER_UNSAT) return true;
  if (limits_stopped(o->limits)) return false;
  if (one->counted && o->open) {
    ++*o->open;
    return true;
  }
  o->message = answer == ANSWER_SAT ? one->possible : one->unknown;
  return false;
}

bool obligations_discharge(struct obligations *o) {
  bool good = !limits_stopped(o->limits), all = good && o->waiting.size > 1 && ask_all(o) == ANSWER_UNSAT;
  for (uint32_t i = 0; i < o->waiting.size && good && !all; i++) good = discharge_one(o, &o->waiting.data[i]);
  drop(o);
  return good;
}
