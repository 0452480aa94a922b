// The pipeline: constants, intervals, cached answers; ask.c does the rest.
#include "base/memory/map.h"
#include "base/file/output.h"
#include "solve/solver.h"
#include "solve/range.h"
#include <assert.h>
#include <stdlib.h>

static const struct backend_ops *backend_find(const char *name) {
  static const struct backend_ops *const all[] = {&native_backend, &z3_backend, &both_backend, &guided_backend};
  for (size_t i = 0; name && i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i]->name, name)) return all[i];
  return &native_backend;
}

// Queries with larger graphs are answered faster by the small SAT solver (measured).
enum { WORD_NODES = 300 };

static void interrupt(void *context) {
  struct solver *s = context;
  s->ops->interrupt(s->backend);
}

struct solver *solver_new(struct terms *tm, struct limits *limits, struct stats *stats,
                          const struct solver_config *config) {
  struct solver *s = mem_zalloc(1, sizeof *s);
  s->tm = tm;
  s->limits = limits;
  s->stats = stats;
  uint32_t plain = 1u << STAGE_SMALL | 1u << STAGE_EQUATIONS | 1u << STAGE_CASES;
  s->stages = (config->caches ? (1u << STAGE_COUNT) - 1 : plain) & ~config->without;
  s->query_seconds = config->query_seconds;
  s->ops = config->other_backend ? config->other_backend : backend_find(config->backend);
  s->backend = s->ops->open(tm, limits);
  if (s->ops->configure) s->ops->configure(s->backend, s->stages);
  s->arrays = arrays_new(tm);
  s->cache = cache_new(tm);
  s->normal = normal_new(tm);
  s->word = word_new(tm);
  word_limit(s->word, WORD_NODES);
  s->ring_simplify = ring_simplify_new(tm, s->word);
  if (config->trace_file && output_may_write(config->trace_file) && (s->trace = fopen(config->trace_file, "w")))
    fputs("; " OUTPUT_MARK "\n(set-logic ALL)\n", s->trace);
  if (config->record_file) s->record = record_open(tm, config->record_file);
  limits_add_interrupter(limits, interrupt, s);
  return s;
}

void solver_free(struct solver *s) {
  if (!s) return;
  limits_remove_interrupter(s->limits, s);
  s->ops->close(s->backend);
  arrays_free(s->arrays);
  cache_free(s->cache);
  normal_free(s->normal);
  word_free(s->word);
  map_u32_release(&s->concerned);
  ring_simplify_free(s->ring_simplify);
  if (s->trace) fclose(s->trace);
  record_close(s->record);
  vec_term_release(&s->assertions);
  vec_u32_release(&s->marks);
  question_release(&s->question);
  term_memo_release(&s->accesses);
  map_u64_release(&s->moved);
  model_unref(s->model);
  vec_term_release(&s->core);
  mem_free(s);
}

void solver_split(struct terms *tm, struct term t, struct vec_term *out) {
  // Conjunctions are flat, but a negated disjunction may hold negated conjunctions and so on.
  uint32_t next = out->size;
  vec_term_push(out, t);
  for (; next < out->size;) {
    struct term c = out->data[next];
    struct term inner = term_kind(tm, c) == TERM_NOT ? term_child(tm, c, 0) : TERM_NONE;
    bool is_and = term_kind(tm, c) == TERM_AND;
    bool is_nor = !term_none(inner) && term_kind(tm, inner) == TERM_OR;
    if (!is_and && !is_nor) {
      next++;
      continue;
    }
    struct term junction = is_and ? c : inner;
    for (uint32_t i = 0; i < term_arity(tm, junction); i++) {
      struct term part = term_child(tm, junction, i);
      if (is_nor) part = term_not(tm, part);
      if (i == 0) out->data[next] = part;
      else vec_term_push(out, part);
    }
  }
}

// --- pipeline ---------------------------------------------------------------------------

static int by_id(const void *x, const void *y) {
  uint32_t a = ((const struct term *)x)->id, b = ((const struct term *)y)->id;
  return a < b ? -1 : a > b;
}

static bool in_set(const struct vec_term *set, struct term t) {
  return set->size && bsearch(&t, set->data, set->size, sizeof t, by_id);
}

// Sorted without duplicates and true conjuncts. False: the conjunction is, because of the terms put into *core.
static bool normalise(struct solver *s, uint32_t n, const struct term *conjuncts, struct vec_term *set,
                      struct vec_term *core) {
  for (uint32_t i = 0; i < n; i++) {
    if (term_is_true(s->tm, conjuncts[i])) continue;
    if (term_is_false(s->tm, conjuncts[i])) {
      vec_term_push(core, conjuncts[i]);
      return false;
    }
    vec_term_push(set, conjuncts[i]);
  }
  if (set->size) qsort(set->data, set->size, sizeof *set->data, by_id);
  uint32_t k = 0;
  for (uint32_t i = 0; i < set->size; i++)
    if (!k || set->data[k - 1].id != set->data[i].id) set->data[k++] = set->data[i];
  set->size = k;
  for (uint32_t i = 0; i < k; i++) {
    struct term t = set->data[i];
    if (term_kind(s->tm, t) != TERM_NOT || !in_set(set, term_child(s->tm, t, 0))) continue;
    vec_term_push(core, term_child(s->tm, t, 0));
    vec_term_push(core, t);
    return false;
  }
  return true;
}

// Takes away what is not needed for the conflict; only for stages that answer at once.
static void shrink_by_range(struct solver *s, const struct vec_term *set, struct vec_term *core) {
  uint32_t start = core->size;
  struct term var, value;
  for (uint32_t i = 0; i < set->size; i++) vec_term_push(core, set->data[i]);
  if (set->size > 64) return;
  for (uint32_t i = core->size; i-- > start;) {
    struct term removed = core->data[i];
    core->data[i] = core->data[core->size - 1];
    if (range_decide(s->tm, core->size - 1 - start, core->data + start, &var, &value) == ANSWER_UNSAT) core->size--;
    else core->data[i] = removed;
  }
}

static enum answer by_range(struct solver *s, const struct vec_term *set, uint32_t n, const struct term *conjuncts,
                            struct model **model, struct vec_term *core) {
  struct term var, value;
  enum answer answer = range_decide(s->tm, set->size, set->data, &var, &value);
  if (answer == ANSWER_UNSAT) shrink_by_range(s, set, core);
  if (answer != ANSWER_SAT) return answer;
  *model = model_new(s->tm);
  model_set(*model, var, value);
  assert(model_holds_all(*model, n, conjuncts));
  return answer;
}

static enum answer by_cache(struct solver *s, const struct vec_term *set, struct model **model, struct vec_term *core) {
  enum answer answer = cache_find(s->cache, set->size, set->data, model, core);
  if (answer != ANSWER_SAT) return answer;
  struct model *wide = *model;
  *model = model_restricted(s->tm, wide, set->size, set->data);
  model_unref(wide);
  return answer;
}

static enum answer decide_set(struct solver *s, const struct vec_term *set, uint32_t n, const struct term *conjuncts,
                              struct model **model, struct vec_term *core) {
  if (!set->size) {
    s->stats->queries_constant++;
    *model = model_new(s->tm);
    return ANSWER_SAT;
  }
  double start = clock_now();
  enum answer answer = stage_on(s->stages, STAGE_RANGE) ? by_range(s, set, n, conjuncts, model, core) : ANSWER_UNKNOWN;
  double now = clock_now();
  s->stats->time_range += now - start;
  if (answer != ANSWER_UNKNOWN) {
    s->stats->queries_range++;
    return answer;
  }
  if (stage_on(s->stages, STAGE_CACHE)) {
    answer = by_cache(s, set, model, core);
    s->stats->time_cache += clock_now() - now;
    if (answer != ANSWER_UNKNOWN) {
      s->stats->queries_cached++;
      return answer;
    }
  }
  uint32_t before = core->size;
  answer = solver_ask(s, n, conjuncts, model, core);
  if (!stage_on(s->stages, STAGE_CACHE)) return answer;
  if (answer == ANSWER_SAT) cache_add_model(s->cache, set->size, set->data, *model);
  if (answer == ANSWER_UNSAT) cache_add_core(s->cache, set->size, set->data, core->size - before, core->data + before);
  return answer;
}

enum answer solver_decide(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                          struct vec_term *core) {
  struct vec_term set = {0}, own_core = {0};
  *model = NULL;
  enum answer answer = ANSWER_UNSAT;
  if (normalise(s, n, conjuncts, &set, core ? core : &own_core))
    answer = decide_set(s, &set, n, conjuncts, model, core ? core : &own_core);
  else s->stats->queries_constant++;
  vec_term_release(&set);
  vec_term_release(&own_core);
  return answer;
}

// --- scopes -----------------------------------------------------------------------------

void solver_push(struct solver *s) { vec_u32_push(&s->marks, s->assertions.size); }

void solver_pop(struct solver *s) {
  assert(s->marks.size);
  s->assertions.size = vec_u32_pop(&s->marks);
}

void solver_assert(struct solver *s, struct term formula) { solver_split(s->tm, formula, &s->assertions); }

// Finds for each conjunct the number of its component: conjuncts in different components share no variable.
static uint32_t partition(struct terms *tm, uint32_t n, const struct term *conjuncts, uint32_t *component) {
  struct map_u32 first = {0}; // variable → a conjunct that has it
  for (uint32_t i = 0; i < n; i++) component[i] = i;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, conjuncts[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      uint32_t *at = map_u32_find(&first, vars[k]);
      if (!at) {
        map_u32_put(&first, vars[k], i);
        continue;
      }
      uint32_t a = *at, b = i;
      while (component[a] != a) a = component[a] = component[component[a]];
      while (component[b] != b) b = component[b] = component[component[b]];
      if (a < b) component[b] = a;
      else component[a] = b;
    }
  }
  map_u32_release(&first);
  // Roots are the first of their component, so one pass numbers all.
  uint32_t components = 0;
  for (uint32_t i = 0; i < n; i++) component[i] = component[i] == i ? components++ : component[component[i]];
  return components;
}

enum answer solver_decide_parts(struct solver *s, const struct vec_term *all, struct model **model,
                                struct vec_term *core) {
  *model = model_new(s->tm);
  uint32_t *component = mem_alloc((all->size + 1) * sizeof *component);
  uint32_t components = partition(s->tm, all->size, all->data, component);
  // Bucket the conjuncts by component, keeping their order.
  uint32_t *start = mem_zalloc(components + 2, sizeof *start);
  struct term *sorted = mem_alloc((all->size + 1) * sizeof *sorted);
  for (uint32_t i = 0; i < all->size; i++) start[component[i] + 2]++;
  for (uint32_t k = 2; k < components + 2; k++) start[k] += start[k - 1];
  for (uint32_t i = 0; i < all->size; i++) sorted[start[component[i] + 1]++] = all->data[i];
  enum answer answer = ANSWER_SAT;
  for (uint32_t k = 0; k < components && answer != ANSWER_UNSAT; k++) {
    struct model *part = NULL;
    enum answer a = solver_decide(s, start[k + 1] - start[k], sorted + start[k], &part, core);
    if (a == ANSWER_SAT && answer == ANSWER_SAT) {
      struct model *merged = model_merge(s->tm, *model, part);
      model_unref(*model);
      *model = merged;
    } else if (a != ANSWER_SAT) {
      answer = a;
    }
    model_unref(part);
  }
  mem_free(component);
  mem_free(start);
  mem_free(sorted);
  if (answer != ANSWER_SAT) {
    model_unref(*model);
    *model = NULL;
  }
  return answer;
}

enum answer solver_check(struct solver *s, uint32_t n, const struct term *assumptions) {
  s->stats->queries++;
  model_unref(s->model);
  s->model = NULL;
  vec_term_clear(&s->core);
  struct vec_term all = {0};
  for (uint32_t i = 0; i < s->assertions.size; i++) vec_term_push(&all, s->assertions.data[i]);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&all, assumptions[i]);
  enum answer answer = stage_on(s->stages, STAGE_COMPONENTS)
                           ? solver_decide_parts(s, &all, &s->model, &s->core)
                           : solver_decide(s, all.size, all.data, &s->model, &s->core);
  vec_term_release(&all);
  if (answer == ANSWER_UNSAT) { // of the conflict, the assumptions only
    struct map_u32 conflict = {0};
    for (uint32_t i = 0; i < s->core.size; i++) map_u32_put(&conflict, s->core.data[i].id, 1);
    vec_term_clear(&s->core);
    for (uint32_t i = 0; i < n; i++)
      if (map_u32_remove(&conflict, assumptions[i].id)) vec_term_push(&s->core, assumptions[i]);
    map_u32_release(&conflict);
  }
  return answer;
}

struct model *solver_model(struct solver *s) {
  assert(s->model);
  return model_ref(s->model);
}

const struct term *solver_core(struct solver *s, uint32_t *n) {
  *n = s->core.size;
  return s->core.data;
}

enum reason solver_reason(const struct solver *s) { return s->reason; }
