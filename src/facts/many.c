// More candidates than the sources give by themselves, for callers that try many at once.
//
// Conditions of the program come with their negations and relations of sampled runs are not cut short. Besides, there
// are relations of two and three variables in fixed forms, of those that the loop changes with each other, and with
// what it is compared with: orders, sums and differences that the loop keeps on one side of something, and multiples
// by the numbers that the loop adds. Few of them hold; reached states refute most of the others.
#include "facts/candidates.h"
#include "facts/guards.h"
#include "facts/samples.h"
#include "facts/table.h"

enum {
  MAX_CONDITIONS = 48, // of the program; as many negations
  MAX_RELATIONS = 48,
  MAX_TOTALS = 16,
  MAX_WITHIN = 40,
  MAX_MEMBERS = 40,
  MAX_CHANGED = 6, // variables of forms
  MAX_VARIABLES = 10,
  MAX_STEPS = 4, // numbers that a loop adds to a variable
};

struct many {
  struct facts *f;
  struct terms *tm;
  struct location head;
  struct candidates all;
  struct vec_u32 variables; // bit-vectors: first those that the loop changes
  uint32_t changed; // how many do
};

static bool holds_so_far(struct many *m, struct term t) { return !facts_refute(m->f, m->head, t); }

// A form: only if no reached state refutes it.
static void offer_form(struct many *m, struct term t) {
  if (!term_is_const(m->tm, t) && holds_so_far(m, t)) candidates_add(&m->all, t);
}

// --- conditions of the program ---------------------------------------------------------------------------------------

static void add_conditions(struct many *m, uint32_t sources, struct vec_term *out) {
  struct vec_term found = {0};
  guards_append(m->f, m->head, sources & (SOURCE_GUARDS | SOURCE_PHASES), MAX_CONDITIONS, &found);
  for (uint32_t i = 0; i < found.size; i++) {
    vec_term_push(out, found.data[i]);
    vec_term_push(out, term_not(m->tm, found.data[i]));
  }
  vec_term_release(&found);
}

// --- variables of forms ----------------------------------------------------------------------------------------------

static void add_variable(struct many *m, uint32_t var, uint32_t most) {
  const struct cfa_var *v = &m->f->cfa->vars.data[var];
  if (m->variables.size >= most || v->kind == VAR_RESULT) return;
  if (sort_kind(m->tm, v->sort) != SORT_BV || sort_width(m->tm, v->sort) > 64) return;
  for (uint32_t i = 0; i < m->variables.size; i++)
    if (m->variables.data[i] == var) return;
  vec_u32_push(&m->variables, var);
}

static bool is_in_scope(const struct many *m, uint32_t var) {
  uint32_t function = m->f->cfa->vars.data[var].function;
  return function == CFA_NONE || function == cfa_location(m->f->cfa, m->head)->function;
}

// Those of the conditions around the head: the loop's own, and what they are compared with.
static void find_variables(struct many *m, const struct vec_term *conditions) {
  struct vec_u32 changes = {0};
  cfa_loop_changes(m->f->cfa, m->head, &changes);
  for (uint32_t i = 0; i < changes.size; i++)
    if (is_in_scope(m, changes.data[i])) add_variable(m, changes.data[i], MAX_CHANGED);
  m->changed = m->variables.size;
  vec_u32_release(&changes);
  for (uint32_t i = 0; i < conditions->size; i++) {
    uint32_t n;
    const uint32_t *ids = term_free_vars(m->tm, conditions->data[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      uint32_t var = cfa_var_of(m->f->cfa, (struct term){ids[k]});
      if (var != CFA_NONE && is_in_scope(m, var)) add_variable(m, var, MAX_VARIABLES);
    }
  }
}

static const struct cfa_var *variable(const struct many *m, uint32_t i) {
  return &m->f->cfa->vars.data[m->variables.data[i]];
}

static bool same_width(const struct many *m, uint32_t i, uint32_t k) {
  return term_width(m->tm, variable(m, i)->term) == term_width(m->tm, variable(m, k)->term);
}

// --- forms -----------------------------------------------------------------------------------------------------------

static struct term at_most(struct many *m, bool is_unsigned, struct term a, struct term b) {
  return is_unsigned ? term_ule(m->tm, a, b) : term_sle(m->tm, a, b);
}

// x <= y, x <= y + 1.
static void offer_order(struct many *m, uint32_t i, uint32_t k) {
  struct term x = variable(m, i)->term, y = variable(m, k)->term;
  bool is_unsigned = variable(m, i)->is_unsigned && variable(m, k)->is_unsigned;
  struct term one = term_bv(m->tm, term_width(m->tm, x), 1), order = at_most(m, is_unsigned, x, y);
  if (holds_so_far(m, order)) offer_form(m, order);
  else offer_form(m, at_most(m, is_unsigned, x, term_add(m->tm, y, one)));
}

// The sum or difference of two that change, against a third.
static void offer_sums(struct many *m, uint32_t i, uint32_t k, uint32_t other) {
  struct term x = variable(m, i)->term, y = variable(m, k)->term, z = variable(m, other)->term;
  bool is_unsigned = variable(m, other)->is_unsigned;
  for (int minus = 0; minus < 2; minus++) {
    struct term sum = minus ? term_sub(m->tm, x, y) : term_add(m->tm, x, y);
    offer_form(m, term_eq(m->tm, sum, z));
    offer_form(m, at_most(m, is_unsigned, sum, z));
    offer_form(m, at_most(m, is_unsigned, z, sum));
  }
}

// The numbers that edges of the loop add to the variable.
static void find_steps(struct many *m, uint32_t var, struct vec_u64 *steps) {
  const struct cfa *cfa = m->f->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (!cfa_in_loop(cfa, e->from, m->head)) continue;
    for (uint32_t k = 0; k < e->updates.size; k++) {
      uint64_t step;
      if (e->updates.data[k].var != var) continue;
      if (!term_value64(m->tm, term_sub(m->tm, e->updates.data[k].value, cfa->vars.data[var].term), &step)) continue;
      uint32_t n = 0;
      while (n < steps->size && steps->data[n] != step) n++;
      if (n == steps->size && n < MAX_STEPS && step > 1) vec_u64_push(steps, step);
    }
  }
}

// x <= c·y and x >= c·y.
static void offer_multiples(struct many *m, uint32_t i, uint32_t k, const struct vec_u64 *steps) {
  struct term x = variable(m, i)->term, y = variable(m, k)->term;
  bool is_unsigned = variable(m, i)->is_unsigned;
  for (uint32_t n = 0; n < steps->size; n++) {
    struct term times = term_mul(m->tm, term_bv(m->tm, term_width(m->tm, x), steps->data[n]), y);
    offer_form(m, at_most(m, is_unsigned, x, times));
    offer_form(m, at_most(m, is_unsigned, times, x));
  }
}

static void offer_forms(struct many *m) {
  for (uint32_t i = 0; i < m->changed; i++) {
    struct vec_u64 steps = {0};
    find_steps(m, m->variables.data[i], &steps);
    for (uint32_t k = 0; k < m->variables.size; k++) {
      if (k == i || !same_width(m, i, k)) continue;
      offer_order(m, i, k);
      offer_order(m, k, i);
      if (k >= m->changed) continue;
      offer_multiples(m, i, k, &steps);
      for (uint32_t other = 0; other < m->variables.size; other++)
        if (other != i && other != k && i < k && same_width(m, i, other)) offer_sums(m, i, k, other);
    }
    vec_u64_release(&steps);
  }
}

// --- all together ----------------------------------------------------------------------------------------------------

void facts_many(struct facts *f, struct location head, uint32_t sources, struct vec_term *out) {
  struct many m = {.f = f, .tm = f->tm, .head = head, .all = {.tm = f->tm}};
  uint32_t before = out->size;
  struct vec_term conditions = {0}, relations = {0};
  if (sources & (SOURCE_GUARDS | SOURCE_PHASES)) add_conditions(&m, sources, &conditions);
  if (sources & SOURCE_RUNS) {
    facts_sample(f);
    source_runs(f, head, sources, MAX_RELATIONS, &relations);
    find_variables(&m, &conditions);
    for (uint32_t i = 0; i < relations.size; i++) candidates_add(&m.all, relations.data[i]);
    offer_forms(&m);
  }
  if (sources & SOURCE_WITHIN) source_within(f, head, sources, MAX_WITHIN, out);
  if (sources & SOURCE_MEMBERS) source_members(f, head, sources, MAX_MEMBERS, out);
  if (sources & SOURCE_TOTALS) source_totals(f, head, sources, MAX_TOTALS, out);
  for (uint32_t i = 0; i < conditions.size; i++) vec_term_push(out, conditions.data[i]);
  for (uint32_t i = 0; i < m.all.list.size; i++) vec_term_push(out, m.all.list.data[i]);
  f->counts.candidates += out->size - before;
  vec_term_release(&conditions);
  vec_term_release(&relations);
  vec_u32_release(&m.variables);
  candidates_release(&m.all);
}
