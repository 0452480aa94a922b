// Code on a store: concrete where the operands are, else unknown (explicit) or a term (symbolic).
#include "state/evaluate/evaluator.h"
#include "term/walk.h"
#include <assert.h>

static struct value *operand_register(struct unit *unit, const struct instruction *in, uint32_t k) {
  uint32_t reg = in->operands > 3 ? unit->pool.data[in->a + k] : k == 0 ? in->a : k == 1 ? in->b : in->c;
  return &unit->registers.data[reg];
}

static bool is_array_sort(const struct evaluator *e, struct sort s) { return sort_kind(e->tm, s) == SORT_ARRAY; }
static struct sort result_sort(const struct evaluator *e, const struct instruction *in) {
  return term_sort(e->tm, (struct term){in->term});
}

static struct term operand_term(struct evaluator *e, struct sort sort, struct value v) {
  return is_array_sort(e, sort) ? array_term(e, v) : value_term(e->tm, sort, v);
}

// --- where an operand is not concrete --------------------------------------------------------------------------------

// The term over the operands' terms.
static struct value run_term(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct terms *tm = e->tm;
  struct term t = {in->term}, few[8], *children = few;
  uint32_t n = term_arity(tm, t);
  bool stores = term_kind(tm, t) == TERM_STORES;
  if (n > 8) children = mem_alloc(n * sizeof *children);
  for (uint32_t i = 0; i < n; i++) {
    children[i] = term_child(tm, t, i);
    if (stores && i % 2 == 1) continue;
    children[i] = operand_term(e, term_sort(tm, children[i]), *operand_register(unit, in, stores ? i / 2 : i));
  }
  struct term made = term_with_children(tm, t, children);
  if (children != few) mem_free(children);
  return is_array_sort(e, term_sort(tm, made)) ? array_of_term(e, made) : value_of_word(e, made.id);
}

// Explicit: constants wider than 64 bits are known, too.
static struct value run_wide(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct terms *tm = e->tm;
  struct term t = {in->term};
  bool array = is_array_sort(e, term_sort(tm, t));
  for (uint32_t i = 0; i < in->count; i++)
    if (is_unknown(*operand_register(unit, in, i)) || is_array_sort(e, term_sort(tm, code_operand(tm, t, i))))
      return array ? array_unknown(e) : UNKNOWN;
  return run_term(e, unit, in);
}

// Explicit: what one operand decides alone.
static struct value run_partial(const struct instruction *in, const struct value *x, const struct value *y) {
  bool known_a = !x->term, known_b = in->count > 1 && !y->term;
  uint64_t a = x->bits, b = in->count > 1 ? y->bits : 0, all = in->mask;
  bool zero = (known_a && !a) || (known_b && !b);
  switch (in->op) {
  case TERM_BV_MUL:
  case TERM_BV_AND:
    if (zero) return concrete(0);
    break;
  case TERM_BV_OR:
    if ((known_a && a == all) || (known_b && b == all)) return concrete(all);
    break;
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
    if ((known_a && !a) || (known_b && b >= in->width)) return concrete(0);
    break;
  case TERM_BV_UREM:
    if (known_b && b == 1) return concrete(0);
    break;
  case TERM_BV_ULT:
    if (known_b && !b) return concrete(0);
    break;
  case TERM_BV_ULE:
    if (known_a && !a) return concrete(1);
    break;
  default: break;
  }
  return UNKNOWN;
}

static struct value run_open(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  if (e->symbolic) return run_term(e, unit, in);
  if (in->op == OP_TERM || in->count > 2) return run_wide(e, unit, in);
  return run_partial(in, operand_register(unit, in, 0), in->count > 1 ? operand_register(unit, in, 1) : NULL);
}

// AND and OR: `absorbing` decides alone.
static struct value run_junction(struct evaluator *e, struct unit *unit, const struct instruction *in,
                                 uint64_t absorbing) {
  struct terms *tm = e->tm;
  uint32_t n = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(unit, in, i);
    if (v->term) n++;
    else if (v->bits == absorbing) return concrete(absorbing);
  }
  if (!n) return concrete(!absorbing);
  if (!e->symbolic) return UNKNOWN;
  struct term few[8], *open = n > 8 ? mem_alloc(n * sizeof *open) : few;
  n = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(unit, in, i);
    if (v->term) open[n++] = (struct term){v->term};
  }
  struct term t = n == 1 ? open[0] : absorbing ? term_or_n(tm, n, open) : term_and_n(tm, n, open);
  if (open != few) mem_free(open);
  return value_of_word(e, t.id);
}

static struct value run_ite(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct value *r = unit->registers.data, c = r[in->a], a = r[in->b], b = r[in->c];
  if (!c.term) return c.bits ? a : b;
  if (in->width) return array_choice(e, (struct term){c.term}, a, b);
  if (a.term == b.term && a.bits == b.bits) return a;
  return e->symbolic ? run_term(e, unit, in) : UNKNOWN;
}

// --- arrays ----------------------------------------------------------------------------------------------------------

static struct value run_select(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct value array = unit->registers.data[in->a], index = unit->registers.data[in->b];
  if (!index.term) return array_read(e, array, index.bits);
  if (e->symbolic) return run_term(e, unit, in);
  struct known_array a = e->arrays.data[array.bits].array;
  bool uniform = !a.cells.id && !term_none(a.base) && term_kind(e->tm, a.base) == TERM_ARRAY_CONST;
  return uniform ? value_of_word(e, term_child(e->tm, a.base, 0).id) : UNKNOWN;
}

static uint32_t cell_word(struct evaluator *e, const struct instruction *in, struct value v) {
  return is_unknown(v) ? UNKNOWN_CELL : value_term(e->tm, sort_element(e->tm, result_sort(e, in)), v).id;
}

static struct value run_store(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct value *r = unit->registers.data;
  if (!r[in->b].term) return array_write(e, r[in->a], r[in->b].bits, cell_word(e, in, r[in->c]));
  return e->symbolic ? run_term(e, unit, in) : array_unknown(e);
}

static struct value run_stores(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct value array = *operand_register(unit, in, 0);
  for (uint32_t i = 1; i < in->count; i++) {
    uint64_t index = 0;
    term_value64(e->tm, term_child(e->tm, (struct term){in->term}, 2 * i - 1), &index);
    array = array_write(e, array, index, cell_word(e, in, *operand_register(unit, in, i)));
  }
  return array;
}

static struct value run_copy(struct evaluator *e, struct unit *unit, const struct instruction *in) {
  struct value to = *operand_register(unit, in, 0), index = *operand_register(unit, in, 1),
               from = *operand_register(unit, in, 2), start = *operand_register(unit, in, 3),
               n = *operand_register(unit, in, 4), made;
  if (!index.term && !n.term && (!start.term || !e->symbolic)) {
    // Explicit, from an unknown place: the range is unknown.
    if (start.term) start = index, from = array_unknown(e);
    if (array_copy(e, result_sort(e, in), to, index.bits, from, start.bits, n.bits, &made)) return made;
  }
  return e->symbolic ? run_term(e, unit, in) : array_unknown(e);
}

static bool run_float(struct unit *unit, const struct instruction *in) {
  uint64_t x[4];
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(unit, in, i);
    if (v->term) return false;
    x[i] = v->bits;
  }
  unit->registers.data[in->dst] = concrete(concrete_float(in, x));
  return true;
}

// --- the loop --------------------------------------------------------------------------------------------------------

#define UNARY(kind, expression)                                                                                        \
  case kind: {                                                                                                         \
    uint64_t a = r[in->a].bits;                                                                                        \
    if (r[in->a].term) goto open;                                                                                      \
    r[in->dst] = concrete((expression) & in->mask);                                                                    \
    break;                                                                                                             \
  }
#define BINARY(kind, expression)                                                                                       \
  case kind: {                                                                                                         \
    uint64_t a = r[in->a].bits, b = r[in->b].bits;                                                                     \
    if (r[in->a].term | r[in->b].term) goto open;                                                                      \
    r[in->dst] = concrete((expression) & in->mask);                                                                    \
    break;                                                                                                             \
  }

static void unit_run(struct evaluator *e, struct unit *unit, uint32_t begin, uint32_t end, struct persistent store) {
  struct value *r = unit->registers.data;
  const struct instruction *in = unit->instructions.data + begin, *stop = unit->instructions.data + end;
  for (; in < stop; in++) {
    switch (in->op) {
    case OP_LOAD:
    case OP_LOAD_ARRAY: r[in->dst] = evaluator_load(e, store, in->a); break;
    case OP_INPUT:
      r[in->dst] = evaluator_input(e, in->a);
      break;
      CONCRETE_UNARY(UNARY)
      CONCRETE_BINARY(BINARY)
    case TERM_AND:
    case TERM_OR: r[in->dst] = run_junction(e, unit, in, in->op == TERM_OR); break;
    case TERM_ITE: r[in->dst] = run_ite(e, unit, in); break;
    case TERM_SELECT: r[in->dst] = run_select(e, unit, in); break;
    case TERM_STORE: r[in->dst] = run_store(e, unit, in); break;
    case TERM_STORES: r[in->dst] = run_stores(e, unit, in); break;
    case TERM_COPY: r[in->dst] = run_copy(e, unit, in); break;
    case OP_TERM:
    open:
      r[in->dst] = run_open(e, unit, in);
      break;
    default:
      if (!run_float(unit, in)) goto open;
      break;
    }
  }
}

void block_run(struct evaluator *e, struct block *b, const struct step_code *code, struct persistent store) {
  if (b->store.id != store.id || (e->symbolic && b->serial != e->serial)) {
    b->store = store;
    b->serial = e->serial;
    b->done = 0;
  }
  if (b->done >= code->guard_end) return;
  unit_run(e, &b->guards, b->done, code->guard_end, store);
  b->done = code->guard_end;
}

// --- steps -----------------------------------------------------------------------------------------------------------

struct term evaluate_guard(struct evaluator *e, const struct step_code *code, uint64_t visit, struct persistent store) {
  assert(visit);
  struct block *b = code->block;
  evaluator_visit(e, visit);
  block_run(e, b, code, store);
  struct value v = b->guards.registers.data[code->guard];
  return v.term ? (struct term){v.term} : term_bool(e->tm, v.bits != 0);
}

struct persistent evaluate_updates(struct evaluator *e, const struct step_code *const_code, uint64_t visit,
                                   struct persistent store) {
  assert(visit);
  struct step_code *code = (struct step_code *)const_code; // the evaluator's own
  if (!code->has_body) step_code_compile_body(e, code);
  evaluator_visit(e, visit);
  unit_run(e, &code->body, 0, code->body.instructions.size, store);
  for (uint32_t i = 0; i < code->targets.size; i++)
    store =
        evaluator_save(e, store, code->targets.data[i].number, code->body.registers.data[code->targets.data[i].reg]);
  for (uint32_t i = 0; i < code->left.size; i++) {
    struct number_range left = code->left.data[i];
    if (!left.n) continue;
    struct persistent range = persistent_range(e->pool, left.first, left.first + left.n - 1, 1);
    store = persistent_without(e->pool, store, range);
  }
  return store;
}
