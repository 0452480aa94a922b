// A native run, repeated by the automaton: its inputs as a claim has them.
//
// The automaton asks for inputs where its edges read them, the program where it calls the function: each function's
// values come in the same order. What the program does not initialise is zero in both.
#include "base/process/machine.h"
#include "engine/fuzz/fuzz.h"
#include <stdio.h>

#define MOST_BLOCKS 64u // of memory that is an input
#define MOST_BYTES 65536u // of one

struct repeating {
  struct fuzz *x;
  const struct test *test;
  struct vec_input_value *inputs;
  uint32_t read[SERVED_SOURCES]; // values of each source that were taken
  uint32_t blocks, objects; // so far
  bool again; // the address of another block is known now
  const struct run_step *step;
};

bool fuzz_is_block(const struct cfa_input *input) { return input->kind == INPUT_NONDET && !term_none(input->address); }

uint32_t fuzz_source_of(struct fuzz *x, const struct cfa_input *input) {
  const uint32_t *known = map_u32_find(&x->sources, input->term.id);
  if (known) return *known;
  uint32_t source = 0;
  bool is_given = (input->kind == INPUT_NONDET || (input->kind == INPUT_UNDEFINED && !machine_has(input->name))) &&
                  !input->site && input->name;
  for (uint32_t s = 0; s < x->exchange->sources && is_given; s++)
    if (!strncmp(x->exchange->source[s].name, input->name, sizeof x->exchange->source[s].name - 1)) source = s + 1;
  // A source may come up later: only what was found is remembered.
  if (source || !is_given) map_u32_put(&x->sources, input->term.id, source);
  return source;
}

static uint64_t value_at(const struct test *test, uint32_t source, uint32_t k) {
  return k < test->values[source].size ? test->values[source].data[k] : 0;
}

static struct term constant(struct terms *tm, struct sort sort, uint64_t bits, uint32_t kind) {
  if (kind == 1) bits = bits != 0;
  switch (sort_kind(tm, sort)) {
  case SORT_BOOL: return bits ? term_true(tm) : term_false(tm);
  case SORT_BV:
    if (sort_width(tm, sort) <= 64) return term_bv(tm, sort_width(tm, sort), bits);
    return term_concat(tm, term_bv(tm, sort_width(tm, sort) - 64, (uint64_t)((int64_t)bits >> 63)),
                       term_bv(tm, 64, bits));
  default: return TERM_NONE;
  }
}

// Memory that is an input, as an array: bytes of its source from here on.
static struct term block_at(struct repeating *r, struct sort sort, uint64_t address, uint32_t source, uint32_t first,
                            uint32_t size) {
  struct terms *tm = r->x->run.tm;
  struct vec_u64 indices = {0};
  struct vec_term values = {0};
  struct sort element = sort_element(tm, sort);
  bool bytes = sort_kind(tm, element) == SORT_BV && sort_width(tm, element) == 8;
  for (uint32_t i = 0; i < size && i < MOST_BYTES && bytes; i++) {
    uint64_t byte = value_at(r->test, source, first + i) & 0xff;
    if (!byte) continue;
    vec_u64_push(&indices, address + i);
    vec_term_push(&values, term_bv(tm, 8, byte));
  }
  struct term array = term_zero(tm, sort);
  if (indices.size) array = term_stores(tm, array, indices.size, indices.data, values.data);
  vec_u64_release(&indices);
  vec_term_release(&values);
  return array;
}

static uint32_t size_of_block(const struct repeating *r, uint32_t nth) {
  return nth < SERVED_BLOCKS && nth < r->x->exchange->blocks ? r->x->exchange->block[nth] : 0;
}

static const struct cfa_edge *edge_of(const struct repeating *r, const struct cfa_input *input) {
  return cfa_edge(r->x->run.cfa, (struct edge){map_u32_get_or(&r->x->edges_of, input->term.id, 0)});
}

// How many values of the same source its edge reads before it; *blocks: the same of blocks.
static uint32_t before_it(struct repeating *r, const struct cfa_input *input, uint32_t source, uint32_t *blocks) {
  const struct cfa_edge *e = edge_of(r, input);
  uint32_t n = 0;
  *blocks = 0;
  for (uint32_t i = 0; i < e->inputs.size && !term_same(e->inputs.data[i].term, input->term); i++) {
    bool same = fuzz_source_of(r->x, &e->inputs.data[i]) == source, block = fuzz_is_block(&e->inputs.data[i]);
    if (same) n += block ? size_of_block(r, r->blocks + *blocks) : 1;
    *blocks += block;
  }
  return n;
}

uint32_t fuzz_source_named(const struct fuzz *x, const char *name) {
  for (uint32_t s = 0; s < x->exchange->sources; s++)
    if (!strncmp(x->exchange->source[s].name, name, sizeof x->exchange->source[s].name - 1)) return s + 1;
  return 0;
}

// --- what there is at the start --------------------------------------------------------------------------------------

struct cells {
  struct terms *tm;
  struct sort sort;
  uint32_t bytes; // of a cell
  struct vec_u64 indices;
  struct vec_term values;
};

// Bytes of a source, from an address on.
static void add_bytes(struct cells *c, const struct test *test, uint32_t source, uint32_t first, uint64_t address,
                      uint64_t size) {
  for (uint64_t i = 0; i + c->bytes <= size && i < MOST_BYTES; i += c->bytes) {
    uint64_t value = 0;
    for (uint32_t k = 0; k < c->bytes; k++)
      value |= (value_at(test, source, (uint32_t)(first + i + k)) & 0xff) << 8 * k;
    if (!value) continue;
    vec_u64_push(&c->indices, (address + i) / c->bytes);
    vec_term_push(&c->values, term_bv(c->tm, c->bytes * 8, value));
  }
}

// The strings of the arguments of main, as the runtime makes them from its source.
static void add_strings(struct cells *c, struct repeating *r) {
  struct fuzz *x = r->x;
  const struct cfa_arguments *a = &x->run.cfa->arguments;
  uint32_t argc = fuzz_source_named(x, "clew.argc"), argv = fuzz_source_named(x, "clew.argv"), k = 0;
  if (!argc || !argv || c->bytes != 1) return;
  uint64_t count = 1 + (uint32_t)value_at(r->test, argc - 1, 0) % x->exchange->arguments;
  for (uint64_t n = 0; n < count; n++) {
    uint32_t length = 0;
    while (length + 1 < x->exchange->argument_length && value_at(r->test, argv - 1, k + length) & 0xff) length++;
    add_bytes(c, r->test, argv - 1, k, a->text + n * a->stride, length);
    k += length + (length + 1 < x->exchange->argument_length);
  }
}

bool fuzz_is_initial(const struct fuzz *x, const struct cfa_input *input) {
  const struct cfa *cfa = x->run.cfa;
  for (uint32_t i = 0; i < cfa->memory.size; i++)
    if (term_same(cfa->memory.data[i].initial, input->term)) return true;
  return false;
}

// What a region holds: objects of parameters lie in one of them, nobody else looks there.
static struct term initial(struct repeating *r, const struct cfa_input *input, struct sort sort) {
  struct fuzz *x = r->x;
  const struct cfa *cfa = x->run.cfa;
  struct terms *tm = x->run.tm;
  struct sort element = sort_element(tm, sort);
  struct cells c = {.tm = tm,
                    .sort = sort,
                    .bytes = sort_kind(tm, element) == SORT_BV ? sort_width(tm, element) / 8 : 0};
  struct term array = term_zero(tm, sort);
  if (!c.bytes || c.bytes > 8 || sort_width(tm, element) % 8) return array;
  for (uint32_t i = 0; i < x->objects.size; i++)
    add_bytes(&c, r->test, x->objects.data[i].source, 0, x->objects.data[i].address, x->objects.data[i].size);
  for (uint32_t i = 0; i < cfa->memory.size && x->exchange->arguments; i++)
    if (term_same(cfa->memory.data[i].region, cfa->arguments.text_region) &&
        term_same(cfa->memory.data[i].initial, input->term))
      add_strings(&c, r);
  if (c.indices.size) array = term_stores(tm, array, c.indices.size, c.indices.data, c.values.data);
  vec_u64_release(&c.indices);
  vec_term_release(&c.values);
  return array;
}

uint32_t fuzz_elsewhere(const struct fuzz *x, const struct cfa_input *input) {
  char name[32];
  if (!input->site || !x->run.cfa->sites.data[input->site - 1].is_elsewhere) return 0;
  snprintf(name, sizeof name, "clew.site %010u", input->site);
  return fuzz_source_named(x, name);
}

// Not a function's.
static struct term value_at_start(struct repeating *r, const struct cfa_input *input, struct sort sort) {
  struct fuzz *x = r->x;
  struct terms *tm = x->run.tm;
  if (sort_kind(tm, sort) == SORT_ARRAY) return fuzz_is_initial(x, input) ? initial(r, input, sort) : TERM_NONE;
  if (x->exchange->arguments && term_same(x->run.cfa->arguments.argc, input->term)) {
    uint32_t argc = fuzz_source_named(x, "clew.argc");
    uint64_t value = argc ? value_at(r->test, argc - 1, 0) : 0;
    return constant(tm, sort, 1 + (uint32_t)value % x->exchange->arguments, 32);
  }
  uint32_t source = fuzz_elsewhere(x, input);
  if (!source) return TERM_NONE;
  uint64_t bits = 0;
  bool whole = x->exchange->source[source - 1].kind > 8;
  if (whole) bits = value_at(r->test, source - 1, 0) >> 8 * (input->offset < 8 ? input->offset : 0);
  for (uint32_t k = 0; k < 8 && !whole; k++) bits |= (value_at(r->test, source - 1, input->offset + k) & 0xff) << 8 * k;
  return constant(tm, sort, bits, 64);
}

// The objects that a step of the start makes for parameters.
static void note_objects(struct repeating *r, const struct run_step *step) {
  struct fuzz *x = r->x;
  const struct cfa *cfa = x->run.cfa;
  const struct cfa_edge *e = cfa_edge(cfa, step->edge);
  if (!cfa->functions.data[cfa_location(cfa, e->from)->function].is_start) return;
  for (uint32_t k = 0; k < e->allocs.size; k++) {
    struct object object;
    char name[64];
    snprintf(name, sizeof name, "clew.object %s", e->allocs.data[k].name ? e->allocs.data[k].name : "");
    object.source = fuzz_source_named(x, name);
    if (!object.source-- || !run_step_object(step, k, &object.address, &object.size)) continue;
    if (r->objects++ < x->objects.size) continue;
    vec_object_push(&x->objects, object);
    r->again = true;
  }
}

static struct term value_of(struct repeating *r, const struct cfa_input *input, uint32_t k, uint32_t block) {
  struct terms *tm = r->x->run.tm;
  struct sort sort = term_sort(tm, input->term);
  uint32_t source = fuzz_source_of(r->x, input);
  if (!source) return value_at_start(r, input, sort);
  if (!fuzz_is_block(input))
    return constant(tm, sort, value_at(r->test, source - 1, k), r->x->exchange->source[source - 1].kind);
  if (block >= r->x->blocks.size || sort_kind(tm, sort) != SORT_ARRAY) return TERM_NONE;
  return block_at(r, sort, r->x->blocks.data[block], source - 1, k, size_of_block(r, block));
}

static struct term give(void *context, struct state *s, const struct cfa_input *input);

// --- blocks ----------------------------------------------------------------------------------------------------------

// Where a block goes: the address that the edge's updates see. `step`: NULL where it is not known yet which edge is
// taken. UINT64_MAX: it is not known.
static uint64_t address_of(struct repeating *r, struct state *state, const struct run_step *step,
                           const struct cfa_input *input) {
  const struct cfa *cfa = r->x->run.cfa;
  const struct cfa_edge *edge = edge_of(r, input);
  struct substitution *sub = substitution_new(cfa->tm);
  uint64_t address, size, value;
  for (uint32_t k = 0; step && k < edge->allocs.size; k++)
    if (run_step_object(step, k, &address, &size))
      substitution_set(sub, edge->allocs.data[k].term,
                       term_bv(cfa->tm, term_width(cfa->tm, edge->allocs.data[k].term), address));
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    const struct cfa_input *other = &edge->inputs.data[i];
    struct term given = fuzz_is_block(other) ? TERM_NONE : give(r, state, other);
    if (!term_none(given)) substitution_set(sub, other->term, given);
  }
  uint32_t count;
  const uint32_t *vars = term_free_vars(cfa->tm, input->address, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    if (var != CFA_NONE) substitution_set(sub, (struct term){vars[i]}, state_value(state, var));
  }
  bool known = term_value64(cfa->tm, substitution_apply(sub, input->address), &value);
  substitution_free(sub);
  return known ? value : UINT64_MAX;
}

static struct term give(void *context, struct state *s, const struct cfa_input *input) {
  struct repeating *r = context;
  uint32_t source = fuzz_source_of(r->x, input), blocks = 0, k = 0;
  if (source) k = r->read[source - 1] + before_it(r, input, source, &blocks);
  // A guard may look at the block: then its address is needed before the edge is known.
  if (fuzz_is_block(input) && r->blocks + blocks == r->x->blocks.size) {
    uint64_t address = address_of(r, s, NULL, input);
    if (address != UINT64_MAX) vec_u64_push(&r->x->blocks, address);
  }
  return value_of(r, input, k, r->blocks + blocks);
}

static void take(void *context, const struct cfa_input *input, bool matters) {
  struct repeating *r = context;
  uint32_t source = fuzz_source_of(r->x, input), k = source ? r->read[source - 1] : 0;
  if (fuzz_is_block(input) && r->blocks >= r->x->blocks.size) {
    vec_u64_push(&r->x->blocks, address_of(r, r->step->state, r->step, input));
    r->again = true;
    return;
  }
  struct input_value value = {.input = input};
  if (matters) value.value = value_of(r, input, k, r->blocks);
  vec_input_value_push(r->inputs, value);
  if (source && fuzz_is_block(input)) r->read[source - 1] += size_of_block(r, r->blocks);
  else if (source) r->read[source - 1]++;
  r->blocks += fuzz_is_block(input);
}

static bool on_step(void *context, const struct run_step *step) {
  struct repeating *r = context;
  r->step = step;
  if (cfa_location(r->x->run.cfa, state_location(step->state))->loop_head && step->index < 1 << 12)
    facts_reach(r->x->run.facts, step->state);
  r->x->taken[step->edge.id]++;
  note_objects(r, step);
  run_step_inputs(step, take, r);
  return !r->again;
}

enum state_event fuzz_repeat(struct fuzz *x, const struct test *test, uint64_t steps, struct vec_input_value *inputs,
                             struct state **last) {
  struct repeating r = {.x = x, .test = test, .inputs = inputs};
  struct input_giver giver = {&r, give};
  enum state_event event;
  vec_u64_clear(&x->blocks);
  vec_object_clear(&x->objects);
  *last = NULL;
  do {
    if (*last) state_free(*last);
    memset(r.read, 0, sizeof r.read);
    r.blocks = r.objects = 0;
    r.again = false;
    vec_input_value_clear(inputs);
    event = state_replay_given(x->run.program, &giver, steps, on_step, &r, last);
    x->run.stats->steps += state_steps(*last);
  } while (r.again && x->blocks.size < MOST_BLOCKS && !limits_stopped(x->run.limits));
  return event;
}
