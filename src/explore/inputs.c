// See inputs.h. The conjuncts fall into components that share no variable. One that has inputs only is satisfied for
// some values of them, since the whole formula is: it goes. In the others one input after the other goes where that can
// be done exactly.
#include "explore/inputs.h"
#include "solve/interpolate/interpolate.h"

#define ELIMINATE_SIZE 1000 // of components, as graphs: larger ones are left as they are
#define ELIMINATE_GROWTH 4 // how much larger one may become

bool inputs_in(const struct expansion *x, struct term formula) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (expansion_is_input(x, (struct term){vars[i]})) return true;
  return false;
}

// --- components ------------------------------------------------------------------------------------------------------

static uint32_t root_of(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// By conjunct: the first one of its component.
static void find_components(struct terms *tm, const struct vec_term *conjuncts, uint32_t *parent) {
  struct map_u32 first = {0}; // variable → a conjunct that has it
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(tm, conjuncts->data[i], &n);
    parent[i] = i;
    for (uint32_t k = 0; k < n; k++) {
      const uint32_t *other = map_u32_find(&first, vars[k]);
      if (!other) {
        map_u32_put(&first, vars[k], i);
        continue;
      }
      uint32_t a = root_of(parent, *other), c = root_of(parent, i);
      if (a < c) parent[c] = a;
      else parent[a] = c;
    }
  }
  map_u32_release(&first);
}

// --- one component ---------------------------------------------------------------------------------------------------

static bool has_arrays(struct terms *tm, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (sort_kind(tm, term_sort(tm, (struct term){vars[i]})) == SORT_ARRAY) return true;
  return false;
}

// For some value of the input: exactly, or none. With arrays the solver would have much to do.
static struct term without_input(struct expansion *x, struct term t, struct term input) {
  struct terms *tm = x->tm;
  struct interpolator *ip = run_interpolator(x->run);
  uint32_t size = term_dag_size(tm, t);
  if (size > ELIMINATE_SIZE) return TERM_NONE;
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, t);
  bool exact = interpolate_project(ip, &conjuncts, 1, &input);
  if (!exact && !has_arrays(tm, t)) {
    vec_term_clear(&conjuncts);
    vec_term_push(&conjuncts, t);
    exact = interpolate_eliminate(ip, &conjuncts, 1, &input);
  }
  struct term result = exact ? term_and_n(tm, conjuncts.size, conjuncts.data) : TERM_NONE;
  vec_term_release(&conjuncts);
  return exact && term_dag_size(tm, result) <= ELIMINATE_GROWTH * size ? result : TERM_NONE;
}

static struct term without_inputs(struct expansion *x, struct term t, struct input_counts *counts) {
  struct vec_term inputs = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (expansion_is_input(x, (struct term){vars[i]})) vec_term_push(&inputs, (struct term){vars[i]});
  if (inputs.size == n) t = term_true(x->tm);
  for (uint32_t i = 0; i < inputs.size; i++) {
    bool there = term_mentions(x->tm, t, inputs.data[i]);
    struct term result = there ? without_input(x, t, inputs.data[i]) : t;
    if (term_none(result)) counts->left++;
    else counts->eliminated++;
    if (!term_none(result)) t = result;
  }
  vec_term_release(&inputs);
  return t;
}

// --- the formula -----------------------------------------------------------------------------------------------------

struct term inputs_eliminate(struct expansion *x, struct term formula, struct input_counts *counts) {
  struct terms *tm = x->tm;
  if (!inputs_in(x, formula)) return formula;
  double start = clock_now();
  struct vec_term conjuncts = {0}, component = {0}, all = {0};
  vec_term_push(&conjuncts, formula);
  terms_tidy(tm, &conjuncts);
  uint32_t *parent = mem_alloc((conjuncts.size + 1) * sizeof *parent);
  find_components(tm, &conjuncts, parent);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (root_of(parent, i) != i) continue;
    vec_term_clear(&component);
    for (uint32_t k = i; k < conjuncts.size; k++)
      if (root_of(parent, k) == i) vec_term_push(&component, conjuncts.data[k]);
    struct term t = term_and_n(tm, component.size, component.data);
    vec_term_push(&all, inputs_in(x, t) ? without_inputs(x, t, counts) : t);
  }
  formula = term_and_n(tm, all.size, all.data);
  vec_term_release(&conjuncts);
  vec_term_release(&component);
  vec_term_release(&all);
  mem_free(parent);
  counts->seconds += clock_now() - start;
  return formula;
}
