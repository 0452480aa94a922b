// The pass over the program, and leaks where it ends.
#include "front/provenance/internal.h"

// --- ends of the program ---------------------------------------------------------------------------------

#define ROOTS_MOST 256

static void mark(struct provenance *p, LLVMValueRef value) {
  if (provenance_is_pointer(value)) {
    LLVMTypeRef type = LLVMFunctionType(p->word, &p->pointer, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[SAFETY_ADDRESS]);
    if (!function) function = LLVMAddFunction(p->f->module, safety_names[SAFETY_ADDRESS], type);
    value = LLVMBuildCall2(p->builder, type, function, &value, 1, "");
  }
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->f->context), &p->word, 1, 0);
  LLVMBuildCall2(p->builder, type, LLVMGetNamedFunction(p->f->module, SAFETY_MARK), &value, 1, "");
}

// The words of a variable; false: parts of one are apart, and together they may be an address.
static bool mark_cells(struct provenance *p, struct object *object) {
  bool all = true;
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    bool is_word = LLVMGetTypeKind(c->type) == LLVMPointerTypeKind || (p->numbers && c->type == p->word);
    if (!is_word && p->numbers && object->size >= p->f->pointer_bits / 8) all = false;
    if (!is_word || c->offset % (p->f->pointer_bits / 8)) continue;
    mark(p, LLVMBuildLoad2(p->builder, c->type, provenance_address_at(p, object->value, c->offset), ""));
  }
  return all;
}

// The words of an object in memory; false: there are too many, or it is not known how many.
static bool mark_words(struct provenance *p, struct object *object) {
  uint64_t bytes = p->f->pointer_bits / 8;
  if (!object->size || object->size / bytes > ROOTS_MOST) return false;
  for (uint64_t at = 0; at + bytes <= object->size; at += bytes) {
    LLVMValueRef place = provenance_address_at(p, object->value, at);
    LLVMTypeRef type = LLVMFunctionType(p->word, &p->pointer, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[SAFETY_WORD]);
    if (!function) function = LLVMAddFunction(p->f->module, safety_names[SAFETY_WORD], type);
    mark(p, LLVMBuildCall2(p->builder, type, function, &place, 1, ""));
  }
  return true;
}

struct roots {
  bool any; // some word may lead to the heap
  bool all; // all such words were looked at
};

// Words in globals, and in locals of the function at hand, that may lead to the heap: what they lead to is not lost.
static struct roots mark_roots(struct provenance *p, bool with_locals) {
  struct roots roots = {false, true};
  for (uint32_t i = 0; i < p->f->objects.size; i++) {
    struct object *object = &p->f->objects.data[i];
    if (!object->function && LLVMIsGlobalConstant(object->value)) continue;
    if (object->function && (!with_locals || object->function != p->function)) continue;
    if (object->function && LLVMGetInstructionParent(object->value) != LLVMGetFirstBasicBlock(p->function)) {
      roots.any = true; // it may not have been made
      roots.all = false;
      continue;
    }
    uint32_t contents = pointsto_contents(p->f, pointsto_target(p->f, object->value));
    if (!p->numbers && !provenance_reaches_heap(p, contents, 0)) continue;
    roots.any = true;
    if (object->in_memory) roots.all &= mark_words(p, object);
    else roots.all &= mark_cells(p, object);
  }
  return roots;
}

// At an end of the program, where the builder stands.
static void check_leaks(struct provenance *p, uint64_t flags, bool with_locals) {
  LLVMValueRef lost = provenance_number(p, 1);
  if (!(flags & (SAFETY_ALL_FREED | SAFETY_NOT_LAST | SAFETY_ABORTS))) {
    struct roots roots = mark_roots(p, with_locals);
    LLVMTypeRef type = LLVMFunctionType(p->number, NULL, 0, 0);
    LLVMValueRef spread = LLVMGetNamedFunction(p->f->module, SAFETY_SPREAD);
    if (roots.any) lost = LLVMBuildCall2(p->builder, type, spread, NULL, 0, "");
    if (!roots.all) flags |= SAFETY_HAS_FRAMES;
  }
  provenance_emit2(p, SAFETY_LEAKS, provenance_number(p, flags), lost);
}

// Integers hold an address of the heap where one was cast, or written as such.
static void find_numbers(struct provenance *p) {
  for (uint32_t n = 1; n < p->classes.size; n++) {
    const struct class *c = &p->classes.data[n];
    p->numbers |= c->owned && (c->numbered || pointsto_flags(p->f, n) & (NODE_EXPOSED | NODE_PUNNED));
  }
}

// Has the function at hand memory that is no object by name?
static bool has_dynamic(struct provenance *p) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (provenance_builtin_at(p, i) == BUILTIN_ALLOCA ||
          (LLVMIsAAllocaInst(i) && !LLVMIsAConstantInt(LLVMGetOperand(i, 0))))
        return true;
  return false;
}

static bool is_used(struct provenance *p, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(p->f->module, name);
  return function && LLVMGetFirstUse(function);
}

static uint64_t end_flags(struct provenance *p) {
  bool is_last = !p->f->destructors.size && !is_used(p, "at_quick_exit");
  return (is_last ? 0u : SAFETY_NOT_LAST) | (checks(p->f, PROPERTY_MEMCLEANUP) ? SAFETY_ALL_FREED : 0u);
}

static void at_return(struct provenance *p, LLVMValueRef i) {
  if (LLVMGetNumOperands(i) && provenance_is_pointer(LLVMGetOperand(i, 0)) &&
      provenance_is_tracked(provenance_class_of(p, LLVMGetOperand(i, 0)))) {
    LLVMValueRef base = provenance_base_of(p, LLVMGetOperand(i, 0));
    provenance_stand_before(p, i);
    provenance_emit1(p, SAFETY_GIVE, base);
  }
  if (!p->leaks || p->function != p->f->entry) return;
  provenance_stand_before(p, i);
  check_leaks(p, end_flags(p), false);
}

// exit and the like end the program with all frames still there.
static void at_stop(struct provenance *p, LLVMValueRef call) {
  static const char *const names[] = {"exit",         "err",   "errx",  "verr",       "verrx",
                                      "pthread_exit", "_exit", "_Exit", "quick_exit", "thrd_exit"};
  size_t n;
  const char *name = LLVMGetValueName2(called_function(call), &n);
  if (!p->leaks) return;
  if (!strcmp(name, "abort") && checks(p->f, PROPERTY_MEMCLEANUP)) {
    provenance_stand_before(p, call);
    check_leaks(p, SAFETY_ABORTS, false);
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) {
      bool only = entry_runs_once(p->f, p->function) && !has_dynamic(p); // there are no other frames
      provenance_stand_before(p, call);
      check_leaks(p, (only ? 0u : SAFETY_HAS_FRAMES) | end_flags(p), true);
    }
}

// A function without a body that does not return ends the program, too.
static void at_stranger(struct provenance *p, LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMTypeRef copied = provenance_call_type(call, k, "byval");
    if (copied)
      provenance_check_access(p, call, LLVMGetOperand(call, k), provenance_word(p, type_alloc_size(p->f, copied)),
                              false);
  }
  LLVMValueRef next = LLVMGetNextInstruction(call);
  if (!checks(p->f, PROPERTY_MEMCLEANUP) || !next || !LLVMIsAUnreachableInst(next)) return;
  provenance_stand_before(p, call);
  check_leaks(p, SAFETY_HAS_FRAMES | end_flags(p), true);
}

// --- everything ------------------------------------------------------------------------------------------------

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
      provenance_check_access(p, i, LLVMGetOperand(i, 0), provenance_word(p, 8), true);
    provenance_assume_lifetime(p, "locals that longjmp has left are not used", place_of(p->f, i));
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
  case BUILTIN_STOP: at_stop(p, i); return;
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
  if (function && is_model(function) && !strcmp(function_name(function), "quick_exit")) at_stop(p, i);
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    LLVMTypeRef copied = provenance_call_type(i, k, "byval");
    if (copied) provenance_check_access(p, i, argument, provenance_word(p, type_alloc_size(p->f, copied)), false);
    if (!provenance_is_pointer(argument) || !provenance_is_tracked(provenance_class_of(p, argument))) continue;
    LLVMValueRef base = provenance_base_of(p, argument);
    provenance_stand_before(p, i);
    provenance_emit2(p, SAFETY_PASS, provenance_number(p, k), base);
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
    break;
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

static void store_constant(struct provenance *p, LLVMValueRef global, LLVMValueRef value, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    LLVMValueRef base = provenance_constant_root(p, value);
    if (base != value && !LLVMIsAFunction(value))
      provenance_emit3(p, SAFETY_STORE, provenance_address_at(p, global, offset), value, base);
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
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  for (uint32_t i = 0; i < p->f->objects.size; i++) {
    const struct object *object = &p->f->objects.data[i];
    if (object->function || !object->in_memory) continue;
    if (provenance_has_table(provenance_class_of(p, object->value)) && object->size)
      provenance_emit2(p, SAFETY_BEGIN, object->value, provenance_word(p, object->size));
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    if (initial && provenance_is_tracked(provenance_contents_of(p, object->value)))
      store_constant(p, object->value, initial, 0);
  }
}

bool provenance_is_asked(const struct front *f) {
  return checks(f, PROPERTY_DEREF) || checks(f, PROPERTY_FREE) || checks(f, PROPERTY_MEMTRACK) ||
         checks(f, PROPERTY_MEMCLEANUP);
}

void provenance_add(struct front *f) {
  struct provenance p = {.f = f,
                         .builder = LLVMCreateBuilderInContext(f->context),
                         .pointer = LLVMPointerTypeInContext(f->context, 0),
                         .word = LLVMIntTypeInContext(f->context, f->pointer_bits),
                         .number = LLVMInt32TypeInContext(f->context),
                         .accesses = checks(f, PROPERTY_DEREF),
                         .leaks = checks(f, PROPERTY_MEMTRACK) || checks(f, PROPERTY_MEMCLEANUP)};
  provenance_find_classes(&p);
  p.leaks &= p.allocates;
  find_numbers(&p);
  for (uint32_t i = 0; i < f->functions.size; i++) at_function(&p, f->functions.data[i]);
  if (p.accesses) begin_globals(&p);
  LLVMDisposeBuilder(p.builder);
  vec_class_release(&p.classes);
  map_u32_release(&p.bases);
  map_u32_release(&p.companions);
  vec_value_release(&p.values);
}
