// Asking: a conjunction that the stages before could not answer, without arrays, first at the word level, then of the
// back end, until a model fits.
#include "base/memory/map.h"
#include "solve/solver.h"
#include <assert.h>

static void collect_vars(struct terms *tm, uint32_t n, const struct term *terms, struct map_u32 *seen,
                         struct vec_term *vars) {
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

// appends each once
static void terms_vars(struct terms *tm, uint32_t n, const struct term *terms, struct vec_term *vars) {
  struct map_u32 seen = {0};
  collect_vars(tm, n, terms, &seen, vars);
  map_u32_release(&seen);
}

struct model *model_restricted(struct terms *tm, struct model *model, uint32_t n, const struct term *conjuncts) {
  struct vec_term vars = {0};
  terms_vars(tm, n, conjuncts, &vars);
  struct model *result = model_new(tm);
  for (uint32_t i = 0; i < vars.size; i++) model_set(result, vars.data[i], model_get(model, vars.data[i]));
  vec_term_release(&vars);
  return result;
}

bool model_holds_all(struct model *model, uint32_t n, const struct term *conjuncts) {
  for (uint32_t i = 0; i < n; i++)
    if (!model_holds(model, conjuncts[i])) return false;
  return true;
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

// --- the question ------------------------------------------------------------------------

void question_release(struct question *q) {
  vec_term_release(&q->asked);
  vec_term_release(&q->facts);
  vec_term_release(&q->aux);
  vec_term_release(&q->vars);
  vec_u32_release(&q->from);
  vec_u32_release(&q->core);
}

static void question_clear(struct question *q) {
  vec_term_clear(&q->asked);
  vec_term_clear(&q->facts);
  vec_term_clear(&q->aux);
  vec_u32_clear(&q->from);
  vec_u32_clear(&q->core);
}

// False when a conjunct is false: q->from then holds it alone.
static bool question_lower(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts) {
  question_clear(q);
  q->lowered = true;
  for (uint32_t i = 0; i < n && q->lowered; i++) {
    struct term plain = stage_on(s->stages, STAGE_NORMAL) ? normal_apply(s->normal, conjuncts[i]) : conjuncts[i];
    struct term t = arrays_apply(s->arrays, plain);
    q->lowered = !term_none(t);
    if (term_none(t) || term_is_true(s->tm, t)) continue;
    if (term_is_false(s->tm, t)) vec_u32_clear(&q->from);
    vec_u32_push(&q->from, i);
    if (term_is_false(s->tm, t)) return false;
    vec_term_push(&q->asked, t);
  }
  if (q->lowered) {
    arrays_facts(s->arrays, q->asked.size, q->asked.data, &q->facts, &q->aux);
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

// The values that the back end gives to the variables of the question; NULL if one cannot be had.
static struct model *backend_model(struct solver *s, struct question *q) {
  struct map_u32 seen = {0};
  vec_term_clear(&q->vars);
  collect_vars(s->tm, q->asked.size, q->asked.data, &seen, &q->vars);
  collect_vars(s->tm, q->facts.size, q->facts.data, &seen, &q->vars);
  map_u32_release(&seen);
  struct model *raw = model_new(s->tm);
  for (uint32_t i = 0; i < q->vars.size; i++) {
    struct term value = s->ops->value(s->backend, q->vars.data[i]);
    if (term_none(value)) {
      model_unref(raw);
      return NULL;
    }
    model_set(raw, q->vars.data[i], value);
  }
  return raw;
}

// Arrays from the values of their cells; takes over the reference.
static struct model *with_arrays(struct solver *s, struct question *q, struct model *raw) {
  if (!q->aux.size) return raw;
  struct model *arrays = model_new(s->tm);
  arrays_values(s->arrays, &q->aux, raw, arrays);
  struct model *both = model_merge(s->tm, raw, arrays);
  model_unref(raw);
  model_unref(arrays);
  return both;
}

static void core_by_terms(struct question *q, const struct vec_term *core) {
  struct map_u32 in_core = {0};
  for (uint32_t i = 0; i < core->size; i++) map_u32_put(&in_core, core->data[i].id, 1);
  for (uint32_t i = 0; i < q->asked.size; i++)
    if (map_u32_remove(&in_core, q->asked.data[i].id)) vec_u32_push(&q->core, i);
  map_u32_release(&in_core);
}

// SAT: *raw gets values for the question's variables. UNSAT: q->core.
static enum answer at_word_level(struct solver *s, struct question *q, struct model **raw) {
  if (!stage_on(s->stages, STAGE_WORD) || !q->lowered) return ANSWER_UNKNOWN;
  double start = clock_now();
  struct vec_term core = {0};
  enum answer answer = word_decide(s->word, q->asked.size, q->asked.data, q->facts.size, q->facts.data, raw, &core);
  if (answer == ANSWER_UNSAT) core_by_terms(q, &core);
  vec_term_release(&core);
  s->stats->time_word += clock_now() - start;
  return answer;
}

static enum answer of_backend(struct solver *s, struct question *q, double seconds, struct model **raw) {
  enum answer answer = s->ops->check(s->backend, q->asked.size, q->asked.data, q->facts.size, q->facts.data, seconds);
  if (answer == ANSWER_SAT) {
    *raw = backend_model(s, q);
  } else if (answer == ANSWER_UNSAT) {
    uint32_t size;
    const uint32_t *indices = s->ops->core(s->backend, &size);
    for (uint32_t i = 0; i < size; i++) vec_u32_push(&q->core, indices[i]);
  } else {
    s->reason = s->ops->reason(s->backend);
  }
  return answer;
}

// SAT: *model satisfies the conjuncts, or is NULL with *refined telling whether new facts came up.
static enum answer question_ask(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts,
                                double seconds, struct model **model, bool *refined) {
  *refined = false;
  struct model *raw = NULL;
  q->by_word = true;
  enum answer answer = at_word_level(s, q, &raw);
  if (answer == ANSWER_UNKNOWN) {
    q->by_word = false;
    answer = of_backend(s, q, seconds, &raw);
  }
  if (answer != ANSWER_SAT || !raw) return answer;
  raw = with_arrays(s, q, raw);
  *model = model_restricted(s->tm, raw, n, conjuncts);
  if (!model_holds_all(*model, n, conjuncts)) {
    model_unref(*model);
    *model = NULL;
    *refined = q->lowered && arrays_refine(s->arrays, &q->aux, raw, &q->facts);
  }
  model_unref(raw);
  return answer;
}

enum { MAX_REFINEMENTS = 10000 }; // a safeguard: see eliminate.h on why refinement ends

// Checks and refinements within the time of one query. SAT without a model: none of those found fits.
static enum answer question_decide(struct solver *s, struct question *q, uint32_t n, const struct term *conjuncts,
                                   struct model **model) {
  double start = s->query_seconds > 0 ? clock_cpu() : 0;
  enum answer answer = ANSWER_UNKNOWN;
  bool refined = true;
  for (uint32_t round = 0; refined && round <= MAX_REFINEMENTS; round++) {
    double rest = s->query_seconds > 0 ? s->query_seconds - (clock_cpu() - start) : 0;
    if (s->query_seconds > 0 && rest <= 0) {
      s->reason = REASON_SOLVER;
      return ANSWER_UNKNOWN;
    }
    answer = question_ask(s, q, n, conjuncts, rest, model, &refined);
  }
  return answer;
}

static void count(struct solver *s, enum answer answer, bool by_word) {
  if (answer == ANSWER_UNKNOWN) s->stats->queries_unknown++;
  else if (by_word) s->stats->queries_word++;
  else s->stats->queries_solver++;
  if (!s->ops->work) return;
  struct backend_work work = s->ops->work(s->backend);
  s->stats->queries_small += work.small - s->counted.small;
  s->stats->queries_again += work.word - s->counted.word;
  s->stats->queries_large += work.large - s->counted.large;
  s->stats->time_small += work.small_seconds - s->counted.small_seconds;
  s->stats->time_again += work.word_seconds - s->counted.word_seconds;
  s->stats->time_large += work.large_seconds - s->counted.large_seconds;
  s->counted = work;
}

#ifdef CLEW_DEBUG
// A core must conflict by itself.
static void check_core(struct solver *s, const struct question *q) {
  struct vec_term core = {0};
  for (uint32_t i = 0; i < q->core.size; i++) vec_term_push(&core, q->asked.data[q->core.data[i]]);
  assert(s->ops->check(s->backend, core.size, core.data, q->facts.size, q->facts.data, 1) != ANSWER_SAT);
  vec_term_release(&core);
}
#endif

enum answer solver_ask(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                       struct vec_term *core) {
  enum answer answer = solver_ask_cases(s, n, conjuncts, model, core);
  if (answer != ANSWER_UNKNOWN) return answer;
  if (s->trace) trace_query(s, n, conjuncts);
  if (s->record) record_backend(s->record, n, conjuncts);
  return rings_concern(s, n, conjuncts) ? solver_ask_rings(s, n, conjuncts, model, core)
                                        : solver_ask_plain(s, n, conjuncts, model, core);
}

enum answer solver_ask_plain(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core) {
  double start = clock_now(), word = s->stats->time_word;
  struct question *q = &s->question;
  enum answer answer = ANSWER_UNSAT;
  if (!question_lower(s, q, n, conjuncts)) {
    vec_term_push(core, conjuncts[q->from.data[0]]);
    q->by_word = true;
  } else if (!q->lowered && !s->ops->arrays) {
    answer = ANSWER_UNKNOWN;
    s->reason = REASON_SOLVER;
  } else {
    answer = question_decide(s, q, n, conjuncts, model);
#ifdef CLEW_DEBUG
    if (answer == ANSWER_UNSAT) check_core(s, q);
#endif
    for (uint32_t i = 0; answer == ANSWER_UNSAT && i < q->core.size; i++)
      vec_term_push(core, conjuncts[q->from.data[q->core.data[i]]]);
    // An empty core would mean that the facts conflict, which they cannot.
    if (answer == ANSWER_UNSAT && !q->core.size) answer = ANSWER_UNKNOWN, s->reason = REASON_SOLVER;
    if (answer == ANSWER_SAT && !*model) {
      s->stats->models_refused++;
      s->reason = REASON_SOLVER;
      answer = ANSWER_UNKNOWN;
    }
  }
  s->stats->time_solver += clock_now() - start - (s->stats->time_word - word);
  count(s, answer, q->by_word);
  return answer;
}
