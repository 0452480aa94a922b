// Runs of the program with various inputs, and what variables were whenever a loop head was reached.
//
// The budget is counted in steps, not in time, so that the samples depend on the program and the seed alone. The k-th
// input of run r is a function of seed, r, k and its sort. state_replay takes the values of all inputs beforehand, but
// which sort the k-th has is known only on the way: the list is filled before the location is reached that reads them.
#include "facts/samples.h"
#include "facts/table.h"

enum {
  MAX_RUNS = 60,
  MAX_STEPS = 300000,        // of all runs
  RUN_STEPS = 4000,
  LONG_RUN_STEPS = 40000,    // of one run in LONG_RUNS
  LONG_RUNS = 12,
  MAX_INPUTS = 4096,         // of a run; what follows is zero
  MAX_ROWS = 400,            // of a head
  MAX_RUN_ROWS = 40,         // of a head in one run
  FIRST_VISITS = 8,          // of a run, all kept
  MAX_VARS = 200,            // of a head
  LOOKING_RUNS = 12,         // in which members of objects are looked for
  MAX_CELLS = 12,            // of a memory
  MAX_MEMBERS = 24,          // of a head
  MAX_OBJECTS = 8,           // of a head, whose sizes are measured
};

struct run {
  struct facts *f;
  uint32_t number;
  struct input_value *inputs;
  uint32_t n_read;
  struct vec_u64 row;
  bool small; // inputs are small numbers, and arrays that are inputs have the same number in all their cells
  facts_visit visit; // NULL: samples are taken
  void *context; // for visit
};

// --- inputs -----------------------------------------------------------------------------------------

static uint64_t draw_bits(const struct facts *f, uint32_t run, uint32_t nth) {
  return hash_u64(hash_mix(hash_mix(f->seed + 1, run + 1), nth + 1));
}

static uint64_t draw_constant(const struct facts *f, uint64_t bits) {
  if (!f->constants.size) return bits % 32;
  uint64_t value = 0;
  term_value64(f->tm, f->constants.data[bits % f->constants.size], &value);
  return value + bits / 1024 % 3 - 1;
}

// Runs have a temper, by their number: some draw everything from one kind of numbers.
static uint64_t draw_number(const struct facts *f, uint32_t run, uint32_t nth, uint32_t width) {
  uint64_t bits = draw_bits(f, run, nth), more = hash_u64(bits + 1);
  static const uint8_t kinds[] = {0, 1, 2, 1, 9, 3, 2, 4, 9, 1, 5, 9};
  uint32_t kind = kinds[run % sizeof kinds];
  if (kind == 9) kind = 1 + more % 32 % 5;
  switch (kind) {
  case 0: return 0;
  case 1: return bits % 12;
  case 2: return bits % 100;
  case 3: return draw_constant(f, bits);
  case 4:
    return bits % 2 ? 0 - bits / 2 % 20
                    : ((uint64_t)1 << (width - 1)) - 2 + bits / 2 % 4;   // small negative ones, and about the middle
  default: return bits;
  }
}

static struct term draw(const struct facts *f, uint32_t run, uint32_t nth, struct sort sort) {
  struct terms *tm = f->tm;
  switch (sort_kind(tm, sort)) {
  case SORT_BOOL: return term_bool(tm, run && draw_bits(f, run, nth) & 1);
  case SORT_BV: return term_bv(tm, sort_width(tm, sort), draw_number(f, run, nth, sort_width(tm, sort)));
  case SORT_FLOAT: return term_fp_from_int(tm, sort, term_rne(tm), term_bv(tm, 64, draw_number(f, run, nth, 64)), true);
  default: return TERM_NONE;
  }
}

static struct term draw_small(const struct facts *f, uint32_t run, uint32_t nth, struct sort sort) {
  struct terms *tm = f->tm;
  uint64_t bits = draw_bits(f, run, nth);
  if (sort_kind(tm, sort) == SORT_BV) return term_bv(tm, sort_width(tm, sort), bits % 9);
  if (sort_kind(tm, sort) != SORT_ARRAY) return draw(f, run, nth, sort);
  struct sort element = sort_element(tm, sort);
  if (sort_kind(tm, element) != SORT_BV) return TERM_NONE;
  return term_array_const(tm, sort, term_bv(tm, sort_width(tm, element), bits >> 32));
}

// How many inputs a visit of the location reads if it is left by `edge` (an index into its edges out), and with `fill`
// their values. Edges that share inputs at the same positions read their own list; otherwise all lists are read, one
// after the other, each input once.
static uint32_t location_inputs(struct run *r, const struct cfa_location *loc, uint32_t edge, bool fill) {
  const struct cfa *cfa = r->f->cfa;
  struct vec_term all = {0};
  struct vec_u32 positions = {0};
  bool same = true;
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct vec_input *list = &cfa_edge(cfa, loc->out.data[i])->inputs;
    for (uint32_t j = 0; j < list->size; j++) {
      uint32_t k = 0;
      while (k < all.size && !term_same(all.data[k], list->data[j].term)) k++;
      if (k < all.size) {
        same = same && positions.data[k] == j;
        continue;
      }
      vec_term_push(&all, list->data[j].term);
      vec_u32_push(&positions, j);
    }
  }
  for (uint32_t k = 0; fill && k < all.size; k++) {
    uint32_t nth = r->n_read + (same ? positions.data[k] : k);
    struct sort sort = term_sort(cfa->tm, all.data[k]);
    if (nth < MAX_INPUTS) r->inputs[nth].value = (r->small ? draw_small : draw)(r->f, r->number, nth, sort);
  }
  uint32_t read = same ? cfa_edge(cfa, loc->out.data[edge])->inputs.size : all.size;
  vec_term_release(&all);
  vec_u32_release(&positions);
  return read;
}

static bool has_inputs(const struct cfa *cfa, const struct cfa_location *loc) {
  for (uint32_t i = 0; i < loc->out.size; i++)
    if (cfa_edge(cfa, loc->out.data[i])->inputs.size) return true;
  return false;
}

// Where the program is after the edge: behind the call if a function ends.
static struct location next_location(const struct cfa *cfa, const struct run_step *step) {
  const struct cfa_edge *e = cfa_edge(cfa, step->edge);
  if (e->callee != CFA_NONE &&
      !location_same(cfa->functions.data[e->callee].entry, cfa->functions.data[e->callee].exit))
    return cfa->functions.data[e->callee].entry;
  struct location to = e->to;
  struct vec_edge calls = {0};
  if (cfa_location(cfa, to)->kind == LOC_EXIT) state_call_string(step->state, &calls);
  while (cfa_location(cfa, to)->kind == LOC_EXIT && calls.size) to = cfa_edge(cfa, vec_edge_pop(&calls))->to;
  vec_edge_release(&calls);
  return to;
}

static void prepare_inputs(struct run *r, const struct run_step *step) {
  const struct cfa *cfa = r->f->cfa;
  const struct cfa_location *from = cfa_location(cfa, cfa_edge(cfa, step->edge)->from);
  if (has_inputs(cfa, from)) {
    uint32_t i = 0;
    while (!edge_same(from->out.data[i], step->edge)) i++;
    r->n_read += location_inputs(r, from, i, false);
  }
  const struct cfa_location *to = cfa_location(cfa, next_location(cfa, step));
  if (has_inputs(cfa, to)) location_inputs(r, to, 0, true);
}

// --- variables ----------------------------------------------------------------------------------------

static bool edge_reads(const struct cfa *cfa, const struct cfa_edge *e, struct term var) {
  if (term_mentions(cfa->tm, e->guard, var)) return true;
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (term_mentions(cfa->tm, e->updates.data[i].value, var)) return true;
  for (uint32_t i = 0; i < e->args.size; i++)
    if (term_mentions(cfa->tm, e->args.data[i], var)) return true;
  for (uint32_t i = 0; i < e->allocs.size; i++)
    if (term_mentions(cfa->tm, e->allocs.data[i].size, var)) return true;
  return false;
}

static bool edge_writes(const struct cfa_edge *e, uint32_t var) {
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (e->updates.data[i].var == var) return true;
  return e->result == var;
}

bool facts_is_live(const struct cfa *cfa, struct location location, uint32_t var) {
  struct vec_location todo = {0};
  struct map_u32 seen = {0};
  bool found = false;
  vec_location_push(&todo, location);
  map_u32_put(&seen, location.id, 1);
  while (todo.size && !found) {
    const struct cfa_location *loc = cfa_location(cfa, vec_location_pop(&todo));
    for (uint32_t i = 0; i < loc->out.size && !found; i++) {
      const struct cfa_edge *e = cfa_edge(cfa, loc->out.data[i]);
      found = edge_reads(cfa, e, cfa->vars.data[var].term);
      if (found || edge_writes(e, var) || map_u32_find(&seen, e->to.id)) continue;
      map_u32_put(&seen, e->to.id, 1);
      vec_location_push(&todo, e->to);
    }
  }
  vec_location_release(&todo);
  map_u32_release(&seen);
  return found;
}

static void add_variable(const struct cfa *cfa, struct samples *s, uint32_t var) {
  const struct cfa_var *v = &cfa->vars.data[var];
  enum sort_kind kind = sort_kind(cfa->tm, v->sort);
  if (s->columns.size == MAX_VARS || v->kind == VAR_RESULT) return;
  if (kind != SORT_BOOL && (kind != SORT_BV || sort_width(cfa->tm, v->sort) > 64)) return;
  if (v->function == CFA_NONE || facts_is_live(cfa, s->head, var))
    vec_column_push(&s->columns, (struct column){.var = var, .term = v->term, .is_unsigned = v->is_unsigned});
}

static void add_variables(struct facts *f, struct samples *s) {
  const struct vec_u32 *locals = &f->cfa->functions.data[cfa_location(f->cfa, s->head)->function].locals;
  for (uint32_t i = 0; i < locals->size; i++) add_variable(f->cfa, s, locals->data[i]);
  for (uint32_t i = 0; i < f->cfa->globals.size; i++) add_variable(f->cfa, s, f->cfa->globals.data[i]);
  s->vars = s->columns.size;
}

static void samples_prepare(struct samples *s) {
  vec_u64_resize(&s->first, s->columns.size);
  s->varies = mem_zalloc(s->columns.size + 1, sizeof *s->varies);
}

static struct samples *samples_at(struct facts *f, struct location head) {
  uint32_t *at = map_u32_find(&f->samples_of, head.id);
  if (at) return &f->samples.data[*at];
  struct samples s = {.head = head};
  add_variables(f, &s);
  facts_measures(f->cfa, head, &s.columns);
  samples_prepare(&s);
  map_u32_put(&f->samples_of, head.id, f->samples.size);
  vec_samples_push(&f->samples, s);
  return &f->samples.data[f->samples.size - 1];
}

// --- samples ------------------------------------------------------------------------------------------

// The value that a term over variables has in the state.
static struct term measure(const struct cfa *cfa, struct state *state, struct term t) {
  struct vec_term from = {0}, to = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&from, (struct term){vars[i]});
  for (uint32_t i = 0; i < from.size; i++) vec_term_push(&to, state_value(state, cfa_var_of(cfa, from.data[i])));
  struct term value = term_substitute(cfa->tm, t, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return value;
}

// --- members of objects -------------------------------------------------------------------------------
//
// What members there are is seen in the first runs: the cells of memory that differ from what memory is filled with.

static bool is_memory(const struct cfa *cfa, uint32_t var) {
  struct sort sort = cfa->vars.data[var].sort;
  if (cfa->vars.data[var].function != CFA_NONE || sort_kind(cfa->tm, sort) != SORT_ARRAY) return false;
  struct sort index = sort_index(cfa->tm, sort), element = sort_element(cfa->tm, sort);
  return sort_kind(cfa->tm, index) == SORT_BV && sort_width(cfa->tm, index) <= cfa->pointer_bits &&
         sort_kind(cfa->tm, element) == SORT_BV && sort_width(cfa->tm, element) <= 64;
}

// A table by address whose entries are numbers of bytes, as the sizes of objects are.
static bool is_table(const struct cfa *cfa, uint32_t var) {
  struct sort sort = cfa->vars.data[var].sort;
  return is_memory(cfa, var) && sort_width(cfa->tm, sort_index(cfa->tm, sort)) == cfa->pointer_bits &&
         sort_width(cfa->tm, sort_element(cfa->tm, sort)) == cfa->pointer_bits;
}

// The number of cells of the array that are columns.
static uint32_t cells_of(const struct cfa *cfa, const struct samples *s, uint32_t var) {
  uint32_t n = 0;
  for (uint32_t i = s->vars; i < s->columns.size; i++)
    n += term_same(term_child(cfa->tm, s->columns.data[i].term, 0), cfa->vars.data[var].term);
  return n;
}

static void add_column(struct samples *s, struct term t) {
  for (uint32_t i = s->vars; i < s->columns.size; i++)
    if (term_same(s->columns.data[i].term, t)) return;
  vec_column_push(&s->columns, (struct column){.var = CFA_NONE, .term = t, .is_unsigned = true});
}

// Of what lies at constant addresses, as local and global variables do: blocks of the heap have another one in each
// run.
static void add_cells(const struct cfa *cfa, struct samples *s, uint32_t var, struct term value) {
  uint32_t width = sort_width(cfa->tm, sort_index(cfa->tm, cfa->vars.data[var].sort));
  uint64_t end = cfa->heap_start >> (cfa->pointer_bits - width);
  for (enum term_kind kind; kind = term_kind(cfa->tm, value), kind == TERM_STORE || kind == TERM_STORES;
       value = term_child(cfa->tm, value, 0))
    for (uint32_t i = 1; i + 1 < term_arity(cfa->tm, value); i += 2) {
      uint64_t index;
      if (!term_value64(cfa->tm, term_child(cfa->tm, value, i), &index) || index >= end) continue;
      if (cells_of(cfa, s, var) > MAX_CELLS) return;
      add_column(s, term_select(cfa->tm, cfa->vars.data[var].term, term_bv(cfa->tm, width, index)));
    }
}

static void look_for_cells(const struct cfa *cfa, struct samples *s, struct state *state) {
  if (s->visits++ >= FIRST_VISITS) return;
  struct vec_u32 changes = {0};
  cfa_loop_changes(cfa, s->head, &changes);
  for (uint32_t i = 0; i < changes.size; i++)
    if (is_memory(cfa, changes.data[i]) && cells_of(cfa, s, changes.data[i]) <= MAX_CELLS)
      add_cells(cfa, s, changes.data[i], state_value(state, changes.data[i]));
  vec_u32_release(&changes);
}

// Without those of memory with more than MAX_CELLS, which is an array rather than the members of an object or two.
static void keep_members(const struct cfa *cfa, struct samples *s) {
  struct vec_column kept = {0};
  for (uint32_t i = 0; i < s->columns.size; i++) {
    const struct column *c = &s->columns.data[i];
    bool few = i < s->vars || cells_of(cfa, s, cfa_var_of(cfa, term_child(cfa->tm, c->term, 0))) <= MAX_CELLS;
    if (few && kept.size < s->vars + MAX_MEMBERS) vec_column_push(&kept, *c);
  }
  vec_column_release(&s->columns);
  s->columns = kept;
}

// What other memory has at the same indices: the table that says which bytes are not initialised, for instance, whose
// entries look like what it is filled with.
static void add_companions(const struct cfa *cfa, struct samples *s) {
  struct vec_u32 changes = {0};
  cfa_loop_changes(cfa, s->head, &changes);
  uint32_t cells = s->columns.size;
  for (uint32_t i = 0; i < changes.size; i++) {
    const struct cfa_var *v = &cfa->vars.data[changes.data[i]];
    for (uint32_t k = s->vars; is_memory(cfa, changes.data[i]) && k < cells; k++) {
      struct term cell = s->columns.data[k].term, index = term_child(cfa->tm, cell, 1);
      if (sort_index(cfa->tm, v->sort).id == term_sort(cfa->tm, index).id && s->columns.size < cells + MAX_MEMBERS)
        add_column(s, term_select(cfa->tm, v->term, index));
    }
  }
  vec_u32_release(&changes);
}

static bool is_address(const struct facts *f, struct term t) {
  return sort_kind(f->tm, term_sort(f->tm, t)) == SORT_BV && term_width(f->tm, t) == f->cfa->pointer_bits;
}

static void add_entry(const struct facts *f, struct samples *s, struct state *state, struct term table,
                      struct term at) {
  uint64_t value;
  struct term entry = term_select(f->tm, table, at);
  if (term_value64(f->tm, measure(f->cfa, state, entry), &value) && value) add_column(s, entry);
}

// Entries of tables by address: of objects that variables lead to, and of those whose address the program mentions.
static void add_entries(const struct facts *f, struct samples *s, struct state *state) {
  for (uint32_t i = 0; i < f->cfa->globals.size; i++) {
    struct term table = f->cfa->vars.data[f->cfa->globals.data[i]].term;
    if (!is_table(f->cfa, f->cfa->globals.data[i])) continue;
    for (uint32_t k = 0, most = s->columns.size + MAX_OBJECTS; k < s->vars && s->columns.size < most; k++)
      if (is_address(f, s->columns.data[k].term)) add_entry(f, s, state, table, s->columns.data[k].term);
    for (uint32_t k = 0, most = s->columns.size + MAX_OBJECTS; k < f->constants.size && s->columns.size < most; k++)
      if (is_address(f, f->constants.data[k])) add_entry(f, s, state, table, f->constants.data[k]);
  }
}

static struct samples *members_at(struct facts *f, struct location head) {
  uint32_t *at = map_u32_find(&f->members_of, head.id);
  if (at) return &f->members.data[*at];
  struct samples s = {.head = head, .members = true};
  add_variables(f, &s);
  map_u32_put(&f->members_of, head.id, f->members.size);
  vec_samples_push(&f->members, s);
  return &f->members.data[f->members.size - 1];
}

static void choose_members(const struct facts *f, struct samples *s, struct state *state) {
  keep_members(f->cfa, s);
  add_companions(f->cfa, s);
  if (s->columns.size > s->vars) add_entries(f, s, state);
  else s->vars = 0; // nothing to sample
  samples_prepare(s);
}

// --- rows ---------------------------------------------------------------------------------------------

// False: some variable is not concrete.
static bool read_row(struct run *r, struct samples *s, struct state *state) {
  vec_u64_clear(&r->row);
  for (uint32_t i = 0; i < s->columns.size; i++) {
    uint64_t value = 0;
    const struct column *c = &s->columns.data[i];
    if (i < s->vars) {
      if (!term_value64(r->f->tm, state_value(state, c->var), &value)) return false;
    } else if (!term_value64(r->f->tm, measure(r->f->cfa, state, c->term), &value)) {
      if (s->members) return false;
      s->unmeasured = true;
    }
    vec_u64_push(&r->row, value);
  }
  return true;
}

static void note_first(struct samples *s, const uint64_t *row) {
  for (uint32_t i = 0; i < s->columns.size; i++) {
    if (!s->runs) s->first.data[i] = row[i];
    else if (s->first.data[i] != row[i]) s->varies[i] = true;
  }
  s->runs++;
}

static void take_sample(struct run *r, struct samples *s, struct state *state, bool leaves) {
  uint32_t visit = s->visits++;
  s->all_visits++;
  // One in visit / 4: as many between 100 and 200 as between 1000 and 2000.
  bool keep = visit < FIRST_VISITS || leaves || draw_bits(r->f, r->number ^ s->head.id << 8, visit) % (visit / 4) == 0;
  if (!keep || !s->vars || s->rows == MAX_ROWS || (s->kept >= MAX_RUN_ROWS && visit)) return;
  if (!read_row(r, s, state)) return;
  if (!visit) note_first(s, r->row.data);
  uint64_t hash = hash_bytes(r->row.data, r->row.size * sizeof *r->row.data) & ~(uint64_t)1;   // not MAP_EMPTY
  const uint32_t *known = map_u32_find(&s->seen, hash);
  if (known && !leaves) s->stays.data[*known] = true;
  if (known) return;
  map_u32_put(&s->seen, hash, s->rows);
  vec_u32_push(&s->stays, !leaves);
  for (uint32_t i = 0; i < r->row.size; i++) vec_u64_push(&s->values, r->row.data[i]);
  s->rows++;
  s->kept++;
  r->f->counts.reached += !s->members;
}

static void take_samples(struct run *r, struct location head, struct state *state, bool leaves) {
  take_sample(r, samples_at(r->f, head), state, leaves);
  struct samples *members = members_at(r->f, head);
  if (r->number < LOOKING_RUNS) {
    look_for_cells(r->f->cfa, members, state);
    return;
  }
  if (!members->varies) choose_members(r->f, members, state);
  take_sample(r, members, state, leaves);
}

static bool on_step(void *context, const struct run_step *step) {
  struct run *r = context;
  const struct cfa *cfa = r->f->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, step->edge);
  if (!r->visit) r->f->steps++;
  if (r->visit && cfa_location(cfa, e->from)->loop_head) r->visit(r->context, r->number, e->from, step->state);
  else if (cfa_location(cfa, e->from)->loop_head)
    take_samples(r, e->from, step->state, !cfa_in_loop(cfa, e->to, e->from));
  prepare_inputs(r, step);
  return true;
}

static void run_once(struct run *r, uint64_t max_steps) {
  const struct cfa *cfa = r->f->cfa;
  const struct cfa_location *entry = cfa_location(cfa, cfa->functions.data[cfa->main].entry);
  r->n_read = 0;
  if (has_inputs(cfa, entry)) location_inputs(r, entry, 0, true);
  for (uint32_t i = 0; i < r->f->samples.size; i++) r->f->samples.data[i].visits = r->f->samples.data[i].kept = 0;
  for (uint32_t i = 0; i < r->f->members.size; i++) r->f->members.data[i].visits = r->f->members.data[i].kept = 0;
  struct state *last;
  state_replay(r->f->program, MAX_INPUTS, r->inputs, max_steps, on_step, r, &last);
  // A run may end at a head: what follows the loop does not matter, or is not allowed.
  if (!r->visit && cfa_location(cfa, state_location(last))->loop_head)
    take_samples(r, state_location(last), last, true);
  state_free(last);
}

void facts_sample(struct facts *f) {
  if (f->ran) return;
  f->ran = true;
  facts_scan_constants(f);
  struct run r = {.f = f, .inputs = mem_zalloc(MAX_INPUTS, sizeof *r.inputs)};
  for (r.number = 0; r.number < MAX_RUNS && f->steps < MAX_STEPS && !limits_stopped(f->limits); r.number++) {
    uint64_t left = MAX_STEPS - f->steps, most = r.number % LONG_RUNS == LONG_RUNS - 1 ? LONG_RUN_STEPS : RUN_STEPS;
    run_once(&r, left < most ? left : most);
  }
  mem_free(r.inputs);
  vec_u64_release(&r.row);
}

void facts_small_runs(struct facts *f, uint32_t runs, uint64_t steps, facts_visit visit, void *context) {
  struct run r = {.f = f, .small = true, .visit = visit, .context = context};
  r.inputs = mem_zalloc(MAX_INPUTS, sizeof *r.inputs);
  for (; r.number < runs && !limits_stopped(f->limits); r.number++) run_once(&r, steps);
  mem_free(r.inputs);
  vec_u64_release(&r.row);
}

void source_runs(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  facts_sample(f);
  const uint32_t *at = map_u32_find(&f->samples_of, head.id);
  if (at) facts_relate(f, &f->samples.data[*at], false, most, out);
}

void source_members(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  facts_sample(f);
  const uint32_t *at = map_u32_find(&f->members_of, head.id);
  struct vec_term found = {0};
  if (at && f->members.data[*at].rows) facts_relate(f, &f->members.data[*at], true, most, &found);
  for (uint32_t i = 0; i < found.size; i++) vec_term_push(out, found.data[i]);
  vec_term_release(&found);
}

void samples_release(struct samples *s) {
  vec_column_release(&s->columns);
  vec_u64_release(&s->values);
  vec_u64_release(&s->first);
  vec_u32_release(&s->stays);
  map_u32_release(&s->seen);
  mem_free(s->varies);
}
