// See summarise.h.
//
// How to read it: the call graph; the variables that a call may change; the copy of functions that call each other,
// with jumps for calls; the calls of such a copy by other functions.
#include "cfa/pass/summarise.h"
#include "base/memory/alloc.h"

struct summariser {
  struct cfa *cfa;
  const struct vec_summary *summaries;
  struct vec_violation *violations;
  uint32_t n; // functions at first
  bool *reaches; // n × n: calls, directly or not
  bool *summarised; // by function
  uint32_t *copy; // by function: its copy, that other functions call; CFA_NONE: not made
  // Of the copy that is being made.
  uint32_t into;
  struct substitution *substitution;
  uint32_t *location_of; // by location: the copy's
  uint32_t *var_of; // by variable: the copy's
  uint32_t *at_entry; // by variable, for parameters: what they were at the entry; CFA_NONE: not needed
};

// --- the call graph ----------------------------------------------------------------------------------------------

static void find_calls(const struct cfa *cfa, uint32_t n, bool *reaches) {
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee != CFA_NONE) reaches[cfa_location(cfa, e->from)->function * n + e->callee] = true;
  }
  for (uint32_t middle = 0; middle < n; middle++)
    for (uint32_t from = 0; from < n; from++)
      for (uint32_t to = 0; reaches[from * n + middle] && to < n; to++)
        reaches[from * n + to] |= reaches[middle * n + to];
}

static bool *calls_new(const struct cfa *cfa) {
  uint32_t n = cfa->functions.size;
  bool *reaches = mem_zalloc((size_t)n * n + 1, sizeof *reaches);
  find_calls(cfa, n, reaches);
  return reaches;
}

// Are they one function, or do they call each other?
static bool together(const bool *reaches, uint32_t n, uint32_t f, uint32_t g) {
  return f == g || (reaches[f * n + g] && reaches[g * n + f]);
}

static bool is_wanted(const struct cfa *cfa, enum summarise which, const bool *reaches, uint32_t f) {
  return reaches[f * cfa->functions.size + f] || (which == SUMMARISE_ALL && !cfa->functions.data[f].is_model);
}

static void mark_summarisable(const struct cfa *cfa, enum summarise which, const bool *reaches, bool *summarised) {
  uint32_t n = cfa->functions.size;
  bool *allocates = mem_zalloc(n + 1, sizeof *allocates);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->allocs.size) allocates[cfa_location(cfa, e->from)->function] = true;
  }
  for (uint32_t f = 0; f < n; f++) {
    summarised[f] = is_wanted(cfa, which, reaches, f) && !allocates[f] && !together(reaches, n, f, cfa->main);
    for (uint32_t g = 0; g < n; g++)
      if (reaches[f * n + g] && allocates[g]) summarised[f] = false;
  }
  mem_free(allocates);
}

void cfa_summarisable(const struct cfa *cfa, enum summarise which, struct vec_u32 *functions) {
  bool *reaches = calls_new(cfa), *summarised = mem_zalloc(cfa->functions.size + 1, sizeof *summarised);
  mark_summarisable(cfa, which, reaches, summarised);
  for (uint32_t f = 0; f < cfa->functions.size; f++)
    if (summarised[f]) vec_u32_push(functions, f);
  mem_free(reaches);
  mem_free(summarised);
}

static bool is_about(const struct cfa *cfa, const struct cfa_summary *summary) {
  const struct cfa_function *f = &cfa->functions.data[summary->function];
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, summary->formula, &n);
  bool good = true;
  for (uint32_t i = 0; i < n && good; i++) {
    uint32_t v = cfa_var_of(cfa, (struct term){vars[i]});
    good = v != CFA_NONE && v == f->result;
    for (uint32_t k = 0; k < f->params.size && !good; k++) good = v != CFA_NONE && f->params.data[k] == v;
  }
  return good;
}

// --- what a call may change ----------------------------------------------------------------------------------------

static struct term add_input(struct cfa *cfa, struct edge edge, struct sort sort, const char *name) {
  struct term term = cfa_edge_term(cfa, sort, "any");
  vec_input_push(&cfa_edge(cfa, edge)->inputs,
                 (struct cfa_input){.term = term, .kind = INPUT_UNDEFINED, .name = cfa_string(cfa, name), .ctype = ""});
  return term;
}

static void havoc(struct cfa *cfa, struct edge edge, uint32_t var) {
  struct term value = add_input(cfa, edge, cfa->vars.data[var].sort, cfa->vars.data[var].name);
  vec_update_push(&cfa_edge(cfa, edge)->updates, (struct cfa_update){var, value});
}

static bool updates(const struct cfa_edge *e, uint32_t var) {
  if (e->callee != CFA_NONE) return e->result == var;
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (e->updates.data[i].var == var) return true;
  return false;
}

// Only functions that were there at first: a copy changes no more than they do.
static bool may_change(const struct summariser *s, uint32_t callee, uint32_t var) {
  const struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    uint32_t f = cfa_location(cfa, e->from)->function;
    if (f < s->n && (f == callee || s->reaches[callee * s->n + f]) && updates(e, var)) return true;
  }
  return false;
}

// The formula with the parameters and the result replaced.
static struct term instance(const struct summariser *s, const struct cfa_summary *summary, const struct term *params,
                            struct term result) {
  const struct cfa *cfa = s->cfa;
  const struct cfa_function *f = &cfa->functions.data[summary->function];
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < f->params.size; i++) {
    vec_term_push(&from, cfa->vars.data[f->params.data[i]].term);
    vec_term_push(&to, params[i]);
  }
  if (f->result != CFA_NONE) {
    vec_term_push(&from, cfa->vars.data[f->result].term);
    vec_term_push(&to, result);
  }
  struct term formula = term_substitute(cfa->tm, summary->formula, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return formula;
}

// The call returns: the edge has the guard of the call already.
static void add_return(struct summariser *s, struct edge edge, uint32_t callee, const struct vec_term *args,
                       uint32_t result) {
  struct cfa *cfa = s->cfa;
  const struct cfa_function *f = &cfa->functions.data[callee];
  struct term value = TERM_NONE, guard = cfa_edge(cfa, edge)->guard;
  if (f->result != CFA_NONE) value = add_input(cfa, edge, cfa->vars.data[f->result].sort, f->name);
  for (uint32_t i = 0; i < s->summaries->size; i++)
    if (s->summaries->data[i].function == callee)
      guard = term_and(cfa->tm, guard, instance(s, &s->summaries->data[i], args->data, value));
  cfa_edge(cfa, edge)->guard = guard;
  for (uint32_t i = 0; i < cfa->globals.size; i++) {
    uint32_t var = cfa->globals.data[i];
    if (var != result && may_change(s, callee, var)) havoc(cfa, edge, var);
  }
  if (result != CFA_NONE) vec_update_push(&cfa_edge(cfa, edge)->updates, (struct cfa_update){result, value});
}

// --- the copy ------------------------------------------------------------------------------------------------------

static uint32_t copy_var(struct summariser *s, uint32_t var, enum cfa_var_kind kind) {
  struct cfa *cfa = s->cfa;
  struct cfa_var old = cfa->vars.data[var];
  uint32_t v = cfa_add_var(cfa, s->into, kind, old.name, old.ctype, old.sort);
  struct cfa_var *copy = &cfa->vars.data[v];
  copy->is_unsigned = old.is_unsigned;
  copy->place = old.place;
  s->var_of[var] = v;
  substitution_set(s->substitution, old.term, copy->term);
  return v;
}

static bool has_summary(const struct summariser *s, uint32_t function) {
  for (uint32_t i = 0; i < s->summaries->size; i++)
    if (s->summaries->data[i].function == function) return true;
  return false;
}

static void copy_vars(struct summariser *s, uint32_t entered) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->functions.data[entered].params.size; i++) {
    uint32_t v = copy_var(s, cfa->functions.data[entered].params.data[i], VAR_PROGRAM);
    vec_u32_push(&cfa->functions.data[s->into].params, v);
  }
  for (uint32_t g = 0; g < s->n; g++) {
    if (!together(s->reaches, s->n, entered, g)) continue;
    for (uint32_t i = 0; i < cfa->functions.data[g].locals.size; i++) {
      uint32_t var = cfa->functions.data[g].locals.data[i];
      enum cfa_var_kind kind = cfa->vars.data[var].kind;
      if (s->var_of[var] == CFA_NONE) copy_var(s, var, kind == VAR_RESULT ? VAR_TEMP : kind);
    }
    for (uint32_t i = 0; has_summary(s, g) && i < cfa->functions.data[g].params.size; i++) {
      uint32_t var = cfa->functions.data[g].params.data[i];
      struct cfa_var old = cfa->vars.data[var];
      s->at_entry[var] = cfa_add_var(cfa, s->into, VAR_TEMP, old.name, old.ctype, old.sort);
    }
  }
}

static struct location copied(const struct summariser *s, struct location location) {
  return (struct location){s->location_of[location.id]};
}

static void copy_locations(struct summariser *s, uint32_t g, uint32_t n) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < n; i++) {
    struct cfa_location old = cfa->locations.data[i];
    if (old.function != g) continue;
    struct location l = cfa_add_location(cfa, s->into, old.kind == LOC_EXIT ? LOC_PLAIN : old.kind);
    struct cfa_location *new = cfa_location(cfa, l);
    new->property = old.property;
    new->operation = old.operation;
    new->operand_bits = old.operand_bits;
    new->text = old.text;
    new->place = old.place;
    new->complete = old.complete;
    s->location_of[i] = l.id;
  }
}

static struct term apply(const struct summariser *s, struct term t) {
  return term_none(t) ? t : substitution_apply(s->substitution, t);
}

// Guard, inputs and place; edges of one location that share inputs go on sharing them.
static struct edge copy_test(struct summariser *s, struct edge edge, struct location to) {
  struct cfa *cfa = s->cfa;
  struct edge e = cfa_add_edge(cfa, copied(s, cfa_edge(cfa, edge)->from), to);
  struct cfa_edge *new = cfa_edge(cfa, e);
  const struct cfa_edge *old = cfa_edge(cfa, edge);
  new->guard = apply(s, old->guard);
  new->first = old->first;
  new->last = old->last;
  for (uint32_t i = 0; i < old->inputs.size; i++) {
    struct cfa_input input = old->inputs.data[i];
    input.term = apply(s, input.term);
    input.address = apply(s, input.address);
    vec_input_push(&new->inputs, input);
  }
  return e;
}

static void name_inputs(struct summariser *s, struct edge edge) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa_edge(cfa, edge)->inputs.size; i++) {
    struct term term = cfa_edge(cfa, edge)->inputs.data[i].term;
    if (term_same(substitution_apply(s->substitution, term), term))
      substitution_set(s->substitution, term, cfa_edge_term(cfa, term_sort(cfa->tm, term), "copy"));
  }
}

static uint32_t copied_var(const struct summariser *s, uint32_t var) {
  return var == CFA_NONE || s->var_of[var] == CFA_NONE ? var : s->var_of[var];
}

static void copy_plain(struct summariser *s, struct edge edge) {
  struct cfa *cfa = s->cfa;
  struct edge e = copy_test(s, edge, copied(s, cfa_edge(cfa, edge)->to));
  struct cfa_edge *new = cfa_edge(cfa, e);
  const struct cfa_edge *old = cfa_edge(cfa, edge);
  for (uint32_t i = 0; i < old->updates.size; i++) {
    struct cfa_update u = old->updates.data[i];
    vec_update_push(&new->updates, (struct cfa_update){copied_var(s, u.var), apply(s, u.value)});
  }
  new->callee = old->callee;
  new->result = copied_var(s, old->result);
  for (uint32_t i = 0; i < old->args.size; i++) vec_term_push(&new->args, apply(s, old->args.data[i]));
}

// The guard of the call, and one of the two cases of a choice.
static void add_case(struct cfa *cfa, struct edge edge, struct cfa_input choice, bool returns) {
  struct cfa_edge *e = cfa_edge(cfa, edge);
  vec_input_push(&e->inputs, choice);
  struct term is = term_bv_to_bool(cfa->tm, choice.term);
  e->guard = term_and(cfa->tm, e->guard, returns ? is : term_not(cfa->tm, is));
}

static struct cfa_input choice_new(struct cfa *cfa, uint32_t callee) {
  return (struct cfa_input){.term = cfa_edge_term(cfa, sort_bv(cfa->tm, 8), "returns"),
                            .kind = INPUT_UNDEFINED,
                            .name = cfa->functions.data[callee].name,
                            .ctype = ""};
}

// To the entry of a function, with these parameters and nothing known of its other variables.
static void add_jump(struct summariser *s, struct edge edge, uint32_t callee, const struct vec_term *args) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->functions.data[callee].locals.size; i++) {
    uint32_t var = cfa->functions.data[callee].locals.data[i];
    if (i >= args->size) {
      havoc(cfa, edge, s->var_of[var]);
      continue;
    }
    vec_update_push(&cfa_edge(cfa, edge)->updates, (struct cfa_update){s->var_of[var], args->data[i]});
    if (s->at_entry[var] != CFA_NONE)
      vec_update_push(&cfa_edge(cfa, edge)->updates, (struct cfa_update){s->at_entry[var], args->data[i]});
  }
}

static void copy_call(struct summariser *s, struct edge edge) {
  struct cfa *cfa = s->cfa;
  uint32_t callee = cfa_edge(cfa, edge)->callee, result = copied_var(s, cfa_edge(cfa, edge)->result);
  struct vec_term args = {0};
  for (uint32_t i = 0; i < cfa_edge(cfa, edge)->args.size; i++)
    vec_term_push(&args, apply(s, cfa_edge(cfa, edge)->args.data[i]));
  struct cfa_input choice = choice_new(cfa, callee);
  bool returns = !location_none(cfa->functions.data[callee].exit);
  struct edge jump = copy_test(s, edge, copied(s, cfa->functions.data[callee].entry));
  if (returns) add_case(cfa, jump, choice, false);
  add_jump(s, jump, callee, &args);
  if (returns) {
    struct edge back = copy_test(s, edge, copied(s, cfa_edge(cfa, edge)->to));
    add_case(cfa, back, choice, true);
    add_return(s, back, callee, &args, result);
  }
  vec_term_release(&args);
}

// Where a function of the copy ends, its summaries are asserted one after the other.
static void copy_exit(struct summariser *s, uint32_t g) {
  struct cfa *cfa = s->cfa;
  const struct cfa_function *f = &cfa->functions.data[g];
  if (location_none(f->exit)) return;
  struct location end = copied(s, f->exit);
  struct vec_term params = {0};
  for (uint32_t i = 0; has_summary(s, g) && i < f->params.size; i++)
    vec_term_push(&params, cfa->vars.data[s->at_entry[f->params.data[i]]].term);
  struct term result = f->result == CFA_NONE ? TERM_NONE : cfa->vars.data[s->var_of[f->result]].term;
  struct term holds = term_true(cfa->tm);
  for (uint32_t i = 0; i < s->summaries->size; i++) {
    if (s->summaries->data[i].function != g) continue;
    struct term formula = instance(s, &s->summaries->data[i], params.data, result);
    struct location error = cfa_add_location(cfa, s->into, LOC_ERROR);
    cfa_location(cfa, error)->text = "a return";
    vec_violation_push(s->violations, (struct cfa_violation){cfa_location(cfa, error)->number, i, formula});
    struct edge violated = cfa_add_edge(cfa, end, error);
    cfa_edge(cfa, violated)->guard = term_and(cfa->tm, holds, term_not(cfa->tm, formula));
    holds = term_and(cfa->tm, holds, formula);
  }
  struct edge good = cfa_add_edge(cfa, end, cfa_add_location(cfa, s->into, LOC_STOP));
  cfa_edge(cfa, good)->guard = holds;
  vec_term_release(&params);
}

static void copy_start(struct summariser *s, struct location start, uint32_t entered) {
  struct cfa *cfa = s->cfa;
  struct edge e = cfa_add_edge(cfa, start, copied(s, cfa->functions.data[entered].entry));
  for (uint32_t i = 0; i < cfa->functions.data[entered].params.size; i++) {
    uint32_t var = cfa->functions.data[entered].params.data[i];
    if (s->at_entry[var] == CFA_NONE) continue;
    struct term value = cfa->vars.data[s->var_of[var]].term;
    vec_update_push(&cfa_edge(cfa, e)->updates, (struct cfa_update){s->at_entry[var], value});
  }
}

static void copy_edges(struct summariser *s, uint32_t entered, uint32_t n) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t g = cfa_location(cfa, cfa->edges.data[i].from)->function;
    if (g < s->n && together(s->reaches, s->n, entered, g)) name_inputs(s, (struct edge){i});
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t g = cfa_location(cfa, cfa->edges.data[i].from)->function, callee = cfa->edges.data[i].callee;
    if (g >= s->n || !together(s->reaches, s->n, entered, g)) continue;
    bool inside = callee < s->n && together(s->reaches, s->n, entered, callee);
    if (inside) copy_call(s, (struct edge){i});
    else copy_plain(s, (struct edge){i});
  }
}

// The functions that call each other with the one that is entered, in one function.
static uint32_t copy_of(struct summariser *s, uint32_t entered) {
  if (s->copy[entered] != CFA_NONE) return s->copy[entered];
  struct cfa *cfa = s->cfa;
  uint32_t locations = cfa->locations.size, edges = cfa->edges.size, vars = cfa->vars.size;
  const char *name = cfa->functions.data[entered].name, *shown = cfa->functions.data[entered].shown;
  struct source_place place = cfa->functions.data[entered].place;
  bool is_model = cfa->functions.data[entered].is_model;
  struct text unique = {0};
  text_printf(&unique, "%s.descent", name);
  s->into = cfa_add_function(cfa, cfa_string(cfa, text_cstr(&unique)));
  text_release(&unique);
  struct cfa_function *f = &cfa->functions.data[s->into];
  f->shown = shown;
  f->place = place;
  f->is_model = is_model;
  s->copy[entered] = s->into;
  s->substitution = substitution_new(cfa->tm);
  s->location_of = mem_alloc((locations + 1) * sizeof *s->location_of);
  s->var_of = mem_alloc((vars + 1) * sizeof *s->var_of);
  s->at_entry = mem_alloc((vars + 1) * sizeof *s->at_entry);
  for (uint32_t i = 0; i < vars; i++) s->var_of[i] = s->at_entry[i] = CFA_NONE;
  copy_vars(s, entered);
  struct location start = cfa_add_location(cfa, s->into, LOC_PLAIN);
  for (uint32_t g = 0; g < s->n; g++)
    if (together(s->reaches, s->n, entered, g)) copy_locations(s, g, locations);
  copy_start(s, start, entered);
  copy_edges(s, entered, edges);
  for (uint32_t g = 0; g < s->n; g++)
    if (together(s->reaches, s->n, entered, g)) copy_exit(s, g);
  substitution_free(s->substitution);
  mem_free(s->location_of);
  mem_free(s->var_of);
  mem_free(s->at_entry);
  return s->copy[entered];
}

// --- calls by other functions ---------------------------------------------------------------------------------------

static void replace_call(struct summariser *s, struct edge edge) {
  struct cfa *cfa = s->cfa;
  uint32_t callee = cfa_edge(cfa, edge)->callee, result = cfa_edge(cfa, edge)->result, into = copy_of(s, callee);
  if (location_none(cfa->functions.data[callee].exit)) {
    cfa_edge(cfa, edge)->callee = into;
    return;
  }
  struct edge down = cfa_add_edge(cfa, cfa_edge(cfa, edge)->from, cfa_edge(cfa, edge)->to);
  struct cfa_edge *e = cfa_edge(cfa, edge), *d = cfa_edge(cfa, down);
  d->guard = e->guard;
  d->first = e->first;
  d->last = e->last;
  d->callee = into;
  for (uint32_t i = 0; i < e->inputs.size; i++) vec_input_push(&d->inputs, e->inputs.data[i]);
  struct vec_term args = e->args;
  for (uint32_t i = 0; i < args.size; i++) vec_term_push(&d->args, args.data[i]);
  e->args = (struct vec_term){0};
  e->callee = e->result = CFA_NONE;
  struct cfa_input choice = choice_new(cfa, callee);
  add_case(cfa, edge, choice, true);
  add_case(cfa, down, choice, false);
  add_return(s, edge, callee, &args, result);
  vec_term_release(&args);
}

// Also calls in copies, which come behind the others.
static void replace_calls(struct summariser *s) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    uint32_t callee = cfa->edges.data[i].callee, f = cfa_location(cfa, cfa->edges.data[i].from)->function;
    if (callee >= s->n || !s->summarised[callee]) continue;
    if (f < s->n && together(s->reaches, s->n, f, callee)) continue; // removed once there is no call of it
    replace_call(s, (struct edge){i});
  }
}

static struct cfa *copy_whole(struct cfa *cfa) {
  struct text text = {0};
  struct error error = {0};
  struct cfa *copy = NULL;
  cfa_print(cfa, &text);
  if (!cfa_read(cfa->tm, cfa->name, text_cstr(&text), &copy, &error)) copy = NULL;
  error_release(&error);
  text_release(&text);
  return copy;
}

struct cfa *cfa_summarise(struct cfa *original, enum summarise which, const struct vec_summary *summaries,
                          struct vec_violation *violations) {
  struct cfa *cfa = copy_whole(original);
  if (!cfa) return NULL;
  struct summariser s = {.cfa = cfa, .summaries = summaries, .violations = violations, .n = cfa->functions.size};
  s.reaches = calls_new(cfa);
  s.summarised = mem_zalloc(s.n + 1, sizeof *s.summarised);
  s.copy = mem_alloc((s.n + 1) * sizeof *s.copy);
  for (uint32_t f = 0; f < s.n; f++) s.copy[f] = CFA_NONE;
  mark_summarisable(cfa, which, s.reaches, s.summarised);
  bool good = true;
  for (uint32_t i = 0; i < summaries->size; i++) {
    const struct cfa_summary *summary = &summaries->data[i];
    good &= summary->function < s.n && s.summarised[summary->function] && is_about(cfa, summary);
  }
  if (good) {
    replace_calls(&s);
    cfa_compress(cfa);
    cfa_large_blocks(cfa);
  }
  mem_free(s.reaches);
  mem_free(s.summarised);
  mem_free(s.copy);
  if (good) return cfa;
  cfa_free(cfa);
  return NULL;
}
