// See range_step.h.
#include "state/range_step.h"
#include "term/walk.h"
#include <assert.h>

// Sweeps down and up after the first one: a fixpoint that is not reached is still sound.
#define SWEEPS 4
// Decisions on top of each other in one step, by the size of its graph.
#define CASES_DEEP 4
#define CASES_NODES 600
#define SOME_CASES_DEEP 2
#define SOME_CASES_NODES 4000

#define NO_NODE UINT32_MAX

VEC_TYPE(vec_dom, struct dom)

struct range_node {
  struct word_op op;
  uint32_t kid[3]; // AND, OR: the first one's index among `kids`, number
  uint8_t arity; // 0: a leaf
};
VEC_TYPE(vec_range_node, struct range_node)

struct range_leaf {
  uint32_t node;
  struct term var;
  bool changes; // the step gives it another value
};
VEC_TYPE(vec_range_leaf, struct range_leaf)

struct range_update {
  struct term var;
  uint32_t node; // NO_NODE: nothing is known of it any more
};
VEC_TYPE(vec_range_update, struct range_update)

// The nodes of the guard come first, then those of conditions, then the rest; operands before what they are operands
// of.
struct range_code {
  struct vec_range_node nodes;
  struct vec_u32 kids;
  struct vec_dom first; // ranges without any knowledge
  struct vec_range_leaf leaves;
  struct vec_range_update updates;
  struct vec_u32 conditions; // nodes to decide where they are open
  uint32_t guard; // NO_NODE: it is true
  uint32_t end_conditions; // nodes before it are of the guard or of conditions
};

struct range_steps {
  struct ranges *r;
  struct unfold *unfold;
  struct terms *tm;
  struct map_ptr codes; // by address of the step
  struct vec_dom doms; // of the step at hand, for each level of decisions
  uint64_t effort;
};

struct range_steps *range_steps_new(struct ranges *r) {
  struct range_steps *s = mem_zalloc(1, sizeof *s);
  *s = (struct range_steps){.r = r, .unfold = ranges_unfold(r), .tm = unfold_cfa(ranges_unfold(r))->tm};
  return s;
}

static void code_free(struct range_code *c) {
  vec_range_node_release(&c->nodes);
  vec_u32_release(&c->kids);
  vec_dom_release(&c->first);
  vec_range_leaf_release(&c->leaves);
  vec_range_update_release(&c->updates);
  vec_u32_release(&c->conditions);
  mem_free(c);
}

static void codes_release(struct map_ptr *codes) {
  for (uint32_t i = 0; i < codes->capacity; i++)
    if (codes->cells[i].key != MAP_EMPTY) code_free(codes->cells[i].value);
  map_ptr_release(codes);
}

void range_steps_free(struct range_steps *s) {
  if (!s) return;
  codes_release(&s->codes);
  vec_dom_release(&s->doms);
  mem_free(s);
}

uint64_t range_steps_effort(const struct range_steps *s) { return s->effort; }

// --- compiling -------------------------------------------------------------------------------------------------------

struct compiling {
  struct range_steps *s;
  struct terms *tm;
  struct range_code *code;
  struct map_u32 node_of; // term → node
  struct map_u32 changes; // variables that the step gives another value
  struct vec_u32 stack;
};

// Is t an operation whose operands are words? The operand checked is one whose sort does not follow from the result's.
static bool is_operation(const struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  if (!range_width(tm, t)) return false;
  if (kind == TERM_EQ || kind == TERM_BV_EXTRACT || term_class(kind) == CLASS_BV_COMPARE)
    return range_width(tm, term_child(tm, t, 0)) != 0;
  return term_theory(kind) == THEORY_CORE || term_theory(kind) == THEORY_BV;
}

static uint32_t node_of(const struct compiling *c, struct term t) { return map_u32_get_or(&c->node_of, t.id, NO_NODE); }

static void add_node(struct compiling *c, struct term t, const struct range_node *node, const struct dom *first) {
  map_u32_put(&c->node_of, t.id, c->code->nodes.size);
  vec_range_node_push(&c->code->nodes, *node);
  vec_dom_push(&c->code->first, *first);
}

static void add_leaf(struct compiling *c, struct term t) {
  struct context context;
  uint32_t var, width = range_width(c->tm, t);
  uint64_t value;
  struct range_node node = {.op = {.kind = TERM_VAR, .width = width}};
  struct dom first = term_value64(c->tm, t, &value) ? dom_const(value, width) : dom_top(width);
  if (term_kind(c->tm, t) == TERM_VAR &&
      (unfold_var_of(c->s->unfold, t, &context, &var) || term_same(t, unfold_heap(c->s->unfold))))
    vec_range_leaf_push(&c->code->leaves,
                        (struct range_leaf){c->code->nodes.size, t, map_u32_find(&c->changes, t.id) != NULL});
  add_node(c, t, &node, &first);
}

static void add_operation(struct compiling *c, struct term t) {
  struct range_code *code = c->code;
  enum term_kind kind = term_kind(c->tm, t);
  uint32_t arity = term_arity(c->tm, t), width = range_width(c->tm, t);
  struct range_node node = {.op = {.kind = kind, .width = width}};
  struct dom first = dom_top(width);
  if (kind == TERM_AND || kind == TERM_OR) {
    node.kid[0] = code->kids.size;
    node.kid[1] = arity;
    node.arity = 2;
    for (uint32_t i = 0; i < arity; i++) vec_u32_push(&code->kids, node_of(c, term_child(c->tm, t, i)));
  } else {
    node.arity = (uint8_t)arity;
    for (uint32_t i = 0; i < arity; i++) node.kid[i] = node_of(c, term_child(c->tm, t, i));
    node.op.arg_width = code->nodes.data[node.kid[kind == TERM_ITE]].op.width;
    if (kind == TERM_BV_CONCAT) node.op.low_width = code->nodes.data[node.kid[1]].op.width;
    if (kind == TERM_BV_EXTRACT) node.op.p0 = term_param(c->tm, t, 0), node.op.p1 = term_param(c->tm, t, 1);
  }
  add_node(c, t, &node, &first);
}

static uint32_t add_term(struct compiling *c, struct term root) {
  vec_u32_push(&c->stack, root.id);
  while (c->stack.size) {
    struct term t = {c->stack.data[c->stack.size - 1]};
    uint32_t before = c->stack.size;
    bool done = node_of(c, t) != NO_NODE, operation = !done && is_operation(c->tm, t);
    for (uint32_t i = 0, n = operation ? term_arity(c->tm, t) : 0; i < n; i++)
      if (node_of(c, term_child(c->tm, t, i)) == NO_NODE) vec_u32_push(&c->stack, term_child(c->tm, t, i).id);
    if (c->stack.size > before) continue;
    c->stack.size--;
    if (done) continue;
    if (operation) add_operation(c, t);
    else add_leaf(c, t);
  }
  return node_of(c, root);
}

// Conditions of choices in a term: what they are made of, once each.
static void add_conditions(struct compiling *c, struct term_walk *walk, struct term root) {
  term_walk_add(walk, root);
  for (struct term t; term_walk_next(walk, &t);) {
    if (!is_operation(c->tm, t)) term_walk_skip(walk);
    else if (term_kind(c->tm, t) == TERM_ITE) add_term(c, term_child(c->tm, t, 0));
  }
}

static bool is_junction(enum term_kind kind) { return kind == TERM_AND || kind == TERM_OR; }

// What can be decided: conditions of choices, members of junctions below the first node; no junctions themselves.
static void find_conditions(struct range_code *code) {
  unsigned char *open = mem_zalloc(code->nodes.size + 1, 1);
  for (uint32_t i = code->nodes.size; i-- > 0;) { // down: a member that is a junction itself has members
    const struct range_node *n = &code->nodes.data[i];
    bool through = n->op.kind == TERM_NOT && n->arity;
    if (n->op.kind == TERM_ITE && n->arity) open[n->kid[0]] = 1;
    if (is_junction(n->op.kind) && (open[i] || n->op.kind == TERM_OR || i == code->guard))
      for (uint32_t k = 0; k < n->kid[1]; k++) open[code->kids.data[n->kid[0] + k]] = 1;
    if (through && (open[i] || i == code->guard || is_junction(code->nodes.data[n->kid[0]].op.kind)))
      open[n->kid[0]] = 1;
  }
  for (uint32_t i = 0; i < code->end_conditions; i++) {
    const struct range_node *n = &code->nodes.data[i];
    if (open[i] && !is_junction(n->op.kind) && n->op.kind != TERM_NOT) vec_u32_push(&code->conditions, i);
  }
  mem_free(open);
}

static bool context_is_around(const struct unfold *u, struct context outer, struct context inner) {
  while (!context_none(inner) && !context_same(inner, outer)) inner = unfold_parent(u, inner);
  return !context_none(inner);
}

// Variables of frames that are left.
static void drop_frames(struct compiling *c, struct context from, struct context to) {
  struct unfold *u = c->s->unfold;
  for (struct context at = from; !context_is_around(u, at, to); at = unfold_parent(u, at)) {
    const struct vec_u32 *locals = &unfold_cfa(u)->functions.data[unfold_function(u, at)].locals;
    for (uint32_t i = 0; i < locals->size; i++) {
      struct term var = unfold_var(u, at, locals->data[i]);
      if (!range_width(c->tm, var)) continue;
      map_u32_put(&c->changes, var.id, 1);
      vec_range_update_push(&c->code->updates, (struct range_update){var, NO_NODE});
    }
  }
}

static bool is_kept(const struct compiling *c, struct term var, struct context to) {
  struct context context;
  uint32_t index;
  if (!range_width(c->tm, var)) return false;
  return !unfold_var_of(c->s->unfold, var, &context, &index) || context_is_around(c->s->unfold, context, to);
}

static void add_updates(struct compiling *c, const struct unfold_step *step) {
  struct term_walk walk = {.tm = c->tm};
  for (uint32_t i = 0; i < step->step.n_updates; i++)
    if (is_kept(c, step->step.updates[i].var, step->context)) add_conditions(c, &walk, step->step.updates[i].value);
  term_walk_release(&walk);
  c->code->end_conditions = c->code->nodes.size;
  for (uint32_t i = 0; i < step->step.n_updates; i++) {
    const struct step_update *u = &step->step.updates[i];
    if (!is_kept(c, u->var, step->context)) continue;
    uint32_t node = add_term(c, u->value);
    vec_range_update_push(&c->code->updates, (struct range_update){u->var, node});
  }
}

static struct range_code *compile(struct range_steps *s, struct context from, const struct unfold_step *step) {
  struct range_code *code = mem_zalloc(1, sizeof *code);
  struct compiling c = {.s = s, .tm = s->tm, .code = code};
  for (uint32_t i = 0; i < step->step.n_updates; i++) map_u32_put(&c.changes, step->step.updates[i].var.id, 1);
  drop_frames(&c, from, step->context);
  code->guard = term_is_true(s->tm, step->step.guard) ? NO_NODE : add_term(&c, step->step.guard);
  add_updates(&c, step);
  find_conditions(code);
  map_u32_release(&c.node_of);
  map_u32_release(&c.changes);
  vec_u32_release(&c.stack);
  return code;
}

// --- propagation -----------------------------------------------------------------------------------------------------

// Meets a node's range; false: it becomes empty.
static bool restrict_node(const struct range_code *code, struct dom *doms, uint32_t node, const struct dom *by,
                          bool *changed) {
  struct dom d = doms[node];
  if (!dom_meet(&d, by, code->nodes.data[node].op.width)) return false;
  if (dom_equal(&d, &doms[node])) return true;
  doms[node] = d;
  *changed = true;
  return true;
}

static bool set_bool(const struct range_code *code, struct dom *doms, uint32_t node, bool value, bool *changed) {
  struct dom d = dom_const(value, 1);
  return restrict_node(code, doms, node, &d, changed);
}

// AND, and OR as its mirror image: `unit` is the value that does not decide it.
static bool narrow_junction(const struct range_code *code, struct dom *doms, uint32_t i, bool *changed) {
  const struct range_node *node = &code->nodes.data[i];
  uint64_t unit = node->op.kind == TERM_AND;
  const uint32_t *kids = code->kids.data + node->kid[0];
  uint32_t n = node->kid[1], open = 0, last = 0;
  bool fixed = dom_fixed(&doms[i]), is_unit = fixed && doms[i].ulo == unit;
  for (uint32_t k = 0; k < n; k++) {
    const struct dom *d = &doms[kids[k]];
    if (is_unit) {
      if (!set_bool(code, doms, kids[k], unit, changed)) return false;
    } else if (!dom_fixed(d)) {
      open++;
      last = kids[k];
    } else if (d->ulo != unit) {
      return set_bool(code, doms, i, !unit, changed);
    }
  }
  if (is_unit) return true;
  if (!open) return set_bool(code, doms, i, unit, changed);
  return open > 1 || !fixed || set_bool(code, doms, last, !unit, changed);
}

static bool narrow_node(const struct range_code *code, struct dom *doms, uint32_t i, bool *changed) {
  const struct range_node *node = &code->nodes.data[i];
  if (!node->arity) return true;
  if (is_junction(node->op.kind)) return narrow_junction(code, doms, i, changed);
  struct dom r = doms[i], d[3];
  for (uint32_t k = 0; k < node->arity; k++) d[k] = doms[node->kid[k]];
  if (!word_narrow(&node->op, &r, &d[0], &d[1], &d[2]) || !restrict_node(code, doms, i, &r, changed)) return false;
  for (uint32_t k = 0; k < node->arity; k++)
    if (!restrict_node(code, doms, node->kid[k], &d[k], changed)) return false; // an operand may occur twice
  return true;
}

static bool sweep(struct range_steps *s, const struct range_code *code, struct dom *doms, uint32_t begin, uint32_t end,
                  bool up, bool *changed) {
  s->effort += end - begin;
  for (uint32_t i = begin; i < end; i++)
    if (!narrow_node(code, doms, up ? i : end - 1 - (i - begin), changed)) return false;
  return true;
}

// From the guard and conditions to the variables and back.
static bool propagate(struct range_steps *s, const struct range_code *code, struct dom *doms) {
  bool changed = true;
  for (uint32_t i = 0; i < SWEEPS && changed; i++) {
    changed = false;
    if (!sweep(s, code, doms, 0, code->end_conditions, i % 2, &changed)) return false;
  }
  return true;
}

// --- steps -----------------------------------------------------------------------------------------------------------

// What the ranges of the nodes mean after the step.
static bool conclude(struct range_steps *s, const struct range_code *code, struct dom *doms, struct persistent before,
                     struct persistent *after) {
  bool changed;
  if (!sweep(s, code, doms, code->end_conditions, code->nodes.size, true, &changed)) return false;
  *after = before;
  for (uint32_t i = 0; i < code->leaves.size; i++) {
    const struct range_leaf *leaf = &code->leaves.data[i];
    struct dom old = ranges_get(s->r, before, leaf->var);
    if (!leaf->changes && !dom_equal(&old, &doms[leaf->node]))
      *after = ranges_put(s->r, *after, leaf->var, &doms[leaf->node]);
  }
  for (uint32_t i = 0; i < code->updates.size; i++) {
    const struct range_update *u = &code->updates.data[i];
    *after = u->node == NO_NODE ? ranges_remove(s->r, *after, u->var)
                                : ranges_put(s->r, *after, u->var, &doms[u->node]);
  }
  return true;
}

static uint32_t levels_of(const struct range_code *code) {
  if (!code->conditions.size) return 0;
  return code->nodes.size <= CASES_NODES ? CASES_DEEP : code->nodes.size <= SOME_CASES_NODES ? SOME_CASES_DEEP : 0;
}

// The case at a level of decisions; those below it are decided and the ranges propagated. `from`: conditions before it
// are not open.
static bool take_case(struct range_steps *s, const struct range_code *code, uint32_t level, uint32_t from,
                      struct persistent before, struct persistent *after) {
  uint32_t n = code->nodes.size, levels = levels_of(code);
  struct dom *doms = s->doms.data + (size_t)level * n;
  while (from < code->conditions.size && dom_fixed(&doms[code->conditions.data[from]])) from++;
  if (level == levels || from == code->conditions.size) return conclude(s, code, doms, before, after);
  bool any = false, changed;
  for (uint32_t value = 0; value < 2; value++) {
    struct dom *inner = doms + n;
    struct persistent out;
    memcpy(inner, doms, n * sizeof *doms);
    if (!set_bool(code, inner, code->conditions.data[from], value, &changed) || !propagate(s, code, inner)) continue;
    if (!take_case(s, code, level + 1, from + 1, before, &out)) continue;
    *after = any ? ranges_join(s->r, *after, out) : out;
    any = true;
  }
  return any;
}

static void load(struct range_steps *s, const struct range_code *code, struct persistent map) {
  uint32_t n = code->nodes.size;
  vec_dom_resize(&s->doms, n * (levels_of(code) + 1) + 1); // never none
  if (n) memcpy(s->doms.data, code->first.data, n * sizeof *s->doms.data);
  for (uint32_t i = 0; i < code->leaves.size; i++)
    s->doms.data[code->leaves.data[i].node] = ranges_get(s->r, map, code->leaves.data[i].var);
}

bool range_step(struct range_steps *s, struct context from, const struct unfold_step *step, struct persistent before,
                struct persistent *after) {
  assert(step->known);
  uint64_t key = (uint64_t)(uintptr_t)step;
  void **at = map_ptr_find(&s->codes, key);
  struct range_code *code = at ? *at : compile(s, from, step);
  if (!at) map_ptr_put(&s->codes, key, code);
  load(s, code, before);
  bool changed = false;
  // Up first, so that the guard meets what is known of every term.
  if (!sweep(s, code, s->doms.data, 0, code->end_conditions, true, &changed)) return false;
  changed = false;
  if (code->guard != NO_NODE && !set_bool(code, s->doms.data, code->guard, true, &changed)) return false;
  if (changed && !propagate(s, code, s->doms.data)) return false;
  return take_case(s, code, 0, 0, before, after);
}
