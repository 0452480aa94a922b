// A function becomes an automaton: a location per block and per call, edges
// that carry everything in between.
//
// A segment is straight-line code that becomes one edge (or one per way out).
// While it is translated, `values` holds the terms of LLVM values computed in
// it and `pending` the updates so far, all over the variables at its start.
// LLVM values used outside their segment, and phis, become temporary variables.
#include "cfa/marks.h"
#include "front/check/checks.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/instruction.h"
#include "front/translate/jump.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

// --- segments --------------------------------------------------------------------

void segment_begin(struct translation *t, struct location location) {
  vec_u32_push(&cfa_marks(t->f->cfa)->step_ends, t->f->cfa->edges.size);
  t->from = location;
  t->guard = term_true(t->f->tm);
  map_u32_clear(&t->values);
  vec_term_clear(&t->terms);
  map_u32_clear(&t->pending);
  vec_update_clear(&t->updates);
  vec_input_clear(&t->inputs);
  vec_alloc_clear(&t->allocs);
  t->first = t->last = (struct source_place){0, 0, 0};
  t->dead = false;
}

void segment_guard(struct translation *t, struct term condition) { t->guard = term_and(t->f->tm, t->guard, condition); }

static void mark_conjunct(struct translation *t, enum cfa_conjunct_kind kind, struct term condition, const char *text) {
  if (term_is_true(t->f->tm, condition)) return;
  struct cfa_marks *marks = cfa_marks(t->f->cfa);
  struct cfa_conjunct c = {.kind = kind,
                           .from = t->from,
                           .guard = t->guard,
                           .condition = condition,
                           .step = marks->step_ends.size,
                           .first_edge = t->f->cfa->edges.size,
                           .text = text ? cfa_string(t->f->cfa, text) : NULL,
                           .place = t->last,
                           .first = t->first};
  for (uint32_t i = 0; i < t->inputs.size; i++) vec_input_push(&c.inputs, t->inputs.data[i]);
  for (uint32_t i = 0; i < t->allocs.size; i++) vec_alloc_push(&c.allocs, t->allocs.data[i]);
  vec_conjunct_push(&marks->conjuncts, c);
}

void segment_exit(struct translation *t, struct term condition, const char *what) {
  mark_conjunct(t, CONJUNCT_DEFINED, condition, what);
}

void segment_check(struct translation *t, struct term condition, const char *what) {
  // A contract that is wrong where it has no meaning must not end the paths that would show it.
  if (contract_is_made(t->function)) segment_unsupported(t, term_not(t->f->tm, condition), what);
  segment_exit(t, condition, what);
  segment_guard(t, condition);
}

void segment_assume(struct translation *t, struct term condition) {
  mark_conjunct(t, CONJUNCT_ASSUMED, condition, NULL);
  segment_guard(t, condition);
}

struct term segment_var(struct translation *t, uint32_t var) {
  uint32_t *at = map_u32_find(&t->pending, var);
  return at ? t->updates.data[*at].value : t->f->cfa->vars.data[var].term;
}

void segment_set(struct translation *t, uint32_t var, struct term value) {
  uint32_t *at = map_u32_find(&t->pending, var);
  if (at) {
    t->updates.data[*at].value = value;
    return;
  }
  map_u32_put(&t->pending, var, t->updates.size);
  vec_update_push(&t->updates, (struct cfa_update){var, value});
}

struct term segment_input(struct translation *t, struct sort sort, enum cfa_input_kind kind, const char *name,
                          const char *ctype, bool is_unsigned) {
  struct cfa *cfa = t->f->cfa;
  struct cfa_input input = {.term = cfa_edge_term(cfa, sort, "in"),
                            .kind = kind,
                            .name = cfa_string(cfa, name),
                            .ctype = cfa_string(cfa, ctype),
                            .is_unsigned = is_unsigned,
                            .place = t->last};
  vec_input_push(&t->inputs, input);
  return input.term;
}

void segment_site(struct translation *t, uint32_t site, uint32_t offset) {
  t->inputs.data[t->inputs.size - 1].site = site;
  t->inputs.data[t->inputs.size - 1].offset = offset;
}

struct term segment_alloc(struct translation *t, struct term size, uint32_t align, bool is_stack, const char *name) {
  struct cfa *cfa = t->f->cfa;
  struct cfa_alloc alloc = {.term = cfa_edge_term(cfa, sort_bv(t->f->tm, t->f->pointer_bits), "at"),
                            .size = size,
                            .align = align < 16 ? 16 : align,
                            .is_stack = is_stack,
                            .name = cfa_string(cfa, name)};
  vec_alloc_push(&t->allocs, alloc);
  return alloc.term;
}

void segment_may_free(struct translation *t) { map_u32_put(&t->f->freeing, t->from.id, 1); }

static struct edge edge_with(struct translation *t, struct location to, struct term condition,
                             const struct vec_update *more) {
  struct cfa *cfa = t->f->cfa;
  struct edge id = cfa_add_edge(cfa, t->from, to);
  struct cfa_edge *e = cfa_edge(cfa, id);
  e->guard = term_and(t->f->tm, t->guard, condition);
  for (uint32_t i = 0; i < t->updates.size; i++) {
    struct cfa_update u = t->updates.data[i];
    bool replaced = false;
    for (uint32_t k = 0; more && k < more->size; k++) replaced |= more->data[k].var == u.var;
    if (!replaced && !term_same(u.value, cfa->vars.data[u.var].term)) vec_update_push(&e->updates, u);
  }
  for (uint32_t k = 0; more && k < more->size; k++)
    if (!term_same(more->data[k].value, cfa->vars.data[more->data[k].var].term))
      vec_update_push(&e->updates, more->data[k]);
  for (uint32_t i = 0; i < t->inputs.size; i++) vec_input_push(&e->inputs, t->inputs.data[i]);
  for (uint32_t i = 0; i < t->allocs.size; i++) vec_alloc_push(&e->allocs, t->allocs.data[i]);
  e->first = t->first;
  e->last = t->last;
  return id;
}

struct edge segment_edge(struct translation *t, struct location to, struct term condition) {
  return edge_with(t, to, condition, NULL);
}

void segment_flush(struct translation *t) {
  if (!t->updates.size && !t->inputs.size && !t->allocs.size && term_is_true(t->f->tm, t->guard)) {
    map_u32_clear(&t->values);
    vec_term_clear(&t->terms);
    return;
  }
  struct cfa *cfa = t->f->cfa;
  struct location next = cfa_add_location(cfa, t->id, LOC_PLAIN);
  cfa_location(cfa, next)->place = t->last;
  segment_edge(t, next, term_true(t->f->tm));
  struct source_place last = t->last;
  segment_begin(t, next);
  t->first = t->last = last;
}

void segment_end_path(struct translation *t, enum cfa_location_kind kind, const char *text) {
  struct cfa *cfa = t->f->cfa;
  bool check = kind == LOC_ERROR && checks(t->f, PROPERTY_UNREACH);
  if (kind == LOC_ERROR && !check) kind = LOC_STOP;
  struct location end = cfa_add_location(cfa, t->id, kind);
  if (check) cfa_location(cfa, end)->mark = MARK_CHECK;
  cfa_location(cfa, end)->text = text ? cfa_string(cfa, text) : NULL;
  cfa_location(cfa, end)->place = t->last;
  segment_edge(t, end, term_true(t->f->tm));
  t->dead = true;
}

struct location segment_violation(struct translation *t, struct term condition, enum property property,
                                  const char *text) {
  struct cfa *cfa = t->f->cfa;
  if (term_is_false(t->f->tm, condition)) {
    if (checks(t->f, property)) map_u32_put(&t->f->decided, t->from.id, 1);
    return LOCATION_NONE;
  }
  struct location end = cfa_add_location(cfa, t->id, checks(t->f, property) ? LOC_ERROR : LOC_STOP);
  cfa_location(cfa, end)->text = cfa_string(cfa, text);
  cfa_location(cfa, end)->place = t->last;
  cfa_location(cfa, end)->property = property;
  if (checks(t->f, property)) cfa_location(cfa, end)->mark = MARK_CHECK;
  segment_edge(t, end, condition);
  segment_guard(t, term_not(t->f->tm, condition));
  return end;
}

struct location segment_unsupported(struct translation *t, struct term condition, const char *text) {
  struct cfa *cfa = t->f->cfa;
  if (term_is_false(t->f->tm, condition)) {
    map_u32_put(&t->f->decided, t->from.id, 1);
    return LOCATION_NONE;
  }
  struct location end = cfa_add_location(cfa, t->id, LOC_UNSUPPORTED);
  cfa_location(cfa, end)->text = cfa_string(cfa, text);
  cfa_location(cfa, end)->place = t->last;
  segment_edge(t, end, condition);
  segment_guard(t, term_not(t->f->tm, condition));
  return end;
}

// --- values ------------------------------------------------------------------------

static uint32_t leaf_count(struct front *f, LLVMTypeRef type) {
  if (!type_is_aggregate(type)) return 1;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  uint32_t n = leaves.size;
  vec_leaf_release(&leaves);
  return n;
}

uint32_t temp_vars(struct translation *t, LLVMValueRef value) {
  uint32_t first = map_u32_get_or(&t->value_temps, key_of(value), 0);
  if (first) return first - 1;
  struct vec_leaf leaves = {0};
  type_leaves(t->f, LLVMTypeOf(value), 0, &leaves);
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  for (uint32_t i = 0; i < leaves.size; i++) {
    uint32_t var = cfa_add_var(t->f->cfa, t->id, VAR_TEMP, n ? name : "tmp", "", type_sort(t->f, leaves.data[i].type));
    if (!i) first = var + 1;
  }
  vec_leaf_release(&leaves);
  map_u32_put(&t->value_temps, key_of(value), first);
  return first - 1;
}

static struct term undefined_value(struct translation *t, LLVMTypeRef type) {
  return arbitrary(t, type, INPUT_UNINIT, "undefined value", "");
}

// A constant with undefined parts, which are arbitrary.
static void constant_operand(struct translation *t, LLVMValueRef value, struct vec_term *out) {
  struct front *f = t->f;
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsUndef(value)) {
    struct vec_leaf leaves = {0};
    type_leaves(f, type, 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++) vec_term_push(out, undefined_value(t, leaves.data[i].type));
    vec_leaf_release(&leaves);
  } else if (type_is_aggregate(type) && !LLVMIsNull(value)) {
    unsigned n = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : (unsigned)LLVMGetArrayLength2(type);
    for (unsigned i = 0; i < n; i++) constant_operand(t, LLVMGetAggregateElement(value, i), out);
  } else if (kind == LLVMVectorTypeKind && LLVMIsAConstantVector(value)) {
    struct vec_term elements = {0};
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
      LLVMValueRef element = LLVMGetAggregateElement(value, i);
      if (LLVMIsAConstantFP(element)) vec_term_push(&elements, constant_float_bits(f, element));
      else constant_operand(t, element, &elements);
    }
    vec_term_push(out, vector_of(f, type, elements.data));
    vec_term_release(&elements);
  } else {
    constant_terms(f, value, out);
  }
}

struct term operand_bits(struct translation *t, LLVMValueRef value) {
  if (LLVMIsAConstantFP(value)) return constant_float_bits(t->f, value);
  return bits_of_value(t->f, LLVMTypeOf(value), operand(t, value));
}

void operand_terms(struct translation *t, LLVMValueRef value, struct vec_term *out) {
  struct front *f = t->f;
  if (LLVMIsConstant(value)) {
    constant_operand(t, value, out);
    const char *strange = constant_was_strange(f);
    if (strange && !t->dead) segment_end_path(t, LOC_UNSUPPORTED, strange);
    return;
  }
  uint32_t n = leaf_count(f, LLVMTypeOf(value));
  uint32_t at = map_u32_get_or(&t->values, key_of(value), 0);
  if (at) {
    for (uint32_t i = 0; i < n; i++) vec_term_push(out, t->terms.data[at - 1 + i]);
    return;
  }
  if (LLVMIsAAllocaInst(value)) {
    struct object *object = object_of(f, value);
    vec_term_push(out, object->address ? term_bv(f->tm, f->pointer_bits, object->address)
                                       : segment_var(t, alloca_address(t, object)));
    return;
  }
  uint32_t first = temp_vars(t, value);
  for (uint32_t i = 0; i < n; i++) vec_term_push(out, segment_var(t, first + i));
}

struct term operand(struct translation *t, LLVMValueRef value) {
  struct vec_term terms = {0};
  operand_terms(t, value, &terms);
  struct term result = terms.data[0];
  vec_term_release(&terms);
  return result;
}

void define_terms(struct translation *t, LLVMValueRef instruction, uint32_t n, const struct term *values) {
  map_u32_put(&t->values, key_of(instruction), t->terms.size + 1);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&t->terms, values[i]);
  if (!map_u32_get_or(&t->value_temps, key_of(instruction), 0)) return;
  uint32_t first = temp_vars(t, instruction);
  for (uint32_t i = 0; i < n; i++) segment_set(t, first + i, values[i]);
}

void define(struct translation *t, LLVMValueRef instruction, struct term value) {
  define_terms(t, instruction, 1, &value);
}

struct term coerce(struct front *f, struct term value, struct sort sort) {
  struct terms *tm = f->tm;
  struct sort old = term_sort(tm, value);
  if (old.id == sort.id) return value;
  enum sort_kind from = sort_kind(tm, old), to = sort_kind(tm, sort);
  if (from == SORT_BOOL) value = term_bool_to_bv(tm, value, 8);
  if (from == SORT_FLOAT) value = float_format_bits(f, value);
  uint32_t width = term_width(tm, value);
  if (to == SORT_BOOL) return term_bv_to_bool(tm, value);
  uint32_t want = sort_width(tm, sort);
  if (want < width) value = term_extract(tm, want - 1, 0, value);
  if (want > width) value = term_zext(tm, value, want);
  return to == SORT_FLOAT ? term_fp_from_bits(tm, sort, value) : value;
}

// --- which values outlive their segment ---------------------------------------------------

static void number_segments(struct translation *t) {
  uint32_t segment = 1;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      map_u32_put(&t->segment_of, key_of(i), segment);
      if (LLVMGetInstructionOpcode(i) == LLVMCall && call_ends_segment(t->f, i)) segment++;
    }
    map_u32_put(&t->last_segment, key_of(b), segment++);
  }
}

static bool outlives(struct translation *t, LLVMValueRef value) {
  uint32_t own = map_u32_get_or(&t->segment_of, key_of(value), 0);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAPHINode(user)) {
      for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
        if (LLVMGetIncomingValue(user, k) == value &&
            map_u32_get_or(&t->last_segment, key_of(LLVMGetIncomingBlock(user, k)), 0) != own)
          return true;
    } else if (map_u32_get_or(&t->segment_of, key_of(user), 0) != own) {
      return true;
    }
  }
  return false;
}

static void find_temps(struct translation *t) {
  number_segments(t);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind || LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i)) continue;
      bool calls = LLVMGetInstructionOpcode(i) == LLVMCall && call_ends_segment(t->f, i);
      if (calls || LLVMIsAPHINode(i) || outlives(t, i)) temp_vars(t, i);
    }
}

// --- ways out of a block ---------------------------------------------------------------------

struct location location_of_block(const struct translation *t, LLVMBasicBlockRef block) {
  return (struct location){map_u32_get_or(&t->block_location, key_of(block), 0)};
}

static struct edge edge_to_block(struct translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                                 struct term condition) {
  struct vec_update phis = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    if (!LLVMGetFirstUse(i)) continue;
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
      if (LLVMGetIncomingBlock(i, k) != from) continue;
      struct vec_term terms = {0};
      operand_terms(t, LLVMGetIncomingValue(i, k), &terms);
      uint32_t first = temp_vars(t, i);
      for (uint32_t j = 0; j < terms.size; j++) vec_update_push(&phis, (struct cfa_update){first + j, terms.data[j]});
      vec_term_release(&terms);
      break;
    }
  }
  struct edge edge = edge_with(t, location_of_block(t, to), condition, &phis);
  vec_update_release(&phis);
  return edge;
}

// The number of a branch, whose ways out are marked.
static uint32_t branch_number(struct translation *t, LLVMValueRef branch) {
  vec_value_push(&t->f->branches, branch);
  return t->f->branches.size - 1;
}

static void mark_side(struct translation *t, struct edge edge, uint32_t branch, uint32_t side) {
  vec_side_push(&cfa_marks(t->f->cfa)->sides, (struct cfa_side){edge, branch, side});
}

static void translate_switch(struct translation *t, LLVMBasicBlockRef block, LLVMValueRef last) {
  struct terms *tm = t->f->tm;
  struct term value = operand(t, LLVMGetOperand(last, 0)), none = term_true(tm);
  unsigned n = LLVMGetNumSuccessors(last);
  LLVMBasicBlockRef otherwise = LLVMGetSwitchDefaultDest(last);
  // Cases that share a block share an edge.
  struct map_u32 index = {0};
  struct vec_ptr blocks = {0};
  struct vec_term conditions = {0};
  for (unsigned i = 1; i < n; i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
    struct term hit = term_eq(tm, value, constant_term(t->f, LLVMGetOperand(last, 2 * i)));
    none = term_and(tm, none, term_not(tm, hit));
    uint32_t at = map_u32_get_or(&index, key_of(to), 0);
    if (at) {
      conditions.data[at - 1] = term_or(tm, conditions.data[at - 1], hit);
      continue;
    }
    vec_ptr_push(&blocks, to);
    vec_term_push(&conditions, hit);
    map_u32_put(&index, key_of(to), blocks.size);
  }
  uint32_t at = map_u32_get_or(&index, key_of(otherwise), 0);
  if (at) {
    conditions.data[at - 1] = term_or(tm, conditions.data[at - 1], none);
  } else {
    vec_ptr_push(&blocks, otherwise);
    vec_term_push(&conditions, none);
  }
  uint32_t branch = branch_number(t, last);
  for (uint32_t i = 0; i < blocks.size; i++)
    mark_side(t, edge_to_block(t, block, blocks.data[i], conditions.data[i]), branch, i);
  map_u32_release(&index);
  vec_ptr_release(&blocks);
  vec_term_release(&conditions);
}

struct location function_exit(struct translation *t) {
  struct cfa *cfa = t->f->cfa;
  if (location_none(cfa->functions.data[t->id].exit)) {
    struct location exit = cfa_add_location(cfa, t->id, LOC_EXIT);
    cfa_location(cfa, exit)->place = t->last;
    cfa->functions.data[t->id].exit = exit;
  }
  return cfa->functions.data[t->id].exit;
}

static void translate_return(struct translation *t, LLVMValueRef last) {
  struct cfa *cfa = t->f->cfa;
  struct cfa_function *function = &cfa->functions.data[t->id];
  if (LLVMGetNumOperands(last)) {
    struct vec_term terms = {0};
    operand_terms(t, LLVMGetOperand(last, 0), &terms);
    uint32_t more = map_u32_get_or(&t->f->extra_results, key_of(t->function), 0);
    for (uint32_t i = 0; i < terms.size; i++) segment_set(t, i ? more - 1 + i - 1 : function->result, terms.data[i]);
    vec_term_release(&terms);
  }
  segment_edge(t, function_exit(t), term_true(t->f->tm));
}

static void translate_terminator(struct translation *t, LLVMBasicBlockRef block, LLVMValueRef last) {
  struct terms *tm = t->f->tm;
  switch (LLVMGetInstructionOpcode(last)) {
  case LLVMBr:
    if (LLVMIsConditional(last) && LLVMGetSuccessor(last, 0) != LLVMGetSuccessor(last, 1)) {
      struct term c = operand(t, LLVMGetCondition(last));
      uint32_t branch = branch_number(t, last);
      mark_side(t, edge_to_block(t, block, LLVMGetSuccessor(last, 0), c), branch, 0);
      mark_side(t, edge_to_block(t, block, LLVMGetSuccessor(last, 1), term_not(tm, c)), branch, 1);
    } else {
      edge_to_block(t, block, LLVMGetSuccessor(last, 0), term_true(tm));
    }
    break;
  case LLVMSwitch: translate_switch(t, block, last); break;
  case LLVMRet: translate_return(t, last); break;
  case LLVMIndirectBr: {
    struct term target = operand(t, LLVMGetOperand(last, 0));
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
      edge_to_block(t, block, to, term_eq(tm, target, term_bv(tm, t->f->pointer_bits, block_label(t->f, to))));
    }
    break;
  }
  case LLVMUnreachable: segment_end_path(t, LOC_STOP, "unreachable"); break;
  default: segment_end_path(t, LOC_UNSUPPORTED, "control flow that is not supported (asm goto or exceptions)");
  }
  cfa_location(t->f->cfa, t->from)->complete = LLVMGetInstructionOpcode(last) != LLVMIndirectBr && !t->dead;
}

static void translate_block(struct translation *t, LLVMBasicBlockRef block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != last && !t->dead; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    struct source_place place = place_of(t->f, i);
    if (place.line) {
      if (!t->first.line) t->first = place;
      t->last = place;
    }
    instruction_translate(t, i);
  }
  if (t->dead) return;
  struct source_place place = place_of(t->f, last);
  if (place.line) {
    if (!t->first.line) t->first = place;
    t->last = place;
  }
  translate_terminator(t, block, last);
}

// Blocks on a cycle: those that a block can come back to. One search per question, answered once.
bool block_repeats(struct translation *t, struct location location) {
  uint32_t n = t->block_location.size, index = location.id - t->first_location.id;
  if (t->repeats.size != n) vec_u32_resize(&t->repeats, n);
  if (t->repeats.data[index]) return t->repeats.data[index] == 2;
  struct vec_ptr work = {0};
  struct map_u32 seen = {0};
  LLVMBasicBlockRef start = LLVMGetFirstBasicBlock(t->function);
  for (uint32_t i = 0; i < index; i++) start = LLVMGetNextBasicBlock(start);
  vec_ptr_push(&work, start);
  bool repeats = false;
  while (work.size && !repeats) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(vec_ptr_pop(&work));
    for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
      repeats |= to == start;
      if (map_u32_find(&seen, key_of(to))) continue;
      map_u32_put(&seen, key_of(to), 1);
      vec_ptr_push(&work, to);
    }
  }
  vec_ptr_release(&work);
  map_u32_release(&seen);
  t->repeats.data[index] = repeats ? 2 : 1;
  return repeats;
}

// A structure passed by value is copied into the callee's frame.
static void copy_byval(struct translation *t) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned k = 0; k < LLVMCountParams(t->function); k++) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(t->function, k + 1, byval);
    if (!attribute) continue;
    LLVMValueRef param = LLVMGetParam(t->function, k);
    uint64_t size = type_alloc_size(f, LLVMGetTypeAttributeValue(attribute));
    uint32_t var = temp_vars(t, param), region = region_var(f, pointsto_target(f, param));
    struct term n = term_bv(tm, f->pointer_bits, size), from = segment_var(t, var);
    struct term to = segment_alloc(t, n, 16, true, "argument");
    struct term memory = segment_var(t, region);
    segment_set(t, region, term_copy(tm, memory, to, memory, from, n)); // by-value regions have byte cells
    segment_set(t, var, to);
  }
}

// Its body is assembly that returns by itself, and nothing of what clang puts behind it.
static bool function_is_naked(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("naked", 5);
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

void function_translate(struct front *f, LLVMValueRef function) {
  struct cfa *cfa = f->cfa;
  struct translation t = {.f = f, .function = function, .va_param = CFA_NONE, .va_end = CFA_NONE};
  t.id = map_u32_get_or(&f->function_ids, key_of(function), 0);
  // Parameters were made together with the function (see front.c); they are the variables of their LLVM values.
  struct cfa_function *made = &cfa->functions.data[t.id];
  uint32_t next = 0;
  for (unsigned k = 0; k < LLVMCountParams(function); k++) {
    LLVMValueRef param = LLVMGetParam(function, k);
    uint32_t n = leaf_count(f, LLVMTypeOf(param));
    if (n) map_u32_put(&t.value_temps, key_of(param), made->params.data[next] + 1);
    next += n;
  }
  if (next < made->params.size) t.va_param = made->params.data[next];
  if (next + 1 < made->params.size) t.va_end = made->params.data[next + 1];
  f->translation = &t;
  find_temps(&t);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    struct location location = cfa_add_location(cfa, t.id, LOC_PLAIN);
    LLVMValueRef first = LLVMGetFirstInstruction(b);
    for (LLVMValueRef i = first; i && !cfa_location(cfa, location)->place.line; i = LLVMGetNextInstruction(i))
      cfa_location(cfa, location)->place = place_of(f, i);
    if (b == LLVMGetFirstBasicBlock(function)) t.first_location = location;
    map_u32_put(&t.block_location, key_of(b), location.id);
  }
  cfa->functions.data[t.id].entry = location_of_block(&t, LLVMGetFirstBasicBlock(function));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    segment_begin(&t, location_of_block(&t, b));
    if (b == LLVMGetFirstBasicBlock(function)) {
      jump_enter(&t);
      copy_byval(&t);
      if (function_is_naked(function)) segment_end_path(&t, LOC_UNSUPPORTED, "a function that is written in assembly");
    }
    translate_block(&t, b);
    if (limits_stopped(f->limits)) break;
  }
  map_u32_release(&t.block_location);
  map_u32_release(&t.value_temps);
  map_u32_release(&t.segment_of);
  map_u32_release(&t.last_segment);
  vec_u32_release(&t.repeats);
  map_u32_release(&t.values);
  vec_term_release(&t.terms);
  map_u32_release(&t.pending);
  vec_update_release(&t.updates);
  vec_input_release(&t.inputs);
  vec_alloc_release(&t.allocs);
  vec_jump_site_release(&t.jump_sites);
  f->translation = NULL;
}
