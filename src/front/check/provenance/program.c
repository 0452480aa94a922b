// The pass over the program.
#include "front/check/pass.h"
#include "front/check/provenance/provenance_pass.h"
#include "front/check/checks.h"
#include "front/compile/module.h"
#include "front/link/functions.h"
#include "front/memory/layout/layout.h"
#include "front/start/start.h"
#include "front/translate/call.h"
#include "front/translate/names.h"
#include "front/translate/types.h"

static void at_return(struct provenance *p, LLVMValueRef i) {
  if (LLVMGetNumOperands(i) && provenance_is_pointer(LLVMGetOperand(i, 0)) &&
      provenance_is_tracked(provenance_class_of(p, LLVMGetOperand(i, 0)))) {
    LLVMValueRef base = provenance_base_of(p, LLVMGetOperand(i, 0));
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_GIVE, base);
  } else if (map_u32_find(&p->givers, key_of(p->function))) {
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_GIVE, provenance_unknown(p));
  }
  if (LLVMGetNumOperands(i)) provenance_give_parts(p, i);
  provenance_leaks_at_return(p, i);
}

// A function without a body.
static void at_stranger(struct provenance *p, LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMTypeRef copied = provenance_call_type(call, k, "byval");
    if (copied)
      provenance_check_access(p, call, LLVMGetOperand(call, k), provenance_word(p, type_alloc_size(p->f, copied)),
                              false);
  }
  provenance_leaks_at_stranger(p, call);
}

// The size of a jmp_buf, which is also a sigjmp_buf, in the C library. __sigsetjmp without a mask leaves out the place
// for it: the buffers of pthread_cleanup_push have none.
static LLVMValueRef buffer_bytes(struct provenance *p, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  bool is_maskless = function && !strcmp(function_name(function), "__sigsetjmp") && LLVMGetNumArgOperands(call) == 2 &&
                     LLVMIsNull(LLVMGetOperand(call, 1));
  if (is_maskless) return provenance_word(p, p->f->pointer_bits == 32 ? 28 : 72);
  return provenance_word(p, p->f->pointer_bits == 32 ? 156 : 200);
}

static void at_call(struct provenance *p, LLVMValueRef i) {
  enum builtin b = provenance_builtin_at(p, i);
  LLVMValueRef function = called_function(i);
  unsigned n = LLVMGetNumArgOperands(i);
  switch (b) {
  case BUILTIN_MEMCPY:
    if (n >= 3) provenance_at_copy(p, i);
    return;
  case BUILTIN_MEMSET:
    if (n >= 3) provenance_at_fill(p, i);
    return;
  case BUILTIN_SETJMP:
    if (n && provenance_is_pointer(LLVMGetOperand(i, 0)))
      provenance_check_access(p, i, LLVMGetOperand(i, 0), buffer_bytes(p, i), true);
    provenance_assume_lifetime(p, "locals that longjmp has left are not used", place_of(p->f, i));
    return;
  case BUILTIN_LONGJMP:
    if (n && provenance_is_pointer(LLVMGetOperand(i, 0)))
      provenance_check_access(p, i, LLVMGetOperand(i, 0), buffer_bytes(p, i), false);
    return;
  case BUILTIN_NONDET_MEMORY:
    if (n >= 2) provenance_check_access(p, i, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), true);
    return;
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC:
  case BUILTIN_ALLOCA: provenance_at_allocation(p, i, b); return;
  case BUILTIN_FREE:
    if (n) provenance_at_free(p, i, true);
    return;
  case BUILTIN_STOP: provenance_leaks_at_stop(p, i); return;
  case BUILTIN_ASSERT_FAIL: provenance_leaks_at_assertion(p, i, false); return;
  case BUILTIN_ASSERT:
    if (n) provenance_leaks_at_assertion(p, i, true);
    return;
  case BUILTIN_NONE: break;
  default: return;
  }
  if (function && !function_has_body(function)) {
    at_stranger(p, i);
    return;
  }
  if (!function && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) {
    for (unsigned k = 0; k < n; k++) { // operands in memory
      LLVMTypeRef type = provenance_call_type(i, k, "elementtype");
      if (type) provenance_check_typed(p, i, LLVMGetOperand(i, k), type, assembly_output(i, k) != NULL);
    }
    return;
  }
  if (!function && p->accesses) {
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_CALL, LLVMGetCalledValue(i));
  }
  if (function && is_model(function) && n && !strcmp(function_name(function), "realloc"))
    provenance_at_free(p, i, false);
  if (function && is_model(function) && !strcmp(function_name(function), "quick_exit")) provenance_leaks_at_stop(p, i);
  if (function && is_model(function) && p->accesses && !strcmp(function_name(function), "__clew_ends")) {
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_END, LLVMGetOperand(i, 0));
  }
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    LLVMTypeRef copied = provenance_call_type(i, k, "byval");
    if (copied) provenance_check_access(p, i, argument, provenance_word(p, type_alloc_size(p->f, copied)), false);
    if (!provenance_is_pointer(argument) || !provenance_is_tracked(provenance_class_of(p, argument))) continue;
    LLVMValueRef base = provenance_base_of(p, argument);
    provenance_stand_before(p, i);
    provenance_emit2(p, SAFETY_PASS, provenance_number(p, k), base); // also where the call has no prototype
    if (k >= LLVMCountParamTypes(LLVMGetCalledFunctionType(i))) provenance_emit2(p, SAFETY_VARIADIC, argument, base);
  }
  if (provenance_is_pointer(i) && provenance_may_give_none(p, i) && provenance_is_tracked(provenance_class_of(p, i))) {
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_GIVE, provenance_unknown(p));
  }
}

static void at_instruction(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    provenance_check_typed(p, i, LLVMGetOperand(i, 0), LLVMTypeOf(i), false);
    if (provenance_is_pointer(i) && provenance_is_tracked(provenance_class_of(p, i)))
      provenance_base_of(p, i); // where it is read
    break;
  case LLVMStore:
    provenance_check_typed(p, i, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), true);
    provenance_follow_store(p, i);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    provenance_check_typed(p, i, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)), true);
    provenance_follow_atomic(p, i);
    break;
  case LLVMICmp: provenance_check_compare(p, i); break;
  case LLVMAlloca: provenance_at_alloca(p, i); break;
  case LLVMRet: at_return(p, i); break;
  case LLVMCall: at_call(p, i); break;
  default: break;
  }
}

static void at_function(struct provenance *p, LLVMValueRef function) {
  struct vec_value instructions = {0};
  p->function = function;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      vec_value_push(&instructions, i);
  for (uint32_t i = 0; i < instructions.size; i++) at_instruction(p, instructions.data[i]);
  LLVMValueRef first = instructions.data[0];
  for (unsigned k = 0; k < LLVMCountParams(function) && p->accesses; k++) {
    LLVMValueRef param = LLVMGetParam(function, k);
    if (!provenance_is_by_value(function, k)) continue;
    provenance_stand_before(p, first);
    if (provenance_has_table(provenance_class_of(p, param))) {
      provenance_emit2(p, SAFETY_BEGIN, param,
                       provenance_word(p, type_alloc_size(p->f, provenance_by_value_type(function, k))));
      if (provenance_class_of(p, param)->held) {
        provenance_end_at_returns(p, param);
        provenance_assume_lifetime(p, "structures passed by value are not used when the function has returned",
                                   place_of_function(p->f, function));
      }
      provenance_stand_before(p, first);
    }
    struct vec_leaf leaves = {0};
    if (provenance_is_tracked(provenance_contents_of(p, param)))
      type_leaves(p->f, provenance_by_value_type(function, k), 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++)
      if (LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind) {
        LLVMValueRef place = provenance_address_at(p, param, leaves.data[i].offset);
        provenance_emit3(p, SAFETY_STORE, place, LLVMBuildLoad2(p->builder, p->pointer, place, ""),
                         provenance_unknown(p));
      }
    vec_leaf_release(&leaves);
  }
  if (p->accesses && function == p->f->entry && LLVMCountParams(function) > 1 && provenance_is_argument_list(p->f, 1)) {
    provenance_stand_before(p, first);
    provenance_emit2(p, SAFETY_ARGUMENTS, LLVMGetParam(function, 0), LLVMGetParam(function, 1));
  }
  vec_value_release(&instructions);
}

// Where the entry function is called again, another pointer may be there, with the base that it has.
static void store_initial(struct provenance *p, LLVMValueRef place, LLVMValueRef value, LLVMValueRef base) {
  if (p->outermost) {
    value = LLVMBuildLoad2(p->builder, p->pointer, place, "");
    LLVMValueRef old = provenance_emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){place, value}, true);
    LLVMValueRef first = LLVMBuildLoad2(p->builder, p->number, p->outermost, "");
    first = LLVMBuildICmp(p->builder, LLVMIntNE, first, provenance_number(p, 0), "");
    base = LLVMBuildSelect(p->builder, first, base, old, "");
  }
  provenance_emit3(p, SAFETY_STORE, place, value, base);
}

static void store_constant(struct provenance *p, LLVMValueRef global, LLVMValueRef value, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    LLVMValueRef base = provenance_constant_root(p, value);
    if (base != value && !LLVMIsAFunction(value))
      store_initial(p, provenance_address_at(p, global, offset), value, base);
  } else if (LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value)) {
    bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    uint64_t step = is_array ? type_alloc_size(p->f, LLVMGetElementType(type)) : 0;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
      store_constant(p, global, LLVMGetOperand(value, i),
                     offset + (is_array ? i * step : LLVMOffsetOfElement(p->f->layout, type, i)));
  }
}

// Globals are there from the beginning on, and so are the pointers in them.
static void begin_globals(struct provenance *p) {
  LLVMValueRef first = p->f->constructors.size ? p->f->constructors.data[0] : p->f->entry;
  LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(first)));
  if (first == p->f->entry && !entry_runs_once(p->f, first)) {
    p->outermost = entry_outermost(p->f, first);
    for (LLVMUseRef use = LLVMGetFirstUse(p->outermost); use; use = LLVMGetNextUse(use))
      if (LLVMIsAStoreInst(LLVMGetUser(use))) provenance_stand_behind(p, LLVMGetUser(use));
  }
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  for (uint32_t i = 0; i < p->f->objects.size; i++) {
    const struct object *object = &p->f->objects.data[i];
    if (object->function || !object->in_memory) continue;
    uint64_t extent = provenance_extent(p, object);
    if (provenance_has_table(provenance_class_of(p, object->value)) && extent)
      provenance_emit2(p, SAFETY_BEGIN, object->value, provenance_word(p, extent));
    if (provenance_class_of(p, object->value)->guarded && provenance_is_constant(object->value))
      provenance_emit2(p, SAFETY_CONSTANT, object->value, provenance_number(p, 0));
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    if (initial && provenance_is_tracked(provenance_contents_of(p, object->value)))
      store_constant(p, object->value, initial, 0);
  }
}

bool provenance_is_asked(const struct front *f) { return asks(f, TRAIT_OBJECTS); }
bool provenance_is_comparing(const struct front *f) { return checks(f, PROPERTY_DEREF); }

static void add(struct front *f) {
  struct provenance p = {.f = f,
                         .builder = LLVMCreateBuilderInContext(f->context),
                         .pointer = LLVMPointerTypeInContext(f->context, 0),
                         .word = LLVMIntTypeInContext(f->context, f->pointer_bits),
                         .number = LLVMInt32TypeInContext(f->context),
                         .accesses = checks(f, PROPERTY_DEREF),
                         .leaks = asks(f, TRAIT_AT_END)};
  if (p.accesses) layout_find_reused(f, &p.reused);
  provenance_find_classes(&p);
  p.leaks &= p.allocates;
  provenance_find_numbers(&p);
  for (uint32_t i = 0; i < f->functions.size; i++) at_function(&p, f->functions.data[i]);
  if (p.accesses) begin_globals(&p);
  LLVMDisposeBuilder(p.builder);
  vec_class_release(&p.classes);
  map_u32_release(&p.bases);
  map_u32_release(&p.companions);
  map_u32_release(&p.presences);
  map_u32_release(&p.reused);
  map_u32_release(&p.givers);
  map_u32_release(&p.parts);
  vec_value_release(&p.values);
}

const struct check_pass pass_provenance = {.stage = PASS_POINTERS, .traits = TRAIT_OBJECTS, .add = add};
