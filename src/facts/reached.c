// States that were reached at loop heads, and the formulas that they refute.
//
// They come from engines (facts_reach) and from the sampled runs (runs.c). Which of them a formula was evaluated in is
// remembered, so that a formula costs each state once; it stays refuted.
#include "facts/reached.h"
#include "facts/samples.h"
#include "facts/table.h"

enum {
  MAX_VISITS = 64,         // of a head, and as many samples are looked at
  MAX_ALL_VISITS = 2048,   // of all heads
  MAX_VARS = 200,          // of a head
};
#define REFUTED UINT32_MAX // in `checked`; otherwise the number of visits that were looked at, and of samples << 16

void reached_free(struct reached *r) {
  for (uint32_t i = 0; i < r->visits.size; i++) {
    struct visit *v = &r->visits.data[i];
    vec_u64_release(&v->bits);
    vec_term_release(&v->terms);
    model_unref(v->model);
    model_unref(v->values);
  }
  vec_visit_release(&r->visits);
  for (uint32_t i = 0; i < r->sampled.size; i++) model_unref(r->sampled.data[i]);
  vec_ptr_release(&r->sampled);
  vec_u32_release(&r->vars);
  map_u32_release(&r->index_of_var);
  map_u32_release(&r->seen);
  map_u32_release(&r->checked);
  mem_free(r);
}

static void add_variables(const struct cfa *cfa, struct reached *r, const struct vec_u32 *vars) {
  for (uint32_t i = 0; i < vars->size && r->vars.size < MAX_VARS; i++) {
    const struct cfa_var *v = &cfa->vars.data[vars->data[i]];
    enum sort_kind kind = sort_kind(cfa->tm, v->sort);
    if (v->kind == VAR_RESULT || (kind != SORT_BOOL && kind != SORT_BV)) continue;
    map_u32_put(&r->index_of_var, vars->data[i], r->vars.size);
    vec_u32_push(&r->vars, vars->data[i]);
  }
}

struct reached *facts_reached(struct facts *f, struct location head) {
  struct record *record = facts_record(f, head);
  if (record->reached) return record->reached;
  struct reached *r = record->reached = mem_zalloc(1, sizeof *r);
  add_variables(f->cfa, r, &f->cfa->functions.data[cfa_location(f->cfa, head)->function].locals);
  add_variables(f->cfa, r, &f->cfa->globals);
  return r;
}

// --- visits ----------------------------------------------------------------------------------------------------------

// The same values, of the same inputs where they depend on inputs.
static uint64_t hash_visit(const struct visit *v) {
  uint64_t hash = hash_bytes(v->bits.data, v->bits.size * sizeof *v->bits.data);
  bool symbolic = false;
  for (uint32_t i = 0; i < v->terms.size; i++) {
    hash = hash_mix(hash, v->terms.data[i].id);
    symbolic = symbolic || !term_none(v->terms.data[i]);
  }
  if (symbolic) hash = hash_mix(hash, (uint64_t)(uintptr_t)v->model);
  return hash & ~(uint64_t)1; // not MAP_EMPTY
}

static void push_visit(struct facts *f, struct location head, struct reached *r, struct visit v) {
  facts_news(f, NEWS_REACHED, head, r->visits.size);
  vec_visit_push(&r->visits, v);
  f->visits++;
  f->counts.reached++;
}

static bool is_full(const struct facts *f, struct location head) {
  const struct record *record = f->records[head.id];
  return f->visits == MAX_ALL_VISITS || (record && record->reached && record->reached->visits.size == MAX_VISITS);
}

// Unless there is one like it. Takes the lists of v.
static void add_visit(struct facts *f, struct location head, struct reached *r, struct visit v) {
  uint64_t hash = hash_visit(&v);
  if (map_u32_find(&r->seen, hash)) {
    vec_u64_release(&v.bits);
    vec_term_release(&v.terms);
    return;
  }
  map_u32_put(&r->seen, hash, 1);
  if (v.model) model_ref(v.model);
  push_visit(f, head, r, v);
}

bool facts_add_visit(struct facts *f, struct location head, uint64_t hash, struct model *values) {
  struct reached *r = facts_reached(f, head);
  hash |= 1; // those of visits here are even
  if (r->visits.size == MAX_VISITS || f->visits == MAX_ALL_VISITS || hash == MAP_EMPTY || map_u32_find(&r->seen, hash))
    return false;
  map_u32_put(&r->seen, hash, 1);
  push_visit(f, head, r, (struct visit){.values = values});
  return true;
}

void facts_reach(struct facts *f, struct state *s) {
  struct location head = state_location(s);
  if (is_full(f, head)) return;
  struct reached *r = facts_reached(f, head);
  struct visit v = {.model = state_model(s)};
  for (uint32_t i = 0; i < r->vars.size; i++) {
    struct value value = state_scalar(s, r->vars.data[i]);
    vec_u64_push(&v.bits, value.term ? 0 : value.bits);
    vec_term_push(&v.terms, (struct term){value.term});
  }
  add_visit(f, head, r, v);
}

void facts_reach_values(struct facts *f, struct location head,
                        bool (*value)(void *context, uint32_t var, uint64_t *bits), void *context) {
  if (is_full(f, head)) return;
  struct reached *r = facts_reached(f, head);
  struct visit v = {0};
  for (uint32_t i = 0; i < r->vars.size; i++) {
    uint64_t bits = 0;
    bool known = value(context, r->vars.data[i], &bits);
    vec_u64_push(&v.bits, bits);
    // A term without a model to evaluate it in: not known.
    vec_term_push(&v.terms, known ? TERM_NONE : f->cfa->vars.data[r->vars.data[i]].term);
  }
  add_visit(f, head, r, v);
}

static struct term constant(struct terms *tm, struct sort sort, uint64_t bits) {
  return sort_kind(tm, sort) == SORT_BOOL ? term_bool(tm, bits) : term_bv(tm, sort_width(tm, sort), bits);
}

struct model *facts_visit_values(struct facts *f, struct reached *r, uint32_t visit) {
  struct visit *v = &r->visits.data[visit];
  if (v->values) return v->values;
  v->values = model_new(f->tm);
  for (uint32_t i = 0; i < r->vars.size; i++) {
    const struct cfa_var *var = &f->cfa->vars.data[r->vars.data[i]];
    struct term t = v->terms.data[i];
    if (!term_none(t)) t = v->model ? model_eval(v->model, t) : TERM_NONE;
    else t = constant(f->tm, var->sort, v->bits.data[i]);
    if (!term_none(t)) model_set(v->values, var->term, t);
  }
  return v->values;
}

// --- samples ---------------------------------------------------------------------------------------------------------

static const struct samples *samples_of(const struct facts *f, struct location head) {
  const uint32_t *at = map_u32_find(&f->samples_of, head.id);
  return at ? &f->samples.data[*at] : NULL;
}

static struct model *sample_values(struct facts *f, struct reached *r, const struct samples *s, uint32_t row) {
  while (r->sampled.size <= row) vec_ptr_push(&r->sampled, NULL);
  if (r->sampled.data[row]) return r->sampled.data[row];
  struct model *values = r->sampled.data[row] = model_new(f->tm);
  for (uint32_t i = 0; i < s->vars; i++) {
    struct term var = s->columns.data[i].term;
    model_set(values, var, constant(f->tm, term_sort(f->tm, var), s->values.data[(size_t)row * s->columns.size + i]));
  }
  return values;
}

// --- refuting --------------------------------------------------------------------------------------------------------

bool facts_is_reached(const struct facts *f, struct location location) {
  const struct record *record = f->records[location.id];
  const struct samples *s = samples_of(f, location);
  return (record && record->reached && record->reached->visits.size) || (s && s->rows);
}

static bool is_false(struct terms *tm, struct model *values, struct term formula) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!model_has(values, (struct term){vars[i]})) return false;
  return !model_holds(values, formula);
}

bool facts_refute(struct facts *f, struct location location, struct term formula) {
  if (!facts_is_reached(f, location)) return false;
  struct reached *r = facts_reached(f, location);
  const struct samples *s = samples_of(f, location);
  uint32_t known = map_u32_get_or(&r->checked, formula.id, 0);
  if (known == REFUTED) return true;
  uint32_t visit = known & 0xffff, row = known >> 16, rows = s ? s->rows : 0;
  bool refuted = false;
  for (; visit < r->visits.size && !refuted; visit++)
    refuted = is_false(f->tm, facts_visit_values(f, r, visit), formula);
  for (; row < rows && row < MAX_VISITS && !refuted; row++)
    refuted = is_false(f->tm, sample_values(f, r, s, row), formula);
  f->counts.refuted += refuted;
  map_u32_put(&r->checked, formula.id, refuted ? REFUTED : row << 16 | visit);
  return refuted;
}
