// States and the steps of execution: deciding what edges are open, taking one.
#include "solve/word/word.h"
#include "state/convert.h"
#include "state/code/code.h"
#include "state/code/address.h"
#include "state/program.h"
#include "state/cell_facts.h"
#include "state/cycle.h"
#include <assert.h>

// --- the program -------------------------------------------------------------------------

static void layout_init(struct layout *layout, const struct cfa *cfa, const struct vec_u32 *vars) {
  uint32_t n = (vars->size + CHUNK_SLOTS - 1) / CHUNK_SLOTS;
  layout->n_chunks = n;
  layout->sizes = mem_zalloc(n + 1, sizeof *layout->sizes);
  layout->arrays = mem_zalloc(n + 1, sizeof *layout->arrays);
  for (uint32_t i = 0; i < vars->size; i++) {
    layout->sizes[i / CHUNK_SLOTS]++;
    if (sort_kind(cfa->tm, cfa->vars.data[vars->data[i]].sort) == SORT_ARRAY)
      layout->arrays[i / CHUNK_SLOTS] |= 1u << i % CHUNK_SLOTS;
  }
}

static void layout_release(struct layout *layout) {
  mem_free(layout->sizes);
  mem_free(layout->arrays);
}

uint32_t region_shift(const struct cfa *cfa, struct sort s) {
  uint32_t index = sort_width(cfa->tm, sort_index(cfa->tm, s));
  return index < cfa->pointer_bits ? cfa->pointer_bits - index : 0;
}

struct program *program_new(struct cfa *cfa, struct limits *limits, struct stats *stats) {
  struct program *program = mem_zalloc(1, sizeof *program);
  program->cfa = cfa;
  program->tm = cfa->tm;
  program->limits = limits;
  program->stats = stats;
  program->codes = mem_zalloc(cfa->locations.size + 1, sizeof *program->codes);
  program->reached = mem_zalloc(cfa->locations.size + 1, 1);
  program->taken = mem_zalloc(cfa->edges.size + 1, 1);
  program->quick = mem_zalloc(cfa->locations.size + 1, 1);
  layout_init(&program->globals, cfa, &cfa->globals);
  program->functions = mem_zalloc(cfa->functions.size + 1, sizeof *program->functions);
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    layout_init(&program->functions[i], cfa, &cfa->functions.data[i].locals);
  for (uint32_t i = 0; i < cfa->globals.size; i++)
    if (cfa->vars.data[cfa->globals.data[i]].kind == VAR_REGION) vec_u32_push(&program->regions, i);
  program->space = address_space_of(cfa);
  return program;
}

bool program_has_room(const struct program *program) { return program->space.has_room; }

struct unfold *program_unfold(struct program *program) {
  if (!program->unfold) {
    program->unfold = unfold_new(program->cfa);
    program->owns_unfold = true;
  }
  return program->unfold;
}

void program_share_unfold(struct program *program, struct unfold *unfold) {
  // Frames know contexts of the one that was there.
  assert(!program->unfold || program->unfold == unfold);
  program->unfold = unfold;
}

void program_free(struct program *program) {
  if (program->owns_unfold) unfold_free(program->unfold);
  if (program->word) word_free(program->word);
  for (uint32_t i = 0; i < program->cfa->locations.size; i++) code_free(program, program->codes[i]);
  mem_free(program->codes);
  mem_free(program->reached);
  mem_free(program->taken);
  mem_free(program->quick);
  layout_release(&program->globals);
  for (uint32_t i = 0; i < program->cfa->functions.size; i++) layout_release(&program->functions[i]);
  mem_free(program->functions);
  vec_u32_release(&program->regions);
  mem_free(program->stack_inputs);
  for (uint32_t i = 0; i < program->inputs.capacity; i++)
    if (program->inputs.cells[i].key != MAP_EMPTY) vec_term_release(&program->inputs.cells[i].value);
  map_input_release(&program->inputs);
  mem_free(program);
}

const unsigned char *program_taken(const struct program *program, uint32_t *count) {
  if (count) *count = program->n_taken;
  return program->taken;
}

const unsigned char *program_reached(const struct program *program, uint32_t *count) {
  if (count) *count = program->n_reached;
  return program->reached;
}

// --- chunks and frames -------------------------------------------------------------------

static struct chunk *chunk_new(uint32_t size, uint32_t arrays) {
  struct chunk *c = mem_alloc(sizeof *c + size * sizeof c->values[0]);
  c->refs = 1;
  c->size = size;
  c->arrays = arrays;
  memset(c->values, 0, size * sizeof c->values[0]);
  return c;
}

static void chunk_unref(struct chunk *c) {
  if (--c->refs) return;
  for (uint32_t bits = c->arrays; bits; bits &= bits - 1) memory_unref(c->values[__builtin_ctz(bits)].memory);
  mem_free(c);
}

static struct chunk *chunk_own(struct chunk *c) {
  struct chunk *copy = mem_alloc(sizeof *copy + c->size * sizeof c->values[0]);
  memcpy(copy, c, sizeof *c + c->size * sizeof c->values[0]);
  copy->refs = 1;
  for (uint32_t bits = c->arrays; bits; bits &= bits - 1) {
    struct memory *m = c->values[__builtin_ctz(bits)].memory;
    if (m) memory_ref(m);
  }
  c->refs--;
  return copy;
}

static struct frame *frame_new(struct program *program, uint32_t function, struct edge call_edge,
                               struct frame *parent) {
  const struct layout *layout = &program->functions[function];
  struct frame *f = mem_alloc(sizeof *f + layout->n_chunks * sizeof f->chunks[0]);
  *f = (struct frame){.refs = 1,
                      .function = function,
                      .call_edge = call_edge,
                      .context = CONTEXT_NONE,
                      .parent = parent,
                      .n_chunks = layout->n_chunks};
  f->depth = parent ? parent->depth + 1 : 1;
  for (uint32_t i = 0; i < layout->n_chunks; i++) f->chunks[i] = chunk_new(layout->sizes[i], layout->arrays[i]);
  return f;
}

static void frame_unref(struct frame *f) {
  while (f && --f->refs == 0) {
    struct frame *parent = f->parent;
    for (uint32_t i = 0; i < f->n_chunks; i++) chunk_unref(f->chunks[i]);
    mem_free(f);
    f = parent;
  }
}

static struct frame *frame_own(struct frame *f) {
  size_t bytes = sizeof *f + f->n_chunks * sizeof f->chunks[0];
  struct frame *copy = mem_alloc(bytes);
  memcpy(copy, f, bytes);
  copy->refs = 1;
  for (uint32_t i = 0; i < f->n_chunks; i++) f->chunks[i]->refs++;
  if (f->parent) f->parent->refs++;
  f->refs--;
  return copy;
}

struct value *state_slot(struct state *s, bool is_global, uint32_t slot) {
  struct chunk **chunks = is_global ? s->globals : s->frame->chunks;
  return &chunks[slot >> CHUNK_BITS]->values[slot % CHUNK_SLOTS];
}

struct value *state_slot_own(struct state *s, bool is_global, uint32_t slot) {
  if (!is_global && s->frame->refs > 1) s->frame = frame_own(s->frame);
  struct chunk **chunk = &(is_global ? s->globals : s->frame->chunks)[slot >> CHUNK_BITS];
  if ((*chunk)->refs > 1) *chunk = chunk_own(*chunk);
  return &(*chunk)->values[slot % CHUNK_SLOTS];
}

struct value *state_slot_out(struct state *s, uint32_t out, uint32_t slot) {
  struct frame *f = s->frame;
  while (out--) f = f->parent;
  return &f->chunks[slot >> CHUNK_BITS]->values[slot % CHUNK_SLOTS];
}

struct value *state_slot_out_own(struct state *s, uint32_t out, uint32_t slot) {
  struct frame **f = &s->frame;
  for (;; f = &(*f)->parent) {
    if ((*f)->refs > 1) *f = frame_own(*f);
    if (!out--) break;
  }
  struct chunk **chunk = &(*f)->chunks[slot >> CHUNK_BITS];
  if ((*chunk)->refs > 1) *chunk = chunk_own(*chunk);
  return &(*chunk)->values[slot % CHUNK_SLOTS];
}

// --- states ------------------------------------------------------------------------------

struct state *state_initial(struct program *program) {
  struct state *s = mem_zalloc(1, sizeof *s);
  const struct cfa *cfa = program->cfa;
  s->program = program;
  s->location = cfa->functions.data[cfa->main].entry;
  s->frame = frame_new(program, cfa->main, EDGE_NONE, NULL);
  s->globals = mem_alloc((program->globals.n_chunks + 1) * sizeof *s->globals);
  for (uint32_t i = 0; i < program->globals.n_chunks; i++)
    s->globals[i] = chunk_new(program->globals.sizes[i], program->globals.arrays[i]);
  s->path = path_new(program->tm);
  s->model = model_new(program->tm);
  s->heap = (struct value){.bits = cfa->heap_start};
  s->stack = program->space.stack_base;
  s->frame->stack_start = s->stack;
  return s;
}

struct state *state_copy(struct state *s) {
  struct state *copy = mem_alloc(sizeof *copy);
  uint32_t n = s->program->globals.n_chunks;
  *copy = *s;
  copy->frame->refs++;
  copy->globals = mem_alloc((n + 1) * sizeof *copy->globals);
  memcpy(copy->globals, s->globals, n * sizeof *copy->globals);
  for (uint32_t i = 0; i < n; i++) copy->globals[i]->refs++;
  path_ref(copy->path);
  if (copy->model) model_ref(copy->model);
  if (copy->log) copy->log->refs++;
  facts_ref(copy->facts);
  if (copy->stack_inputs) copy->stack_inputs->refs++;
  return copy;
}

void state_free(struct state *s) {
  if (!s) return;
  frame_unref(s->frame);
  for (uint32_t i = 0; i < s->program->globals.n_chunks; i++) chunk_unref(s->globals[i]);
  mem_free(s->globals);
  path_unref(s->path);
  model_unref(s->model);
  input_log_unref(s->log);
  facts_unref(s->facts);
  stack_inputs_unref(s->stack_inputs);
  mem_free(s);
}

struct location state_location(const struct state *s) { return s->location; }
uint32_t state_depth(const struct state *s) { return s->frame->depth; }
uint64_t state_steps(const struct state *s) { return s->steps; }
struct path *state_path(const struct state *s) { return s->path; }
struct model *state_model(const struct state *s) { return s->model; }
enum reason state_why(const struct state *s) { return s->why; }
uint32_t state_inputs_read(const struct state *s) { return s->n_read; }

void state_set_model(struct state *s, struct model *m) {
  if (m == s->model) return;
  if (m) model_ref(m);
  model_unref(s->model);
  s->model = m;
}

void state_call_string(const struct state *s, struct vec_edge *edges) {
  uint32_t first = edges->size, n = s->frame->depth - 1;
  vec_edge_resize(edges, first + n);
  for (const struct frame *f = s->frame; f->parent; f = f->parent) edges->data[first + --n] = f->call_edge;
}

struct term state_value(struct state *s, uint32_t var) {
  struct program *program = s->program;
  const struct cfa_var *v = &program->cfa->vars.data[var];
  bool is_global = v->function == CFA_NONE;
  struct value *slot = state_slot(s, is_global, v->slot);
  // The term of an array fixes its overlay in the base, which stack addresses that are used again must not meet.
  if (sort_kind(program->tm, v->sort) == SORT_ARRAY && s->uninit_top < s->stack) s->uninit_top = s->stack;
  return value_term(program->tm, v->sort, *slot);
}

struct value state_scalar(struct state *s, uint32_t var) {
  const struct cfa_var *v = &s->program->cfa->vars.data[var];
  assert(sort_kind(s->program->tm, v->sort) != SORT_ARRAY);
  return *state_slot(s, v->function == CFA_NONE, v->slot);
}

// --- allocation --------------------------------------------------------------------------

// The address of an object without room: any but null. Whether memory would have been needed is then for the guard to
// say, with its null checks and comparisons; no path goes on with it.
static struct term nowhere(struct program *program, const struct state *s, const struct code *code, uint32_t alloc) {
  return inputs_variable(program, term_sort(program->tm, code->allocs.data[alloc].alloc->term),
                         s->n_inputs + code->n_positions + alloc);
}

// The condition of an edge for which there is no room: its addresses are not null.
static struct term not_null(struct terms *tm, const struct code *code, const struct edge_code *edge) {
  struct term all = term_true(tm);
  for (uint32_t k = 0; k < edge->allocs.size; k++) {
    const struct alloc_code *a = &code->allocs.data[edge->allocs.data[k]];
    struct sort sort = term_sort(tm, a->alloc->term);
    all = term_and(tm, all,
                   term_not(tm, term_eq(tm, value_term(tm, sort, code->registers.data[a->reg]), term_zero(tm, sort))));
  }
  return all;
}

// Does the path say that the size is at most this? Asked of the word-level stage only, which is quick: where it cannot
// tell, the answer is no.
static bool is_at_most(struct program *program, const struct vec_term *path, struct term size, uint64_t bytes) {
  struct terms *tm = program->tm;
  struct vec_term query = {0}, core = {0};
  struct model *model = NULL;
  for (uint32_t i = 0; i < path->size; i++) vec_term_push(&query, path->data[i]);
  vec_term_push(&query, term_ult(tm, term_bv(tm, term_width(tm, size), bytes), size));
  bool never = term_is_false(tm, query.data[query.size - 1]) ||
               word_decide(program->word, query.size, query.data, 0, NULL, &model, &core) == ANSWER_UNSAT;
  if (model) model_unref(model);
  vec_term_release(&query);
  vec_term_release(&core);
  return never;
}

// The space for an object of symbolic size, taken by an edge with this condition: more than usual where path and
// condition bound the size above that.
static uint64_t reserve_for(struct program *program, const struct state *s, struct term size, struct term condition) {
  enum { LONGEST_PATH = 1000, LARGEST_GRAPH = 5000 };
  uint64_t reserve = program->space.reserve, largest = program->space.largest;
  struct term larger = term_ult(program->tm, term_bv(program->tm, term_width(program->tm, size), reserve), size);
  if (term_is_false(program->tm, larger) || path_size(s->path) > LONGEST_PATH) return reserve;
  if (!program->word) {
    program->word = word_new(program->tm);
    word_limit(program->word, LARGEST_GRAPH);
  }
  struct vec_term path = {0};
  path_conjuncts(s->path, &path);
  vec_term_push(&path, condition);
  if (!is_at_most(program, &path, size, reserve) && is_at_most(program, &path, size, largest))
    while (reserve < largest && !is_at_most(program, &path, size, reserve)) reserve <<= 1;
  vec_term_release(&path);
  return reserve;
}

// An object at a bump pointer that is a term: it takes as many bytes as it has. `room` says when the heap has room for
// it.
static struct value place_at_term(struct program *program, const struct cfa_alloc *alloc, struct value bytes,
                                  struct value *pointer, struct term *room) {
  struct terms *tm = program->tm;
  if (alloc->space && (bytes.term || bytes.bits < alloc->space)) bytes = (struct value){.bits = alloc->space};
  struct term size = bytes.term ? (struct term){bytes.term} : term_bv(tm, program->cfa->pointer_bits, bytes.bits);
  struct placement at = address_place_term(tm, &program->space, alloc, size, (struct term){pointer->term});
  *room = address_has_room(tm, &program->space, alloc, size, at.address);
  *pointer = value_from_term(tm, at.pointer);
  return value_from_term(tm, address_to_width(tm, at.address, term_width(tm, alloc->term)));
}

// A size above the reserve is a case of its own; here it must not take the bump pointer of another edge anywhere.
static struct value within_reserve(struct program *program, struct value size) {
  struct terms *tm = program->tm;
  struct term t = {size.term};
  if (term_none(t)) return size;
  struct term reserve = term_bv(tm, term_width(tm, t), program->space.reserve);
  return value_from_term(tm, term_ite(tm, term_ule(tm, t, reserve), t, reserve));
}

// Places the i-th object of the code: its address, and when its symbolic size fits (false: there is no room).
static struct term place_object(struct program *program, struct state *s, struct code *code, uint32_t i,
                                struct term condition, struct term *room) {
  struct terms *tm = program->tm;
  const struct alloc_code *a = &code->allocs.data[i];
  struct value size = code->registers.data[a->size], *address = &code->registers.data[a->reg];
  uint64_t bytes = size.bits;
  bool placed = true, at_term = !a->alloc->is_stack && code->heap.term;
  *room = term_true(tm);
  if (size.term) {
    bytes = a->alloc->space ? a->alloc->space : program->space.reserve;
    if (!a->alloc->space && !at_term && !term_none(condition))
      bytes = reserve_for(program, s, (struct term){size.term}, condition);
  }
  if (at_term) {
    *address = place_at_term(program, a->alloc, within_reserve(program, size), &code->heap, room);
    placed = !term_is_false(tm, *room);
  } else {
    uint64_t *pointer = a->alloc->is_stack ? &code->stack : &code->heap.bits;
    *address = (struct value){0};
    placed = address_place(&program->space, a->alloc, bytes, pointer, &address->bits);
  }
  if (!placed) *address = value_from_term(tm, nowhere(program, s, code, i));
  if (!placed || !size.term) return term_bool(tm, placed);
  return term_ule(tm, (struct term){size.term}, term_bv(tm, term_width(tm, (struct term){size.term}), bytes));
}

// `condition`: of the edges that allocate, as far as it is known; none at first.
static void evaluate_allocs(struct program *program, struct state *s, struct code *code, struct term condition) {
  struct terms *tm = program->tm;
  struct vec_term fits = {0}; // by allocation
  struct term room = term_true(tm); // for all of them, also those of other edges: addresses do not wrap
  code->heap = s->heap;
  code->stack = s->stack;
  for (uint32_t i = 0; i < code->allocs.size; i++) {
    // A size may depend on the address of an earlier object, so that comes first.
    exec_segment(program, s, code, i ? code->allocs.data[i - 1].size_end : 0, code->allocs.data[i].size_end);
    struct term its;
    vec_term_push(&fits, place_object(program, s, code, i, condition, &its));
    room = term_and(tm, room, its);
  }
  for (uint32_t i = 0; i < code->n_edges; i++) {
    struct edge_code *edge = &code->edges[i];
    struct term all = term_true(tm);
    for (uint32_t k = 0; k < edge->allocs.size; k++) all = term_and(tm, all, fits.data[edge->allocs.data[k]]);
    edge->no_memory = term_is_false(tm, all);
    edge->fits = term_is_const(tm, all) ? TERM_NONE : all;
    edge->room = edge->on_heap ? room : term_true(tm);
  }
  vec_term_release(&fits);
}

// --- deciding ----------------------------------------------------------------------------

static void begin_evaluation(struct program *program, struct state *s, struct code *code, struct term condition) {
  struct value *r = code->registers.data;
  for (uint32_t i = 0; i < code->guard_arrays.size; i++) {
    memory_unref(r[code->guard_arrays.data[i]].memory);
    r[code->guard_arrays.data[i]].memory = NULL;
  }
  if (code->inputs.size) inputs_evaluate(program, s, code);
  if (code->allocs.size) evaluate_allocs(program, s, code, condition);
}

// Some guard is symbolic, or an allocation may not fit: fills code->open. `has_room`: states in which the bump pointer,
// a term, leaves no room need not be considered.
static enum decision decide_slowly(struct program *program, struct code *code, bool has_room, uint32_t *decided) {
  struct terms *tm = program->tm;
  struct sort boolean = sort_bool(tm);
  struct term too_large = term_false(tm);
  bool certain = true;
  vec_open_edge_clear(&code->open);
  vec_u32_clear(&code->open_index);
  for (uint32_t i = 0; i < code->n_edges; i++) {
    struct edge_code *edge = &code->edges[i];
    struct term guard = value_term(tm, boolean, code->registers.data[edge->guard]);
    if (code->allocs.size && edge->no_memory) {
      too_large =
          term_or(tm, too_large, term_is_true(tm, guard) ? guard : term_and(tm, guard, not_null(tm, code, edge)));
      continue;
    }
    if (code->allocs.size) {
      struct term fits = term_none(edge->fits) ? term_true(tm) : edge->fits;
      struct term good = term_and(tm, fits, edge->room);
      too_large = term_or(tm, too_large, term_and(tm, guard, term_not(tm, has_room ? fits : good)));
      guard = term_and(tm, guard, good);
    }
    if (term_is_false(tm, guard)) continue;
    if (!term_is_true(tm, guard)) certain = false;
    vec_open_edge_push(&code->open, (struct open_edge){edge->edge, guard});
    vec_u32_push(&code->open_index, i);
  }
  if (!term_is_false(tm, too_large)) {
    vec_open_edge_push(&code->open, (struct open_edge){EDGE_NONE, too_large});
    vec_u32_push(&code->open_index, UINT32_MAX);
    return code->open.size == 1 && term_is_true(tm, too_large) ? DECIDED_NO_MEMORY : DECIDED_BRANCH;
  }
  if (!code->open.size) return DECIDED_NONE;
  if (code->open.size > 1 || !certain) return DECIDED_BRANCH;
  *decided = code->open_index.data[0];
  return DECIDED;
}

// The sizes of objects are often bounded by the guard of the very edge that makes them: once the guards are known, the
// objects may get more space.
static void evaluate_again(struct program *program, struct state *s, struct code *code) {
  struct terms *tm = program->tm;
  struct term condition = term_false(tm);
  bool larger = false;
  for (uint32_t i = 0; i < code->n_edges; i++)
    if (!term_none(code->edges[i].fits))
      condition = term_or(tm, condition, value_term(tm, sort_bool(tm), code->registers.data[code->edges[i].guard]));
  for (uint32_t i = 0; i < code->allocs.size && !term_is_false(tm, condition); i++) {
    struct term size = {code->registers.data[code->allocs.data[i].size].term};
    if (!term_none(size) && !code->allocs.data[i].alloc->space &&
        (code->allocs.data[i].alloc->is_stack || !s->heap.term))
      larger |= reserve_for(program, s, size, condition) > program->space.reserve;
  }
  if (!larger) return;
  begin_evaluation(program, s, code, condition);
  for (uint32_t i = 0; i < code->n_edges; i++)
    exec_segment(program, s, code, code->edges[i].guard_begin, code->edges[i].guard_end);
}

// Conditions get the facts about the cells that they read.
static void add_instances(struct terms *tm, const struct state *s, struct code *code) {
  for (uint32_t i = 0; s->facts && i < code->open.size; i++)
    code->open.data[i].condition = facts_instances(tm, s->facts, code->open.data[i].condition);
}

enum decision state_decide(struct program *program, struct state *s, struct code *code, uint32_t *decided) {
  code->evaluation = 0;
  if (!code->simple) begin_evaluation(program, s, code, TERM_NONE);
  uint32_t found = UINT32_MAX;
  bool slow = code->allocs.size != 0;
  for (uint32_t i = 0; i < code->n_edges; i++) {
    const struct edge_code *edge = &code->edges[i];
    exec_segment(program, s, code, edge->guard_begin, edge->guard_end);
    const struct value *guard = &code->registers.data[edge->guard];
    if (guard->term) {
      slow = true;
    } else if (guard->bits) {
      if (found != UINT32_MAX) slow = true;
      found = i;
      // The guards of a complete location are disjoint: the others are false.
      if (code->complete && !slow) {
        code->n_guards = i + 1;
        *decided = i;
        return DECIDED;
      }
    }
  }
  code->n_guards = code->n_edges;
  if (slow) {
    if (code->allocs.size) evaluate_again(program, s, code);
    code->evaluation = s->evaluation = ++program->evaluations;
    enum decision decision = decide_slowly(program, code, program->space.has_room && !s->crowded, decided);
    add_instances(program->tm, s, code);
    return decision;
  }
  if (found == UINT32_MAX) return DECIDED_NONE;
  *decided = found;
  return DECIDED;
}

// --- stepping ----------------------------------------------------------------------------

static void assign(struct value *slot, struct value v, const struct target *t) {
  if (t->is_array) {
    memory_unref(slot->memory);
    if (!t->transfer) memory_ref(v.memory);
  }
  *slot = v;
}

void state_step(struct program *program, struct state *s, struct code *code, uint32_t index) {
  struct edge_code *edge = &code->edges[index];
  struct value *r = code->registers.data;
  if (!edge->taken) {
    edge->taken = true;
    program->taken[edge->edge.id] = 1;
    program->n_taken++;
  }
  exec_segment(program, s, code, edge->body_begin, edge->body_end);
  if (!code->simple) {
    if (code->inputs.size) inputs_log(program, s, code, edge);
    if (code->allocs.size) {
      if (edge->on_heap) s->heap = code->heap;
      s->stack = code->stack;
    }
  }
  s->evaluation = 0;
  s->steps++;
  if (edge->callee == CFA_NONE) {
    for (uint32_t i = 0; i < edge->targets.size; i++) {
      const struct target *t = &edge->targets.data[i];
      assign(state_slot_own(s, t->is_global, t->slot), r[t->reg], t);
    }
    s->location = edge->to;
  } else {
    s->frame = frame_new(program, edge->callee, edge->edge, s->frame);
    s->frame->stack_start = s->stack;
    for (uint32_t i = 0; i < edge->targets.size; i++) {
      const struct target *t = &edge->targets.data[i];
      assign(state_slot(s, false, t->slot), r[t->reg], t);
    }
    s->location = program->cfa->functions.data[edge->callee].entry;
  }
  for (uint32_t i = 0; i < edge->release.size; i++) memory_unref(r[edge->release.data[i]].memory);
}

// No cell from `start` on was read before it was written, nor is there one in the base of a memory.
static bool stack_is_clean(struct program *program, struct state *s, uint64_t start) {
  const struct cfa *cfa = program->cfa;
  if (s->uninit_top > start) return false;
  for (uint32_t i = 0; i < program->regions.size; i++) {
    uint32_t slot = program->regions.data[i], shift = region_shift(cfa, cfa->vars.data[cfa->globals.data[slot]].sort);
    const struct memory *m = state_slot(s, true, slot)->memory;
    if (m && memory_frozen(m) > start >> shift) return false;
  }
  return true;
}

// Cells of the i-th region from `start` on become those of an array.
static void replace_stack(struct program *program, struct state *s, uint32_t i, uint64_t start, struct term fresh) {
  uint32_t slot = program->regions.data[i], shift = region_shift(program->cfa, term_sort(program->tm, fresh));
  struct value *own = state_slot_own(s, true, slot);
  // Also what lies above the stack pointer: nothing is known of it then, and it may be used as if it had never been
  // spoken of.
  own->memory = memory_havoc(program->tm, own->memory, start >> shift, program->space.stack_end >> shift, fresh);
}

static void erase_stack(struct program *program, struct state *s, uint32_t i, uint64_t start) {
  const struct cfa *cfa = program->cfa;
  uint32_t slot = program->regions.data[i], shift = region_shift(cfa, cfa->vars.data[cfa->globals.data[slot]].sort);
  if (memory_range_empty(state_slot(s, true, slot)->memory, start >> shift, s->stack >> shift)) return;
  struct value *own = state_slot_own(s, true, slot);
  own->memory = memory_erase(own->memory, start >> shift, s->stack >> shift);
}

// In a concrete run the array is given, where the run that it repeats needed one.
static struct term given_stack(struct program *program, struct state *s, uint32_t i, struct return_point left) {
  const struct cfa *cfa = program->cfa;
  while (s->next_left < s->end_left) {
    const struct input_value *given = &s->replay[s->next_left];
    bool later = given->left.steps > left.steps || (given->left.steps == left.steps && given->left.depth < left.depth);
    if (later) break;
    bool now = given->left.steps == left.steps && given->left.depth == left.depth;
    if (now && !term_same(given->input->term, cfa->vars.data[cfa->globals.data[program->regions.data[i]]].term)) break;
    s->next_left++;
    if (now)
      return term_none(given->value) ? term_zero(program->tm, term_sort(program->tm, given->input->term))
                                     : given->value;
  }
  return TERM_NONE;
}

// Stack addresses from `start` on are used again: what they held is gone.
static void release_stack(struct program *program, struct state *s, uint64_t start, uint32_t depth) {
  if (s->stack == start) return;
  struct return_point left = {s->steps, depth};
  bool clean = s->is_replay || stack_is_clean(program, s, start);
  for (uint32_t i = 0; i < program->regions.size; i++) {
    if (!state_slot(s, true, program->regions.data[i])->memory) continue;
    struct term fresh = s->is_replay ? given_stack(program, s, i, left)
                        : clean      ? TERM_NONE
                                     : inputs_of_stack(program, s, i, left);
    if (term_none(fresh)) erase_stack(program, s, i, start);
    else replace_stack(program, s, i, start, fresh);
  }
  if (!clean && s->uninit_top > start) s->uninit_top = start;
  s->stack = start;
}

static void leave_function(struct program *program, struct state *s) {
  const struct cfa *cfa = program->cfa;
  struct frame *f = s->frame;
  const struct cfa_edge *call = cfa_edge(cfa, f->call_edge);
  uint32_t result = cfa->functions.data[f->function].result;
  struct value v = {0};
  bool wanted = call->result != CFA_NONE && result != CFA_NONE;
  bool array = wanted && sort_kind(program->tm, cfa->vars.data[result].sort) == SORT_ARRAY;
  if (wanted) {
    v = *state_slot(s, false, cfa->vars.data[result].slot);
    if (array && v.memory) memory_ref(v.memory);
  }
  uint64_t start = f->stack_start;
  uint32_t depth = f->depth;
  struct frame *parent = f->parent;
  parent->refs++;
  frame_unref(f);
  s->frame = parent;
  if (wanted) {
    const struct cfa_var *to = &cfa->vars.data[call->result];
    struct value *slot = state_slot_own(s, to->function == CFA_NONE, to->slot);
    if (array) memory_unref(slot->memory);
    *slot = v;
  }
  release_stack(program, s, start, depth);
  s->location = call->to;
  s->evaluation = 0;
}

bool state_arrive(struct program *program, struct state *s, enum state_event *event) {
  for (;;) {
    const struct cfa_location *loc = cfa_location(program->cfa, s->location);
    if (!program->reached[s->location.id]) {
      program->reached[s->location.id] = 1;
      program->n_reached++;
    }
    switch (loc->kind) {
    case LOC_PLAIN:
      program->quick[s->location.id] = 1;
      if (s->frame->depth <= FRAMES_MAX) return true;
      s->why = REASON_DEPTH;
      *event = STATE_UNSUPPORTED;
      return false;
    case LOC_ERROR: *event = STATE_ERROR; return false;
    case LOC_STOP: *event = STATE_END; return false;
    case LOC_UNSUPPORTED:
      s->why = REASON_UNSUPPORTED;
      *event = STATE_UNSUPPORTED;
      return false;
    case LOC_EXIT:
      if (!s->frame->parent) {
        *event = STATE_END;
        return false;
      }
      leave_function(program, s);
      break;
    }
  }
}

#define POLL_STEPS 4096

enum state_event state_run_to(struct state *s, uint64_t max_steps, const bool *stops) {
  struct program *program = s->program;
  enum state_event event = STATE_BUDGET;
  struct cycle cycle;
  cycle_start(&cycle, s);
  uint64_t begin = s->steps, end = max_steps < UINT64_MAX - begin ? begin + max_steps : UINT64_MAX;
  while ((program->quick[s->location.id] && s->frame->depth <= FRAMES_MAX) || state_arrive(program, s, &event)) {
    if (stops && stops[s->location.id] && s->steps > begin) {
      event = STATE_BUDGET;
      break;
    }
    if (s->steps >= end || ((s->steps - begin) % POLL_STEPS == POLL_STEPS - 1 && limits_stopped(program->limits))) {
      event = STATE_BUDGET;
      break;
    }
    if ((s->steps >= cycle.next || location_same(s->location, cycle.location)) && cycle_look(&cycle, s)) {
      event = STATE_END;
      break;
    }
    struct code *code = code_of(program, s->location);
    uint32_t edge;
    enum decision decision = state_decide(program, s, code, &edge);
    if (decision == DECIDED) {
      state_step(program, s, code, edge);
      continue;
    }
    if (decision == DECIDED_NO_MEMORY) s->why = REASON_ALLOCATION;
    event = decision == DECIDED_BRANCH ? STATE_BRANCH : decision == DECIDED_NONE ? STATE_END : STATE_UNSUPPORTED;
    break;
  }
  cycle_stop(&cycle);
  program->stats->steps += s->steps - begin;
  return event;
}

enum state_event state_run(struct state *s, uint64_t max_steps) { return state_run_to(s, max_steps, NULL); }

static struct code *evaluated_code(struct state *s) {
  struct program *program = s->program;
  struct code *code = code_of(program, s->location);
  uint32_t edge;
  if (s->evaluation && code->evaluation == s->evaluation) return code;
  enum decision decision = state_decide(program, s, code, &edge);
  if (decision == DECIDED_BRANCH || decision == DECIDED_NO_MEMORY) return code;
  // Simpler terms than the first time: one edge is left, or none.
  vec_open_edge_clear(&code->open);
  vec_u32_clear(&code->open_index);
  if (decision == DECIDED) {
    vec_open_edge_push(&code->open, (struct open_edge){code->edges[edge].edge, term_true(program->tm)});
    vec_u32_push(&code->open_index, edge);
  }
  return code;
}

const struct open_edge *state_open(struct state *s, uint32_t *n) {
  struct code *code = evaluated_code(s);
  *n = code->open.size;
  return code->open.data;
}

static void take(struct state *s, struct code *code, uint32_t index, struct term condition, struct model *model) {
  struct program *program = s->program;
  if (!term_is_true(program->tm, condition)) {
    struct path *path = path_add(s->path, condition);
    path_unref(s->path);
    s->path = path;
  }
  state_set_model(s, model);
  state_step(program, s, code, index);
  program->stats->steps++;
}

void state_take_edge(struct state *s, struct open_edge open, struct model *model) {
  assert(!edge_none(open.edge));
  struct code *code = evaluated_code(s);
  uint32_t index = 0;
  while (!edge_same(code->edges[index].edge, open.edge)) index++;
  // Where a complete location's evaluation ended early, the body may need what later guards compute.
  for (; code->n_guards <= index; code->n_guards++)
    exec_segment(s->program, s, code, code->edges[code->n_guards].guard_begin, code->edges[code->n_guards].guard_end);
  take(s, code, index, open.condition, model);
}
