// Formulas about states, evaluated in place: see formula.h.
//
// The term is rebuilt bottom-up with an explicit stack and a memo, but lazily: of an ite with a decided condition only
// one side, and of an array that is read at a known index only the layers on the way to the cell: the read is handed
// on, as select(store(a, j, v), i) has the value of ite(i = j, v, select(a, i)).
#include "state/formula.h"
#include "state/convert.h"
#include "state/code/code.h"
#include "state/code/address.h"
#include "state/program.h"
#include "state/cell_facts.h"
#include "state/cycle.h"
#include "term/quantified.h"
#include "term/walk.h"
#include <assert.h>

struct walk {
  struct terms *tm;
  struct unfold *u;
  struct state *s;
  struct map_u32 memo;         // term → its value
  struct vec_u32 stack;
  struct vec_term children;    // scratch
  uint64_t top;                // no cell at or above this address was looked at that the state does not hold itself
};

// --- the state's parts -------------------------------------------------------------------------

struct context state_context(struct state *s) {
  struct frame *f = s->frame;
  if (!context_none(f->context)) return f->context;
  struct unfold *u = program_unfold(s->program);
  struct vec_ptr inner = {0};
  for (; f->parent && context_none(f->context); f = f->parent) vec_ptr_push(&inner, f);
  if (!f->parent) f->context = CONTEXT_ROOT;
  struct context context = f->context;
  while (inner.size) {
    f = vec_ptr_pop(&inner);
    f->context = context = unfold_enter(u, context, f->call_edge);
  }
  vec_ptr_release(&inner);
  return context;
}

bool state_is_static(struct state *s) {
  struct unfold *u = program_unfold(s->program);
  struct context context = state_context(s);
  if (s->stack != unfold_stack(u, context, s->location)) return false;
  // Alignment may bring the stack pointer back to where it would be: then the frames further out still are elsewhere.
  for (const struct frame *f = s->frame; f && !f->is_static; f = f->parent)
    if (f->stack_start != unfold_entry(u, f->context)) return false;
  s->frame->is_static = true;
  return true;
}

struct value state_heap(const struct state *s) { return s->heap; }

void state_return(struct state *s) {
  enum state_event event;
  state_arrive(s->program, s, &event);
}

// Where the state has the variable; false: not on its call string.
struct place {
  bool is_global;
  uint32_t out, slot, var;
};

static bool find_place(struct state *s, struct term variable, struct place *p) {
  struct unfold *u = program_unfold(s->program);
  struct context context = state_context(s), owner;
  if (!unfold_var_of(u, variable, &owner, &p->var)) return false;
  const struct cfa_var *v = &s->program->cfa->vars.data[p->var];
  p->is_global = v->function == CFA_NONE;
  p->slot = v->slot;
  if (p->is_global) return true;
  uint32_t depth = unfold_depth(u, owner);
  p->out = 0;
  while (unfold_depth(u, context) > depth) {
    context = unfold_parent(u, context);
    p->out++;
  }
  return context_same(context, owner);
}

static struct value *place_slot(struct state *s, const struct place *p) {
  return p->is_global ? state_slot(s, true, p->slot) : state_slot_out(s, p->out, p->slot);
}

// As value_term, but the state's memory stays as it is.
static struct term look_at(struct terms *tm, struct sort sort, struct value v) {
  bool array = sort_kind(tm, sort) == SORT_ARRAY;
  return array && v.memory ? memory_look(tm, v.memory) : value_term(tm, sort, v);
}

// --- the walk ----------------------------------------------------------------------------------

static bool known(struct walk *w, struct term t, struct term *value) {
  if (term_is_const(w->tm, t)) {
    *value = t;
    return true;
  }
  const uint32_t *at = map_u32_find(&w->memo, t.id);
  if (at) value->id = *at;
  return at != NULL;
}

static bool want(struct walk *w, struct term t, struct term *value) {
  if (known(w, t, value)) return true;
  vec_u32_push(&w->stack, t.id);
  return false;
}

static void visit_variable(struct walk *w, struct term t) {
  struct place p;
  struct term value = t;
  if (term_same(t, unfold_heap(w->u))) {
    value = value_term(w->tm, term_sort(w->tm, t), w->s->heap);
  } else if (find_place(w->s, t, &p)) {
    struct sort sort = term_sort(w->tm, t);
    value = look_at(w->tm, sort, *place_slot(w->s, &p));
    if (sort_kind(w->tm, sort) == SORT_ARRAY && !term_is_const(w->tm, value)) w->top = UINT64_MAX;
  }
  map_u32_put(&w->memo, t.id, value.id);
}

static bool visit_plain(struct walk *w, struct term t) {
  struct terms *tm = w->tm;
  uint32_t n = term_arity(tm, t), before = w->stack.size;
  vec_term_resize(&w->children, n);
  for (uint32_t i = 0; i < n; i++) want(w, term_child(tm, t, i), &w->children.data[i]);
  if (w->stack.size > before) return false;
  map_u32_put(&w->memo, t.id, term_with_children(tm, t, w->children.data).id);
  return true;
}

// t has the value of another term.
static bool hand_on(struct walk *w, struct term t, struct term to) {
  struct term value;
  if (!want(w, to, &value)) return false;
  map_u32_put(&w->memo, t.id, value.id);
  return true;
}

static bool visit_ite(struct walk *w, struct term t) {
  struct term c;
  if (!want(w, term_child(w->tm, t, 0), &c)) return false;
  if (!term_is_const(w->tm, c)) return visit_plain(w, t);
  return hand_on(w, t, term_child(w->tm, t, term_is_true(w->tm, c) ? 1 : 2));
}

static void note_absent(struct walk *w, struct sort array, uint64_t index) {
  uint32_t shift = region_shift(w->s->program->cfa, array);
  uint64_t end = index >= w->s->program->space.stack_end >> shift ? UINT64_MAX : (index + 1) << shift;
  if (w->top < end) w->top = end;
}

// A read of a variable at a constant index.
static bool visit_cell(struct walk *w, struct term t, struct term variable, uint64_t index) {
  struct place p;
  struct sort sort = term_sort(w->tm, variable), element = sort_element(w->tm, sort);
  struct term value = t;
  if (find_place(w->s, variable, &p)) {
    const struct value *slot = place_slot(w->s, &p);
    bool absent = false;
    value = slot->memory ? value_term(w->tm, element, memory_read(w->tm, slot->memory, index, &absent))
                         : term_zero(w->tm, element);
    if (absent) note_absent(w, sort, index);
  }
  map_u32_put(&w->memo, t.id, value.id);
  return true;
}

static bool visit_select(struct walk *w, struct term t) {
  struct terms *tm = w->tm;
  struct term array = term_child(tm, t, 0), index;
  uint64_t cell;
  if (!want(w, term_child(tm, t, 1), &index)) return false;
  if (!term_value64(tm, index, &cell)) return visit_plain(w, t);
  // The rewriter takes the read through stores, copies and ites, a few layers at a time; conditions that are left are
  // looked at here.
  struct term read = term_select(tm, array, index);
  if (!term_same(read, t)) return hand_on(w, t, read);
  return term_kind(tm, array) == TERM_VAR ? visit_cell(w, t, array, cell) : visit_plain(w, t);
}

static bool visit(struct walk *w, struct term t) {
  switch (term_kind(w->tm, t)) {
  case TERM_VAR: visit_variable(w, t); return true;
  case TERM_ITE: return visit_ite(w, t);
  case TERM_SELECT: return visit_select(w, t);
  default: return visit_plain(w, t);
  }
}

static struct term walk_value(struct walk *w, struct term t) {
  struct term value, at;
  if (!want(w, t, &value)) {
    while (w->stack.size) {
      uint32_t top = w->stack.size - 1;
      at.id = w->stack.data[top];
      // What was pushed lies above and comes first; the term itself is looked at again then.
      if (known(w, at, &value) || visit(w, at)) w->stack.size = top;
    }
    known(w, t, &value);
  }
  return value;
}

static struct walk walk_begin(struct state *s) {
  return (struct walk){.tm = s->program->tm, .u = program_unfold(s->program), .s = s};
}

static void walk_end(struct walk *w) {
  map_u32_release(&w->memo);
  vec_u32_release(&w->stack);
  vec_term_release(&w->children);
}

struct term state_formula(struct state *s, struct term t) {
  if (term_is_const(s->program->tm, t)) return t;
  struct walk w = walk_begin(s);
  struct term value = walk_value(&w, t);
  walk_end(&w);
  return value;
}

struct term state_instance(struct state *s, struct term variable) { return state_formula(s, variable); }

// --- questions and abstraction -------------------------------------------------------------------

enum answer state_feasible(struct state *s, struct solver *solver, struct term condition, struct model **model) {
  struct model *at_hand = state_model(s);
  if (term_is_true(s->program->tm, condition) || model_holds(at_hand, condition)) {
    *model = model_ref(at_hand);
    return ANSWER_SAT;
  }
  return path_check(solver, state_path(s), condition, at_hand, model);
}

enum answer state_violates(struct state *s, struct solver *solver, struct term formula, struct model **model) {
  struct terms *tm = s->program->tm;
  struct term value = state_formula(s, formula);
  struct model *found = NULL;
  enum answer answer;
  if (term_is_true(tm, value)) {
    answer = ANSWER_UNSAT;
  } else if (s->model && (term_is_false(tm, value) || !model_holds(s->model, value))) {
    found = model_ref(s->model);
    answer = ANSWER_SAT;
  } else {
    answer = path_check(solver, s->path, term_not(tm, value), s->model, &found);
  }
  if (model) *model = found;
  else model_unref(found);
  return answer;
}

struct havocked {
  struct term fresh;
  struct sort sort;
  struct value old;
}; // of an array: one reference
VEC_TYPE(vec_havocked, struct havocked)

// The bump pointer: any multiple of OBJECT_GAP from where it is up to the end of the heap. *limits: that it is so.
static struct havocked havoc_heap(struct state *s, struct term *limits) {
  struct program *program = s->program;
  struct terms *tm = program->tm;
  uint32_t width = program->cfa->pointer_bits, zeros = (uint32_t)__builtin_ctzll(OBJECT_GAP);
  struct sort sort = sort_bv(tm, width);
  struct term old = value_term(tm, sort, s->heap);
  struct havocked f = {.sort = sort_bv(tm, width - zeros)};
  f.fresh = inputs_variable(program, f.sort, s->n_inputs++);
  f.old = value_from_term(tm, term_extract(tm, width - 1, zeros, old));
  struct term new = term_concat(tm, f.fresh, term_bv(tm, zeros, 0));
  *limits = term_and(tm, term_ule(tm, old, new), term_ule(tm, new, term_bv(tm, width, program->space.heap_end)));
  // What was placed so far may be less than the model took for it.
  s->crowded |= !s->heap.term && s->heap.bits - program->cfa->heap_start > program->space.heap_end / 2;
  s->heap = value_from_term(tm, new);
  return f;
}

static struct havocked havoc_one(struct state *s, struct term variable, struct term *limits) {
  struct program *program = s->program;
  struct place p;
  *limits = term_true(program->tm);
  if (term_same(variable, unfold_heap(program_unfold(program)))) return havoc_heap(s, limits);
  bool found = find_place(s, variable, &p);
  assert(found);
  (void)found;
  struct havocked f = {.sort = term_sort(program->tm, variable)};
  f.fresh = inputs_variable(program, f.sort, s->n_inputs++);
  struct value *slot = p.is_global ? state_slot_own(s, true, p.slot) : state_slot_out_own(s, p.out, p.slot);
  f.old = *slot;
  *slot = value_from_term(program->tm, f.fresh);
  return f;
}

// Havocs all of the variables; returns the condition on their new values.
static struct term havoc_all(struct state *s, uint32_t n, const struct term *variables, struct vec_havocked *out) {
  struct term all = term_true(s->program->tm);
  for (uint32_t i = 0; i < n; i++) {
    struct term limits;
    vec_havocked_push(out, havoc_one(s, variables[i], &limits));
    all = term_and(s->program->tm, all, limits);
  }
  return all;
}

// The state's model with the havocked values for the new ones, as far as the formula asks for them.
static struct model *remember(struct state *s, const struct vec_havocked *havocked, struct term formula) {
  struct terms *tm = s->program->tm;
  struct model *over = model_new(tm);
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, formula, &n);
  struct map_u32 asked = {0};
  for (uint32_t i = 0; i < n; i++) map_u32_put(&asked, vars[i], 1);
  for (uint32_t i = 0; i < havocked->size; i++) {
    const struct havocked *f = &havocked->data[i];
    if (map_u32_find(&asked, f->fresh.id))
      model_set(over, f->fresh, model_eval(s->model, look_at(tm, f->sort, f->old)));
  }
  map_u32_release(&asked);
  struct model *m = model_merge(tm, s->model, over);
  model_unref(over);
  return m;
}

// A model of the path and the formula, NULL if there is none.
static struct model *find_model(struct solver *solver, struct state *s, struct path *path, bool alone,
                                const struct vec_havocked *havocked, struct term formula, enum answer *answer) {
  struct model *m = NULL;
  *answer = ANSWER_UNSAT;
  if (term_is_false(s->program->tm, formula)) return NULL;
  if (s->model) {
    m = remember(s, havocked, formula);
    *answer = ANSWER_SAT;
    if (model_holds(m, formula)) return m;
    model_unref(m);
  }
  *answer = path_check(solver, path, formula, alone ? NULL : s->model, &m);
  return *answer == ANSWER_SAT ? m : NULL;
}

// The formula's value, which is to become a part of the path condition.
static struct term constraint_of(struct state *s, struct term formula) {
  struct walk w = walk_begin(s);
  struct term value = walk_value(&w, formula);
  walk_end(&w);
  // What the path condition says about cells must not be met by objects that get their addresses later.
  if (s->uninit_top < w.top) s->uninit_top = w.top;
  return value;
}

static void havocked_release(struct terms *tm, struct vec_havocked *havocked) {
  for (uint32_t i = 0; i < havocked->size; i++)
    if (sort_kind(tm, havocked->data[i].sort) == SORT_ARRAY) memory_unref(havocked->data[i].old.memory);
  vec_havocked_release(havocked);
}

bool state_abstract(struct state *s, struct solver *solver, uint32_t n, const struct term *variables,
                    struct term formula, bool alone, enum answer *answer) {
  struct terms *tm = s->program->tm;
  struct vec_havocked havocked = {0};
  struct term limits = havoc_all(s, n, variables, &havocked), value = term_and(tm, limits, constraint_of(s, formula));
  struct path *path = alone ? path_new(tm) : path_ref(s->path);
  struct model *m = find_model(solver, s, path, alone, &havocked, value, answer);
  if (m) {
    path_unref(s->path);
    s->path = path_add(path, value);
    state_set_model(s, m);
    model_unref(m);
  }
  path_unref(path);
  s->evaluation = 0;
  havocked_release(tm, &havocked);
  return m != NULL;
}

static void add_to_path(struct state *s, struct term condition) {
  struct path *path = path_add(s->path, condition);
  path_unref(s->path);
  s->path = path;
}

struct term state_havoc(struct state *s, uint32_t n, const struct term *variables) {
  struct vec_havocked havocked = {0};
  struct term limits = havoc_all(s, n, variables, &havocked);
  add_to_path(s, limits);
  havocked_release(s->program->tm, &havocked);
  state_set_model(s, NULL);
  s->evaluation = 0;
  return limits;
}

struct term state_assume(struct state *s, struct term formula) {
  struct term value = constraint_of(s, formula);
  add_to_path(s, value);
  state_set_model(s, NULL);
  s->evaluation = 0;
  return value;
}

void state_know(struct state *s, struct term formula) {
  struct terms *tm = s->program->tm;
  struct term value = constraint_of(s, formula);
  if (term_none(quantified_in(tm, value))) return; // nothing about cells that conditions may read
  facts_add(tm, &s->facts, value);
  s->evaluation = 0;
}

struct term state_instances(struct state *s, struct term condition) {
  return facts_instances(s->program->tm, s->facts, condition);
}

// --- single steps --------------------------------------------------------------------------------

enum state_event state_run_once(struct state *s, struct edge *edge) {
  struct program *program = s->program;
  enum state_event event;
  *edge = EDGE_NONE;
  if (!state_arrive(program, s, &event)) return event;
  struct code *code = code_of(program, s->location);
  uint32_t index;
  enum decision decision = state_decide(program, s, code, &index);
  if (decision == DECIDED_BRANCH) return STATE_BRANCH;
  if (decision == DECIDED_NONE) return STATE_END;
  if (decision == DECIDED_NO_MEMORY) {
    s->why = REASON_ALLOCATION;
    return STATE_UNSUPPORTED;
  }
  *edge = code->edges[index].edge;
  state_step(program, s, code, index);
  program->stats->steps++;
  state_return(s);
  return STATE_BUDGET;
}

#define WATCH_POLL_STEPS 4096

enum state_event state_run_watched(struct state *s, uint64_t max_steps,
                                   void (*watch)(void *context, const struct state *s), void *context) {
  struct program *program = s->program;
  enum state_event event;
  struct cycle cycle;
  cycle_start(&cycle, s);
  for (uint64_t n = 0; state_arrive(program, s, &event); n++) {
    struct edge edge;
    watch(context, s);
    event = STATE_BUDGET;
    if (n == max_steps || (n % WATCH_POLL_STEPS == WATCH_POLL_STEPS - 1 && limits_stopped(program->limits))) break;
    event = STATE_END;
    if ((s->steps >= cycle.next || location_same(s->location, cycle.location)) && cycle_look(&cycle, s)) break;
    event = state_run_once(s, &edge);
    if (event != STATE_BUDGET) break;
  }
  cycle_stop(&cycle);
  return event;
}

void state_force_edge(struct state *s, struct edge edge) {
  assert(location_same(cfa_edge(s->program->cfa, edge)->from, s->location));
  state_take_edge(s, (struct open_edge){edge, term_true(s->program->tm)}, s->model);
  state_return(s);
}
