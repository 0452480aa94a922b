// Calls: direct, through pointers, variadic; functions without a body.
#include "front/check/checks.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/undefined.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/instruction.h"
#include "front/translate/jump.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <assert.h>
#include <stdio.h>

bool call_ends_segment(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function) return !LLVMIsAInlineAsm(LLVMGetCalledValue(call));
  uint32_t detail;
  enum builtin builtin = builtin_of(f, function, &detail);
  return builtin == BUILTIN_ASSERT || builtin == BUILTIN_SETJMP || library_may_refuse(f, call, function, builtin) ||
         (builtin == BUILTIN_NONE && function_has_body(function));
}

void list_once(struct front *f, struct vec_string *list, const char *name) {
  for (uint32_t i = 0; i < list->size; i++)
    if (!strcmp(list->data[i], name)) return;
  vec_string_push(list, cfa_string(f->cfa, name));
}

// --- arguments ----------------------------------------------------------------------------

// A term that denotes the same value after the pending edge was taken.
struct term segment_keep(struct translation *t, struct term value) {
  struct front *f = t->f;
  if (term_is_const(f->tm, value)) return value;
  if (!t->updates.size && !t->inputs.size && !t->allocs.size && term_is_true(f->tm, t->guard)) return value;
  uint32_t var = cfa_var_of(f->cfa, value);
  if (var != CFA_NONE && !map_u32_find(&t->pending, var)) return value;
  for (uint32_t i = 0; i < t->updates.size; i++)
    if (term_same(t->updates.data[i].value, value)) return f->cfa->vars.data[t->updates.data[i].var].term;
  uint32_t temp = cfa_add_var(f->cfa, t->id, VAR_TEMP, "arg", "", term_sort(f->tm, value));
  segment_set(t, temp, value);
  return f->cfa->vars.data[temp].term;
}

uint32_t function_id(struct front *f, LLVMValueRef function) {
  const uint32_t *id = map_u32_find(&f->function_ids, key_of(function));
  assert(id);
  return *id;
}

// The arguments of a call for a certain callee, one term per parameter variable.
static void collect_args(struct translation *t, LLVMValueRef call, LLVMValueRef function, struct vec_term *out) {
  struct front *f = t->f;
  struct cfa_function *callee = &f->cfa->functions.data[function_id(f, function)];
  unsigned n = LLVMGetNumArgOperands(call), k = LLVMCountParams(function);
  for (unsigned i = 0; i < k; i++) {
    struct vec_leaf leaves = {0};
    struct vec_term values = {0};
    type_leaves(f, LLVMTypeOf(LLVMGetParam(function, i)), 0, &leaves);
    if (i < n) operand_terms(t, LLVMGetOperand(call, i), &values);
    for (uint32_t j = 0; j < leaves.size; j++) {
      struct sort sort = type_sort(f, leaves.data[j].type);
      // A parameter that the caller does not pass is arbitrary.
      vec_term_push(out, j < values.size ? coerce(f, values.data[j], sort)
                                         : arbitrary(t, leaves.data[j].type, INPUT_UNINIT, "missing argument", ""));
    }
    vec_leaf_release(&leaves);
    vec_term_release(&values);
  }
  if (callee->params.size > out->size) {
    struct term end, block = variadic_block(t, call, function, &end);
    vec_term_push(out, block);
    if (callee->params.size > out->size) vec_term_push(out, end);
  }
}

// --- the call itself --------------------------------------------------------------------------

// From the current location to a new one, which is returned; the result goes to the call's variables.
static void call_edge(struct translation *t, LLVMValueRef call, LLVMValueRef function, struct vec_term *args,
                      struct location join) {
  struct front *f = t->f;
  struct cfa *cfa = f->cfa;
  uint32_t callee = function_id(f, function);
  struct location after = cfa_add_location(cfa, t->id, LOC_PLAIN);
  cfa_location(cfa, after)->place = t->last;
  struct edge id = cfa_add_edge(cfa, t->from, after);
  struct cfa_edge *e = cfa_edge(cfa, id);
  e->callee = callee;
  e->first = e->last = t->last;
  for (uint32_t i = 0; i < args->size; i++) vec_term_push(&e->args, args->data[i]);
  bool used = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind && LLVMGetFirstUse(call);
  uint32_t result = cfa->functions.data[callee].result, raw = CFA_NONE;
  if (used && result != CFA_NONE) {
    raw = temp_vars(t, call);
    if (cfa->vars.data[raw].sort.id != cfa->vars.data[result].sort.id)
      raw = cfa_add_var(cfa, t->id, VAR_TEMP, "result", "", cfa->vars.data[result].sort);
    cfa_edge(cfa, id)->result = raw;
  }
  segment_begin(t, after);
  t->first = t->last = cfa_edge(cfa, id)->last;
  if (jump_may(f, function)) jump_return(t);
  if (used) {
    uint32_t first = temp_vars(t, call), more = map_u32_get_or(&f->extra_results, key_of(function), 0);
    struct vec_leaf mine = {0}, theirs = {0};
    type_leaves(f, LLVMTypeOf(call), 0, &mine);
    LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    if (LLVMGetTypeKind(returned) != LLVMVoidTypeKind) type_leaves(f, returned, 0, &theirs);
    for (uint32_t i = 0; i < mine.size; i++) {
      struct sort sort = cfa->vars.data[first + i].sort;
      if (i >= theirs.size)
        segment_set(t, first + i, arbitrary(t, mine.data[i].type, INPUT_UNINIT, "missing result", ""));
      else if (i) segment_set(t, first + i, coerce(f, segment_var(t, more - 1 + i - 1), sort));
      else if (raw != first) segment_set(t, first, coerce(f, segment_var(t, raw), sort));
    }
    vec_leaf_release(&mine);
    vec_leaf_release(&theirs);
  }
  if (!location_none(join)) segment_edge(t, join, term_true(f->tm));
}

static void call_direct(struct translation *t, LLVMValueRef call, LLVMValueRef function) {
  struct vec_term args = {0};
  collect_args(t, call, function, &args);
  if (!t->dead) {
    for (uint32_t i = 0; i < args.size; i++) args.data[i] = segment_keep(t, args.data[i]);
    segment_flush(t);
    call_edge(t, call, function, &args, LOCATION_NONE);
  }
  vec_term_release(&args);
}

// assert as a function (module.c has seen to it that its argument is an int): the error where it is zero.
static void call_assert(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct cfa *cfa = f->cfa;
  if (LLVMGetNumArgOperands(call) != 1 || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMIntegerTypeKind) {
    segment_end_path(t, LOC_UNSUPPORTED, "a call of assert with other arguments than one condition");
    return;
  }
  struct term condition = term_bv_to_bool(f->tm, coerce(f, operand(t, LLVMGetOperand(call, 0)), sort_bv(f->tm, 32)));
  condition = segment_keep(t, condition);
  segment_flush(t);
  struct source_place place = t->last;
  struct location from = t->from, after = cfa_add_location(cfa, t->id, LOC_PLAIN);
  struct location error = cfa_add_location(cfa, t->id, checks(f, PROPERTY_UNREACH) ? LOC_ERROR : LOC_STOP);
  cfa_location(cfa, after)->place = cfa_location(cfa, error)->place = place;
  cfa_location(cfa, error)->text = cfa_string(cfa, "assert");
  if (checks(f, PROPERTY_UNREACH)) cfa_location(cfa, error)->mark = MARK_CHECK;
  segment_edge(t, error, term_not(f->tm, condition));
  segment_edge(t, after, condition);
  cfa_location(cfa, from)->complete = true;
  segment_begin(t, after);
  t->first = t->last = place;
  if (LLVMGetFirstUse(call)) undefined_result(t, call, "result of assert", INPUT_UNINIT);
}

// Functions that the pointer may hold but the call cannot be one of: they want more than it passes.
static struct term is_unfit(struct front *f, const struct vec_value *candidates, const struct vec_value *fitting,
                            struct term target) {
  struct terms *tm = f->tm;
  struct term unfit = term_false(tm);
  for (uint32_t i = 0, k = 0; i < candidates->size; i++) {
    if (k < fitting->size && fitting->data[k] == candidates->data[i]) k++;
    else
      unfit = term_or(tm, unfit,
                      term_eq(tm, target, term_bv(tm, f->pointer_bits, function_address(f, candidates->data[i]))));
  }
  return unfit;
}

// The pointer holds none of the functions. If all are known it is no function at all, and the path ends.
static void call_other(struct translation *t, LLVMValueRef call, struct term others, struct term unfit,
                       struct location from, struct location join) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct source_place place = t->last;
  bool unknown = indirect_is_unknown(f, call);
  f->calls_unknown |= unknown;
  struct term rest = term_and(tm, others, term_not(tm, unfit));
  static const char no_function[] = "a call through a pointer to no function";
  if (!unknown && asks(f, TRAIT_ACCESSES)) {
    struct location end = segment_unsupported(t, rest, no_function);
    if (!location_none(end)) cfa_location(f->cfa, end)->mark = MARK_UNDEFINED;
  } else if (!unknown) {
    segment_exit(t, term_not(tm, rest), no_function);
  }
  if (!term_is_false(tm, term_and(tm, others, unfit))) {
    segment_begin(t, from);
    t->first = t->last = place;
    segment_guard(t, term_and(tm, others, unfit));
    segment_end_path(t, LOC_UNSUPPORTED, "a call through a pointer to a function with more parameters");
  }
  if (!unknown || term_is_false(tm, rest)) return;
  struct location chosen = cfa_add_location(f->cfa, t->id, LOC_PLAIN);
  cfa_location(f->cfa, chosen)->place = place;
  segment_begin(t, from);
  t->first = t->last = place;
  segment_edge(t, chosen, rest);
  segment_begin(t, chosen);
  t->first = t->last = place;
  undefined_pointer_call(t, call);
  if (!t->dead) segment_edge(t, join, term_true(tm));
}

// One way per function that the pointer may hold.
static void call_pointer(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct cfa *cfa = f->cfa;
  struct term target = operand(t, LLVMGetCalledValue(call));
  if (t->dead) return;
  struct vec_value candidates = {0}, fitting = {0};
  indirect_candidates(f, call, &candidates);
  for (uint32_t i = 0; i < candidates.size; i++)
    if (LLVMCountParams(candidates.data[i]) <= LLVMGetNumArgOperands(call) || !LLVMGetNumArgOperands(call))
      vec_value_push(&fitting, candidates.data[i]);
  // Arguments must survive the branches before the call.
  struct vec_terms args = {0};
  for (uint32_t i = 0; i < fitting.size; i++) {
    struct vec_term list = {0};
    if (call_ends_segment(f, call) && function_has_body(fitting.data[i])) {
      collect_args(t, call, fitting.data[i], &list);
      for (uint32_t k = 0; k < list.size; k++) list.data[k] = segment_keep(t, list.data[k]);
    }
    vec_terms_push(&args, list);
  }
  struct term kept = segment_keep(t, target);
  segment_flush(t);
  target = kept;
  struct location from = t->from, join = cfa_add_location(cfa, t->id, LOC_PLAIN);
  struct source_place place = t->last;
  cfa_location(cfa, join)->place = place;
  struct term others = term_not(tm, term_eq(tm, target, term_bv(tm, f->pointer_bits, 0)));
  for (uint32_t i = 0; i < fitting.size; i++) {
    LLVMValueRef function = fitting.data[i];
    struct term hit = term_eq(tm, target, term_bv(tm, f->pointer_bits, function_address(f, function)));
    others = term_and(tm, others, term_not(tm, hit));
    uint32_t detail;
    struct location chosen = cfa_add_location(cfa, t->id, LOC_PLAIN);
    cfa_location(cfa, chosen)->place = place;
    segment_begin(t, from);
    t->first = t->last = place;
    segment_edge(t, chosen, hit);
    segment_begin(t, chosen);
    t->first = t->last = place;
    enum builtin builtin = builtin_of(f, function, &detail);
    if (builtin != BUILTIN_NONE) {
      // Arguments were not kept over the branches to here, and the analyses of memory do not look through the pointer.
      bool plain = builtin == BUILTIN_ERROR || builtin == BUILTIN_ASSERT_FAIL || builtin == BUILTIN_STOP ||
                   builtin == BUILTIN_NONDET || builtin == BUILTIN_NONDET_BOOL || builtin == BUILTIN_FREE;
      if (!plain) segment_end_path(t, LOC_UNSUPPORTED, "a library function called through a pointer");
      else library_call(t, call, function, builtin, detail);
      if (!t->dead) segment_edge(t, join, term_true(tm));
    } else if (function_has_body(function)) {
      call_edge(t, call, function, &args.data[i], join);
    } else {
      undefined_call(t, call, function);
      if (!t->dead) segment_edge(t, join, term_true(tm));
    }
    vec_term_release(&args.data[i]);
  }
  segment_begin(t, from);
  t->first = t->last = place;
  struct term null = term_eq(tm, target, term_bv(tm, f->pointer_bits, 0));
  segment_exit(t, term_not(tm, null), "a call through a null pointer");
  call_other(t, call, others, is_unfit(f, &candidates, &fitting, target), from, join);
  segment_begin(t, join);
  t->first = t->last = place;
  vec_terms_release(&args);
  vec_value_release(&candidates);
  vec_value_release(&fitting);
}

void call_translate(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  LLVMValueRef function = called_function(call);
  if (!function) {
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) assembly_call(t, call);
    else call_pointer(t, call);
    return;
  }
  uint32_t detail;
  enum builtin builtin = builtin_of(f, function, &detail);
  if (builtin == BUILTIN_ASSERT) {
    call_assert(t, call);
  } else if (builtin != BUILTIN_NONE) {
    library_call(t, call, function, builtin, detail);
  } else if (function_has_body(function)) {
    call_direct(t, call, function);
  } else {
    undefined_call(t, call, function);
  }
}
