// The pipeline: constants, intervals, cached answers, the back end.
#include "solve/internal.h"
#include "base/map.h"
#include "solve/range.h"
#include <assert.h>
#include <stdlib.h>

static const struct backend_ops *backend_find(const char *name) {
  static const struct backend_ops *const all[] = {
    &native_backend, &z3_backend, &both_backend, &z3_scopes_backend, &z3_scopes_logic_backend, &z3_oneshot_backend,
  };
  for (size_t i = 0; name && i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i]->name, name)) return all[i];
  return &native_backend;
}

static void interrupt(void *context) {
  struct solver *s = context;
  s->ops->interrupt(s->backend);
}

struct solver *solver_new(struct terms *tm, struct limits *limits, struct stats *stats, const struct solver_config *config) {
  struct solver *s = mem_zalloc(1, sizeof *s);
  s->tm = tm;
  s->limits = limits;
  s->stats = stats;
  s->stages = (config->caches ? (1u << STAGE_COUNT) - 1 : 1u << STAGE_SMALL) & ~config->without;
  s->query_seconds = config->query_seconds;
  s->ops = backend_find(config->backend);
  s->backend = s->ops->open(tm, limits);
  if (s->ops->configure) s->ops->configure(s->backend, s->stages);
  s->lowering = lowering_new(tm);
  s->cache = cache_new(tm);
  s->normal = normal_new(tm);
  s->word = word_new(tm);
  if (config->trace_file && (s->trace = fopen(config->trace_file, "w"))) fputs("(set-logic ALL)\n", s->trace);
  if (config->record_file) s->record = record_open(tm, config->record_file);
  limits_add_interrupter(limits, interrupt, s);
  return s;
}

void solver_free(struct solver *s) {
  if (!s) return;
  limits_remove_interrupter(s->limits, s);
  s->ops->close(s->backend);
  lowering_free(s->lowering);
  cache_free(s->cache);
  normal_free(s->normal);
  word_free(s->word);
  if (s->trace) fclose(s->trace);
  record_close(s->record);
  vec_term_release(&s->assertions);
  vec_u32_release(&s->marks);
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

// --- back end ---------------------------------------------------------------------------

static void collect_vars(struct terms *tm, uint32_t n, const struct term *terms, struct map_u32 *seen, struct vec_term *vars) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *ids = term_free_vars(tm, terms[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      if (map_u32_find(seen, ids[k])) continue;
      map_u32_put(seen, ids[k], 1);
      vec_term_push(vars, (struct term){ids[k]});
    }
  }
}

static void variables_of(struct terms *tm, uint32_t n, const struct term *terms, struct vec_term *vars) {
  struct map_u32 seen = {0};
  collect_vars(tm, n, terms, &seen, vars);
  map_u32_release(&seen);
}

static void trace_query(struct solver *s, uint32_t n, const struct term *conjuncts) {
  struct text text = {0};
  text_printf(&text, "; query %llu\n(push 1)\n", (unsigned long long)++s->traced);
  query_print(s->tm, n, conjuncts, &text);
  text_add(&text, "(check-sat)\n(pop 1)\n");
  fputs(text_cstr(&text), s->trace);
  fflush(s->trace); // the query may be the last thing that happens
  text_release(&text);
}

// A query on its way through the back end: conjunct from[i] of the caller became asked[i].
struct question {
  struct vec_term asked, facts, aux, vars;
  struct vec_u32 from;
  bool lowered;
};

static void question_release(struct question *q) {
  vec_term_release(&q->asked);
  vec_term_release(&q->facts);
  vec_term_release(&q->aux);
  vec_term_release(&q->vars);
  vec_u32_release(&q->from);
}

// False when a conjunct is false: q->from then holds it alone.
static bool question_lower(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts) {
  q->lowered = true;
  for (uint32_t i = 0; i < n && q->lowered; i++) {
    struct term plain = stage_on(s->stages, STAGE_NORMAL) ? normal_apply(s->normal, conjuncts[i]) : conjuncts[i];
    struct term t = lowering_apply(s->lowering, plain);
    q->lowered = !term_none(t);
    if (term_none(t) || term_is_true(s->tm, t)) continue;
    if (term_is_false(s->tm, t)) vec_u32_clear(&q->from);
    vec_u32_push(&q->from, i);
    if (term_is_false(s->tm, t)) return false;
    vec_term_push(&q->asked, t);
  }
  if (q->lowered) {
    lowering_facts(s->lowering, q->asked.size, q->asked.data, &q->facts, &q->aux);
    return true;
  }
  vec_term_clear(&q->asked);
  vec_u32_clear(&q->from);
  for (uint32_t i = 0; i < n; i++) {
    vec_term_push(&q->asked, conjuncts[i]);
    vec_u32_push(&q->from, i);
  }
  return true;
}

// The back end's model for the variables of the query; NULL if a value cannot be had. *whole: with auxiliary variables.
static struct model *question_model(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts, struct model **whole) {
  struct map_u32 seen = {0};
  vec_term_clear(&q->vars);
  collect_vars(s->tm, q->asked.size, q->asked.data, &seen, &q->vars);
  collect_vars(s->tm, q->facts.size, q->facts.data, &seen, &q->vars);
  struct model *raw = model_new(s->tm);
  bool complete = true;
  for (uint32_t i = 0; i < q->vars.size && complete; i++) {
    struct term value = s->ops->value(s->backend, q->vars.data[i]);
    complete = !term_none(value);
    if (complete) model_set(raw, q->vars.data[i], value);
  }
  if (complete && q->lowered) {
    struct model *arrays = model_new(s->tm);
    lowering_arrays(s->lowering, &q->aux, raw, arrays);
    struct model *both = model_merge(s->tm, raw, arrays);
    model_unref(raw);
    model_unref(arrays);
    raw = both;
  }
  struct model *model = NULL;
  if (complete) {
    model = model_new(s->tm);
    vec_term_clear(&q->vars);
    map_u32_clear(&seen);
    collect_vars(s->tm, n, conjuncts, &seen, &q->vars);
    for (uint32_t i = 0; i < q->vars.size; i++) model_set(model, q->vars.data[i], model_get(raw, q->vars.data[i]));
  }
  *whole = raw;
  map_u32_release(&seen);
  return model;
}

static bool holds_all(struct model *model, uint32_t n, const struct term *conjuncts) {
  for (uint32_t i = 0; i < n; i++)
    if (!model_holds(model, conjuncts[i])) return false;
  return true;
}

// One check by the back end. SAT: *model satisfies the query, or is NULL with *refined telling whether new facts came up.
static enum answer question_ask(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts, double seconds, struct model **model,
                                bool *refined) {
  *refined = false;
  enum answer answer = s->ops->check(s->backend, q->asked.size, q->asked.data, q->facts.size, q->facts.data, seconds);
  if (answer == ANSWER_UNKNOWN) s->reason = s->ops->reason(s->backend);
  if (answer != ANSWER_SAT) return answer;
  struct model *raw = NULL;
  *model = question_model(s, q, n, conjuncts, &raw);
  if (*model && !holds_all(*model, n, conjuncts)) {
    model_unref(*model);
    *model = NULL;
    *refined = q->lowered && lowering_refine(s->lowering, &q->aux, raw, &q->facts);
  }
  model_unref(raw);
  return answer;
}

enum { MAX_REFINEMENTS = 10000 }; // a safeguard: see lower.h on why refinement ends

// Checks and refinements within the time of one query. SAT without a model: it was not found in time.
static enum answer question_settle(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts, struct model **model) {
  double start = clock_now();
  enum answer answer = ANSWER_UNKNOWN;
  bool refined = true;
  for (uint32_t round = 0; refined && round <= MAX_REFINEMENTS; round++) {
    double rest = s->query_seconds > 0 ? s->query_seconds - (clock_now() - start) : 0;
    if (s->query_seconds > 0 && rest <= 0) break;
    answer = question_ask(s, q, n, conjuncts, rest, model, &refined);
  }
  return answer;
}

static enum answer ask_backend(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model, struct vec_term *core) {
  if (s->trace) trace_query(s, n, conjuncts);
  if (s->record) record_backend(s->record, n, conjuncts);
  double start = clock_now();
  struct question q = {0};
  enum answer answer = ANSWER_UNSAT;
  if (!question_lower(s, &q, n, conjuncts)) {
    vec_term_push(core, conjuncts[q.from.data[0]]);
  } else if (!q.lowered && !s->ops->arrays) {
    answer = ANSWER_UNKNOWN;
    s->reason = REASON_SOLVER;
  } else {
    answer = question_settle(s, &q, n, conjuncts, model);
    if (answer == ANSWER_UNSAT) {
      uint32_t size;
      const uint32_t *indices = s->ops->core(s->backend, &size);
      for (uint32_t i = 0; i < size; i++) vec_term_push(core, conjuncts[q.from.data[indices[i]]]);
      // An empty core would mean that the facts conflict, which they cannot.
      if (!size) answer = ANSWER_UNKNOWN, s->reason = REASON_SOLVER;
    }
    if (answer == ANSWER_SAT && !*model) {
      s->stats->models_refused++;
      s->reason = REASON_SOLVER;
      answer = ANSWER_UNKNOWN;
    }
  }
  question_release(&q);
  s->stats->time_solver += clock_now() - start;
  if (s->ops->work) {
    struct backend_work work = s->ops->work(s->backend);
    s->stats->queries_small += work.small - s->counted.small;
    s->stats->queries_large += work.large - s->counted.large;
    s->stats->time_small += work.small_seconds - s->counted.small_seconds;
    s->stats->time_large += work.large_seconds - s->counted.large_seconds;
    s->counted = work;
  }
  if (answer == ANSWER_UNKNOWN) s->stats->queries_unknown++;
  else s->stats->queries_solver++;
  return answer;
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
static bool normalise(struct solver *s, uint32_t n, const struct term *conjuncts, struct vec_term *set, struct vec_term *core) {
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

// A model with exactly the variables of the query.
static struct model *restricted(struct solver *s, struct model *model, const struct vec_term *set) {
  struct vec_term vars = {0};
  variables_of(s->tm, set->size, set->data, &vars);
  struct model *result = model_new(s->tm);
  for (uint32_t i = 0; i < vars.size; i++) model_set(result, vars.data[i], model_get(model, vars.data[i]));
  vec_term_release(&vars);
  return result;
}

static enum answer by_range(struct solver *s, const struct vec_term *set, uint32_t n, const struct term *conjuncts, struct model **model, struct vec_term *core) {
  struct term var, value;
  enum answer answer = range_decide(s->tm, set->size, set->data, &var, &value);
  if (answer == ANSWER_UNSAT) shrink_by_range(s, set, core);
  if (answer != ANSWER_SAT) return answer;
  *model = model_new(s->tm);
  model_set(*model, var, value);
  assert(holds_all(*model, n, conjuncts));
  return answer;
}

static enum answer by_cache(struct solver *s, const struct vec_term *set, struct model **model, struct vec_term *core) {
  enum answer answer = cache_find(s->cache, set->size, set->data, model, core);
  if (answer != ANSWER_SAT) return answer;
  struct model *wide = *model;
  *model = restricted(s, wide, set);
  model_unref(wide);
  return answer;
}

static enum answer decide_set(struct solver *s, const struct vec_term *set, uint32_t n, const struct term *conjuncts, struct model **model, struct vec_term *core) {
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
  if (stage_on(s->stages, STAGE_WORD)) {
    now = clock_now();
    answer = word_decide(s->word, n, conjuncts, model, core);
    s->stats->time_word += clock_now() - now;
    if (answer != ANSWER_UNKNOWN) s->stats->queries_word++;
  }
  if (answer == ANSWER_UNKNOWN) answer = ask_backend(s, n, conjuncts, model, core);
  if (!stage_on(s->stages, STAGE_CACHE)) return answer;
  if (answer == ANSWER_SAT) cache_add_model(s->cache, set->size, set->data, *model);
  if (answer == ANSWER_UNSAT) cache_add_core(s->cache, set->size, set->data, core->size - before, core->data + before);
  return answer;
}

enum answer solver_decide(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model, struct vec_term *core) {
  struct vec_term set = {0}, own_core = {0};
  *model = NULL;
  enum answer answer = ANSWER_UNSAT;
  if (normalise(s, n, conjuncts, &set, core ? core : &own_core)) answer = decide_set(s, &set, n, conjuncts, model, core ? core : &own_core);
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

enum answer solver_decide_parts(struct solver *s, const struct vec_term *all, struct model **model, struct vec_term *core) {
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
  enum answer answer = stage_on(s->stages, STAGE_COMPONENTS) ? solver_decide_parts(s, &all, &s->model, &s->core)
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
