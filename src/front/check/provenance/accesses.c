// Checks of accesses, where objects begin and end, and what is assumed of lifetimes.
#include "front/check/provenance/provenance_pass.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/types.h"

// --- accesses ------------------------------------------------------------------------------------------------

// Arguments behind the "..." of a function, which va_arg reads.
static bool is_variadic(struct provenance *p, LLVMValueRef pointer) {
  const struct class *c = provenance_class_of(p, pointer);
  return pointsto_flags(p->f, pointsto_target(p->f, pointer)) & NODE_VARIADIC && !c->objects && !c->heap;
}

// A constant place in an object of known size.
static bool is_decided(struct provenance *p, LLVMValueRef pointer, LLVMValueRef bytes) {
  uint64_t offset;
  struct object *object = object_at(p->f, pointer, &offset);
  if (!object || !LLVMIsAConstantInt(bytes)) return false;
  return object->size && object_has(object, offset, LLVMConstIntGetZExtValue(bytes));
}

// Of an array or structure that is declared without its size only the start is known.
uint64_t provenance_extent(struct provenance *p, const struct object *object) {
  if (object->size || !object_room(p->f, object)) return object->size;
  return UINT64_MAX >> (65 - p->f->pointer_bits);
}

// The copy of clang's own constant that initialises all of an array or a structure; NULL: it is initialised otherwise.
static LLVMValueRef constant_initialiser(struct provenance *p, LLVMValueRef local) {
  static const char prefix[] = "__const.";
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || provenance_builtin_at(p, user) != BUILTIN_MEMCPY) continue;
    LLVMValueRef from = LLVMGetOperand(user, 1), size = LLVMGetOperand(user, 2);
    size_t n;
    if (LLVMGetOperand(user, 0) != local || !provenance_is_constant(from) || !LLVMIsAConstantInt(size)) continue;
    if (strncmp(LLVMGetValueName2(from, &n), prefix, sizeof prefix - 1)) continue;
    if (LLVMConstIntGetZExtValue(size) == type_alloc_size(p->f, LLVMGetAllocatedType(local))) return user;
  }
  return NULL;
}

// What is const is written by name where it is initialised, and once more if a cast hides what it is. A scalar is
// initialised by the first store. Of an array or a structure that is known if its values are constants: then clang
// writes it at the place of the declaration; what is written by name into others counts as their initialisation.
static bool writes_again(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer) {
  LLVMValueRef local = provenance_root_of(pointer);
  if (!LLVMIsAAllocaInst(local) || !provenance_is_const_local(p, local)) return false;
  if (!type_is_aggregate(LLVMGetAllocatedType(local)))
    return LLVMIsAStoreInst(i) && pointer == local && !provenance_is_first_store(i);
  LLVMValueRef first = constant_initialiser(p, local);
  return first && LLVMInstructionGetDebugLoc(i) != LLVMInstructionGetDebugLoc(first);
}

// Values that are not read from a variable or passed are addresses in the initialisation of an array.
static bool may_be_const(struct provenance *p, LLVMValueRef pointer) {
  LLVMValueRef root = provenance_root_of(pointer);
  return provenance_class_of(p, pointer)->const_locals && provenance_has_table(provenance_class_of(p, pointer)) &&
         (LLVMIsALoadInst(root) || LLVMIsAArgument(root) || LLVMIsACallInst(root));
}

void provenance_check_access(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMValueRef bytes,
                             bool writes) {
  if (!p->accesses || is_variadic(p, pointer)) return;
  p->f->cfa->checks++;
  bool again = writes && writes_again(p, i, pointer);
  if (!again && is_decided(p, pointer, bytes) && !(writes && provenance_is_constant(provenance_root_of(pointer)))) {
    p->f->cfa->decided_checks++;
    return;
  }
  LLVMValueRef base = provenance_base_of(p, pointer);
  struct class *c = provenance_class_of(p, pointer);
  provenance_stand_before(p, i);
  uint32_t flags = (writes ? SAFETY_WRITES : 0) | (c->unknown ? SAFETY_MAY_BE_UNKNOWN : 0);
  if (!c->heap && !c->locals) flags |= SAFETY_NONE_ENDS;
  if (writes && provenance_is_constant(base)) flags |= SAFETY_IS_CONSTANT;
  else if (writes && c->constants && provenance_has_table(c) && !LLVMIsAAllocaInst(base) &&
           !LLVMIsAGlobalVariable(base)) {
    flags |= SAFETY_MAY_BE_CONSTANT;
    c->guarded = true;
  }
  if (again) flags |= SAFETY_IS_CONST_LOCAL;
  else if (writes && may_be_const(p, pointer)) flags |= SAFETY_MAY_BE_CONST_LOCAL;
  struct object *object = LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) ? object_of(p->f, base) : NULL;
  LLVMValueRef arguments[] = {pointer,
                              base,
                              provenance_to_word(p, bytes),
                              provenance_number(p, flags),
                              provenance_word(p, object ? provenance_extent(p, object) : 0),
                              provenance_root_of(pointer)};
  provenance_emit(p, SAFETY_ACCESS, 6, arguments, false);
}

// An lvalue stands for an object of its type: a long double has padding, which the instruction does not touch.
static uint64_t object_size(struct front *f, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind ? type_alloc_size(f, type) : type_size(f, type);
}

void provenance_check_typed(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMTypeRef type, bool writes) {
  provenance_check_access(p, i, pointer, provenance_word(p, object_size(p->f, type)), writes);
}

// --- comparisons -----------------------------------------------------------------------------------------------

static bool is_null(LLVMValueRef value) { return LLVMIsAConstant(value) && LLVMIsNull(value); }

// The comparison finds two addresses equal, if the call says so.
static void compare_again(struct provenance *p, LLVMValueRef i, LLVMValueRef call) {
  bool is_equation = LLVMGetICmpPredicate(i) == LLVMIntEQ;
  LLVMValueRef same = LLVMBuildICmp(p->builder, is_equation ? LLVMIntNE : LLVMIntEQ, call, provenance_number(p, 0), "");
  LLVMValueRef plain =
      LLVMBuildICmp(p->builder, LLVMGetICmpPredicate(i), LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
  LLVMReplaceAllUsesWith(i, is_equation ? LLVMBuildOr(p->builder, plain, same, "")
                                        : LLVMBuildAnd(p->builder, plain, same, ""));
  LLVMInstructionEraseFromParent(i);
}

static bool has_locals(const struct class *c) { return c->locals && provenance_has_table(c); }

// A local that is gone, or a block that was freed, has an address that no other object gets here. On a machine another
// one may have it, so a comparison that finds two addresses different may find them equal there: both are explored. An
// order is not.
void provenance_check_compare(struct provenance *p, LLVMValueRef i) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  if (!p->accesses || !provenance_is_pointer(a) || is_null(a) || is_null(b)) return;
  const struct class *of_a = provenance_class_of(p, a), *of_b = provenance_class_of(p, b);
  bool is_reused = map_u32_get_or(&p->reused, key_of(i), 0);
  if (!is_reused && !has_locals(of_a) && !has_locals(of_b)) return;
  LLVMValueRef base_a = provenance_base_of(p, a), base_b = provenance_base_of(p, b);
  if (base_a == base_b) return;
  bool may_end_a = of_a->locals || (is_reused && of_a->heap), may_end_b = of_b->locals || (is_reused && of_b->heap);
  bool is_there_a = LLVMIsAAllocaInst(base_a) || LLVMIsAGlobalValue(base_a) || !may_end_a;
  bool is_there_b = LLVMIsAAllocaInst(base_b) || LLVMIsAGlobalValue(base_b) || !may_end_b;
  if (is_there_a && is_there_b) return;
  bool is_order = LLVMGetICmpPredicate(i) != LLVMIntEQ && LLVMGetICmpPredicate(i) != LLVMIntNE;
  provenance_stand_before(p, i);
  LLVMValueRef there = provenance_null(p); // what the text names is
  LLVMTypeRef types[] = {p->pointer, p->pointer, p->pointer, p->pointer, p->number};
  LLVMTypeRef type = LLVMFunctionType(p->number, types, 5, 0);
  LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[SAFETY_COMPARE]);
  if (!function) function = LLVMAddFunction(p->f->module, safety_names[SAFETY_COMPARE], type);
  LLVMValueRef arguments[] = {a, is_there_a ? there : base_a, b, is_there_b ? there : base_b,
                              provenance_number(p, is_order    ? COMPARES_ORDER
                                                   : is_reused ? COMPARES_BLOCKS
                                                               : COMPARES_EQUAL)};
  LLVMValueRef call = LLVMBuildCall2(p->builder, type, function, arguments, 5, "");
  if (!is_order) compare_again(p, i, call);
}

// --- atomic operations -----------------------------------------------------------------------------------------

// The base of the pointer at a place, where the builder stands.
LLVMValueRef provenance_base_at(struct provenance *p, LLVMValueRef place, LLVMValueRef companion, uint64_t offset) {
  if (companion) return LLVMBuildLoad2(p->builder, p->pointer, provenance_address_at(p, companion, offset), "");
  LLVMValueRef value = LLVMBuildLoad2(p->builder, p->pointer, place, "");
  return provenance_emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){place, value}, true);
}

LLVMValueRef provenance_companion_at(struct provenance *p, LLVMValueRef place, uint64_t *offset) {
  struct object *object = provenance_variable_at(p, place, offset);
  return object ? provenance_companion_of(p, object) : NULL;
}

// clang makes the pointers of atomic operations integers: by a cast, or by a load from the pointer's place.
static LLVMValueRef base_of_number(struct provenance *p, LLVMValueRef value) {
  if (provenance_is_pointer(value)) return provenance_base_of(p, value);
  if (LLVMIsAPtrToIntInst(value)) return provenance_base_of(p, LLVMGetOperand(value, 0));
  if (!LLVMIsALoadInst(value)) return provenance_unknown(p);
  LLVMValueRef place = LLVMGetOperand(value, 0);
  if (!provenance_is_tracked(provenance_contents_of(p, place))) return provenance_unknown(p);
  uint64_t offset;
  LLVMValueRef companion = provenance_companion_at(p, place, &offset);
  provenance_stand_behind(p, value);
  return provenance_base_at(p, place, companion, offset);
}

static void set_base(struct provenance *p, LLVMValueRef place, LLVMValueRef base) {
  uint64_t offset;
  LLVMValueRef companion = provenance_companion_at(p, place, &offset); // made before
  if (companion) LLVMBuildStore(p->builder, base, provenance_address_at(p, companion, offset));
  else provenance_emit3(p, SAFETY_STORE, place, LLVMBuildLoad2(p->builder, p->pointer, place, ""), base);
}

void provenance_follow_atomic(struct provenance *p, LLVMValueRef i) {
  LLVMValueRef place = LLVMGetOperand(i, 0);
  bool compares = LLVMGetInstructionOpcode(i) == LLVMAtomicCmpXchg;
  LLVMValueRef value = LLVMGetOperand(i, compares ? 2 : 1);
  if (type_size(p->f, LLVMTypeOf(value)) != p->f->pointer_bits / 8) return;
  if (!provenance_is_tracked(provenance_contents_of(p, place))) return;
  uint64_t offset;
  LLVMValueRef companion = provenance_companion_at(p, place, &offset), base = base_of_number(p, value);
  LLVMAtomicRMWBinOp operation = compares ? LLVMAtomicRMWBinOpXchg : LLVMGetAtomicRMWBinOp(i);
  if (operation == LLVMAtomicRMWBinOpAdd || operation == LLVMAtomicRMWBinOpSub) base = NULL; // as it was
  else if (operation != LLVMAtomicRMWBinOpXchg) base = provenance_unknown(p);
  LLVMValueRef before = NULL;
  if (compares || !base) {
    provenance_stand_before(p, i);
    before = provenance_base_at(p, place, companion, offset);
  }
  provenance_stand_behind(p, i);
  if (compares) base = LLVMBuildSelect(p->builder, LLVMBuildExtractValue(p->builder, i, 1, ""), base, before, "");
  set_base(p, place, base ? base : before);
}

static void follow_atomic_store(struct provenance *p, LLVMValueRef store) {
  LLVMValueRef place = LLVMGetOperand(store, 1), base = base_of_number(p, LLVMGetOperand(store, 0));
  uint64_t offset;
  provenance_companion_at(p, place, &offset); // elsewhere
  provenance_stand_behind(p, store);
  set_base(p, place, base);
}

// --- stores and copies -------------------------------------------------------------------------------------

// Something else than a pointer is written where pointers may be: their bases are those in the value, as far as it is a
// structure whose parts are followed.
static void follow_other(struct provenance *p, LLVMValueRef store, LLVMValueRef pointer, uint64_t bytes) {
  uint64_t offset;
  struct object *object = provenance_variable_at(p, pointer, &offset);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  if (object) {
    for (uint32_t i = 0; i < object->cells.size; i++) {
      const struct cell *c = &object->cells.data[i];
      if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < offset || c->offset >= offset + bytes)
        continue;
      LLVMValueRef companion = provenance_companion_of(p, object),
                   base = provenance_base_of_part(p, LLVMGetOperand(store, 0), c->offset - offset);
      provenance_stand_behind(p, store);
      LLVMBuildStore(p->builder, base, provenance_address_at(p, companion, c->offset));
    }
  } else if (type_is_aggregate(type)) {
    struct vec_leaf leaves = {0};
    type_leaves(p->f, type, 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++) {
      if (LLVMGetTypeKind(leaves.data[i].type) != LLVMPointerTypeKind) continue;
      LLVMValueRef base = provenance_base_of_part(p, LLVMGetOperand(store, 0), leaves.data[i].offset);
      provenance_stand_behind(p, store);
      LLVMValueRef place = provenance_address_at(p, pointer, leaves.data[i].offset);
      provenance_emit3(p, SAFETY_STORE, place, LLVMBuildLoad2(p->builder, p->pointer, place, ""), base);
    }
    vec_leaf_release(&leaves);
  }
}

// The bases of pointers that are written.
void provenance_follow_store(struct provenance *p, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  uint64_t offset;
  if (provenance_is_pointer(value)) {
    if (!provenance_is_tracked(provenance_class_of(p, value))) return;
    LLVMValueRef base = provenance_base_of(p, value);
    struct object *object = provenance_variable_at(p, pointer, &offset);
    LLVMValueRef companion = object ? provenance_companion_of(p, object) : NULL;
    provenance_stand_behind(p, store);
    if (companion) LLVMBuildStore(p->builder, base, provenance_address_at(p, companion, offset));
    else provenance_emit3(p, SAFETY_STORE, pointer, value, base);
  } else if (LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic &&
             type_size(p->f, LLVMTypeOf(value)) == p->f->pointer_bits / 8) {
    if (provenance_is_tracked(provenance_contents_of(p, pointer))) follow_atomic_store(p, store);
  } else if (provenance_is_tracked(provenance_contents_of(p, pointer))) {
    follow_other(p, store, pointer, type_size(p->f, LLVMTypeOf(value)));
  }
}

// Into variables: pointer by pointer.
static void follow_copy_to_variables(struct provenance *p, LLVMValueRef call, struct object *to, uint64_t at) {
  LLVMValueRef source = LLVMGetOperand(call, 1);
  uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)), offset;
  struct object *from = provenance_variable_at(p, source, &offset);
  LLVMValueRef companion = provenance_companion_of(p, to), theirs = from ? provenance_companion_of(p, from) : NULL;
  provenance_stand_behind(p, call);
  for (uint32_t i = 0; i < to->cells.size; i++) {
    const struct cell *c = &to->cells.data[i];
    if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < at || c->offset >= at + n) continue;
    LLVMValueRef base;
    if (theirs) {
      base = LLVMBuildLoad2(p->builder, p->pointer, provenance_address_at(p, theirs, c->offset - at + offset), "");
    } else {
      LLVMValueRef place = provenance_address_at(p, source, c->offset - at);
      LLVMValueRef value = LLVMBuildLoad2(p->builder, p->pointer, place, "");
      base = provenance_emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){place, value}, true);
    }
    LLVMBuildStore(p->builder, base, provenance_address_at(p, companion, c->offset));
  }
}

static bool has_pointer_cell(const struct object *object) {
  for (uint32_t i = 0; i < object->cells.size; i++)
    if (LLVMGetTypeKind(object->cells.data[i].type) == LLVMPointerTypeKind) return true;
  return false;
}

void provenance_at_copy(struct provenance *p, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), bytes = LLVMGetOperand(call, 2);
  provenance_check_access(p, call, from, bytes, false);
  provenance_check_access(p, call, to, bytes, true);
  if (!provenance_is_tracked(provenance_contents_of(p, to))) return;
  uint64_t offset;
  struct object *object = provenance_variable_at(p, to, &offset);
  if (object) {
    if (has_pointer_cell(object)) follow_copy_to_variables(p, call, object, offset);
    return;
  }
  provenance_stand_behind(p, call);
  provenance_emit3(p, SAFETY_COPY, to, from, provenance_to_word(p, bytes));
}

// A pointer of the same bytes is no pointer, and null if they are zero.
void provenance_at_fill(struct provenance *p, LLVMValueRef call) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0), bytes = LLVMGetOperand(call, 2);
  provenance_check_access(p, call, pointer, bytes, true);
  uint64_t offset;
  struct object *object = provenance_variable_at(p, pointer, &offset);
  if (!object || !provenance_is_tracked(provenance_contents_of(p, pointer))) return;
  uint64_t n = LLVMConstIntGetZExtValue(bytes);
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < offset || c->offset >= offset + n) continue;
    LLVMValueRef companion = provenance_companion_of(p, object);
    provenance_stand_behind(p, call);
    LLVMBuildStore(p->builder, provenance_null(p), provenance_address_at(p, companion, c->offset));
  }
}

// --- objects -------------------------------------------------------------------------------------------------

static LLVMValueRef bytes_of(struct provenance *p, LLVMValueRef alloca) {
  LLVMValueRef size = provenance_word(p, type_alloc_size(p->f, LLVMGetAllocatedType(alloca))),
               count = LLVMGetOperand(alloca, 0);
  if (LLVMIsAConstantInt(count))
    return provenance_word(p, LLVMConstIntGetZExtValue(count) * LLVMConstIntGetZExtValue(size));
  return LLVMBuildMul(p->builder, size, provenance_to_word(p, count), "");
}

bool provenance_is_lifetime(LLVMValueRef user, const char *which) {
  size_t n;
  LLVMValueRef callee = LLVMIsACallInst(user) ? called_function(user) : NULL;
  return callee && !strncmp(LLVMGetValueName2(callee, &n), which, strlen(which));
}

bool provenance_has_scope(LLVMValueRef alloca) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    if (provenance_is_lifetime(LLVMGetUser(use), "llvm.lifetime.start")) return true;
  return false;
}

// Is its address stored, as it is or moved? Functions may give what they get: those with a body by a return, which
// makes its class held, and others, such as memset, here.
static bool is_stored(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) return true;
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user)) return true;
    bool gives = LLVMIsACallInst(user) && provenance_is_pointer(user);
    if ((gives || (is_gep(user) && LLVMIsAInstruction(user))) && is_stored(user)) return true;
  }
  return false;
}

static void mark_fresh(struct provenance *p, LLVMValueRef alloca) {
  LLVMSetMetadata(alloca, LLVMGetMDKindIDInContext(p->f->context, SAFETY_FRESH, strlen(SAFETY_FRESH)),
                  LLVMMetadataAsValue(p->f->context, LLVMMDNodeInContext2(p->f->context, NULL, 0)));
}

// --- what is assumed of lifetimes ----------------------------------------------------------------------------

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, struct map_u32 *seen) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
  for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
    if (next == to) return true;
    if (map_u32_find(seen, key_of(next))) continue;
    map_u32_put(seen, key_of(next), 1);
    if (leads_to(next, to, seen)) return true;
  }
  return false;
}

static bool is_repeated(LLVMValueRef instruction) {
  struct map_u32 seen = {0};
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  bool repeated = leads_to(block, block, &seen);
  map_u32_release(&seen);
  return repeated;
}

void provenance_assume_lifetime(struct provenance *p, const char *text, struct source_place place) {
  cfa_add_assumption(p->f->cfa, SAFETY_LIFETIME, text, place);
}

// A variable for a pointer, null at the beginning.
static LLVMValueRef add_slot(struct provenance *p) {
  LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(p->function)));
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  LLVMValueRef slot = LLVMBuildAlloca(p->builder, p->pointer, "clew.object");
  LLVMBuildStore(p->builder, provenance_null(p), slot);
  return slot;
}

// Objects that a loop makes are a list, with nodes of a pointer to the one before and a pointer to the object. The
// nodes are no locals: a variable-length array that ends takes with it what was made behind it.
static LLVMValueRef list_objects(struct provenance *p, LLVMValueRef object) {
  LLVMValueRef list = add_slot(p), size = provenance_word(p, p->f->pointer_bits / 4);
  LLVMTypeRef type = LLVMFunctionType(p->pointer, &p->word, 1, 0);
  LLVMValueRef allocate = LLVMGetNamedFunction(p->f->module, "__clew_calloc");
  if (!allocate) allocate = LLVMAddFunction(p->f->module, "__clew_calloc", type);
  provenance_stand_behind(p, object);
  LLVMValueRef node = LLVMBuildCall2(p->builder, type, allocate, &size, 1, "");
  LLVMBuildStore(p->builder, LLVMBuildLoad2(p->builder, p->pointer, list, ""), node);
  LLVMBuildStore(p->builder, object, provenance_address_at(p, node, p->f->pointer_bits / 8));
  LLVMBuildStore(p->builder, node, list);
  return list;
}

static void end_list(struct provenance *p, LLVMValueRef ret, LLVMValueRef list) {
  LLVMBasicBlockRef end = provenance_cut_before(p, ret),
                    head = LLVMAppendBasicBlockInContext(p->f->context, p->function, ""),
                    body = LLVMAppendBasicBlockInContext(p->f->context, p->function, "");
  LLVMBuildBr(p->builder, head);
  LLVMPositionBuilderAtEnd(p->builder, head);
  LLVMValueRef node = LLVMBuildLoad2(p->builder, p->pointer, list, "");
  LLVMBuildCondBr(p->builder, LLVMBuildIsNull(p->builder, node, ""), end, body);
  LLVMPositionBuilderAtEnd(p->builder, body);
  LLVMValueRef place = provenance_address_at(p, node, p->f->pointer_bits / 8);
  provenance_emit1(p, SAFETY_END, LLVMBuildLoad2(p->builder, p->pointer, place, ""));
  LLVMBuildStore(p->builder, LLVMBuildLoad2(p->builder, p->pointer, node, ""), list);
  LLVMBuildBr(p->builder, head);
}

// Ends the object wherever the function returns. One that is not made at the beginning may not have been made, or made
// several times.
void provenance_end_at_returns(struct provenance *p, LLVMValueRef object) {
  LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(p->function);
  LLVMValueRef slot = NULL, list = NULL;
  if (LLVMIsAInstruction(object) && LLVMGetInstructionParent(object) != entry) {
    if (provenance_class_of(p, object)->held && is_repeated(object)) list = list_objects(p, object);
    else slot = add_slot(p);
    if (slot) provenance_stand_behind(p, object);
    if (slot) LLVMBuildStore(p->builder, object, slot);
  }
  struct vec_value returns = {0};
  for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (last && LLVMIsAReturnInst(last)) vec_value_push(&returns, last);
  }
  for (uint32_t i = 0; i < returns.size; i++) {
    if (list) {
      end_list(p, returns.data[i], list);
      continue;
    }
    provenance_stand_before(p, returns.data[i]);
    provenance_emit1(p, SAFETY_END, slot ? LLVMBuildLoad2(p->builder, p->pointer, slot, "") : object);
  }
  vec_value_release(&returns);
}

// Does the function at hand have variable-length arrays, which take what was made behind them with them?
static bool has_restore(struct provenance *p) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (provenance_is_lifetime(i, "llvm.stackrestore")) return true;
  return false;
}

// A block of alloca has no scope, and one that ends before the function returns has a variable-length array before it.
static bool is_block(struct provenance *p, LLVMValueRef alloca) {
  size_t n;
  const char *name = LLVMGetValueName2(alloca, &n);
  return LLVMGetInstructionParent(alloca) != LLVMGetFirstBasicBlock(p->function) && strncmp(name, "vla", 3) &&
         !has_restore(p);
}

// Of a parameter or of the result: it is there as long as the frame.
bool provenance_is_slot(LLVMValueRef alloca) {
  size_t n;
  const char *name = LLVMGetValueName2(alloca, &n);
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca));
  bool returns = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) != LLVMVoidTypeKind;
  if (returns && !strcmp(name, "retval")) return true;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef store = LLVMGetUser(use);
    if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == alloca && LLVMIsAArgument(LLVMGetOperand(store, 0)))
      return true;
  }
  return false;
}

// Is its lifetime begun in a loop?
static bool begins_again(LLVMValueRef alloca) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    if (provenance_is_lifetime(LLVMGetUser(use), "llvm.lifetime.start") && is_repeated(LLVMGetUser(use))) return true;
  return false;
}

// A variable-length array ends where the stack becomes what it was before. clang keeps that in a variable.
static void end_with_scope(struct provenance *p, LLVMValueRef alloca) {
  LLVMValueRef save = alloca, kept = NULL;
  while (save && !provenance_is_lifetime(save, "llvm.stacksave")) save = LLVMGetPreviousInstruction(save);
  for (LLVMUseRef use = save ? LLVMGetFirstUse(save) : NULL; use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use))) kept = LLVMGetOperand(LLVMGetUser(use), 1);
  for (LLVMUseRef use = kept ? LLVMGetFirstUse(kept) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef load = LLVMGetUser(use);
    for (LLVMUseRef end = LLVMIsALoadInst(load) ? LLVMGetFirstUse(load) : NULL; end; end = LLVMGetNextUse(end))
      if (provenance_is_lifetime(LLVMGetUser(end), "llvm.stackrestore")) {
        provenance_stand_before(p, LLVMGetUser(end));
        provenance_emit1(p, SAFETY_END, alloca);
      }
  }
}

// May something of the program run when the entry function has returned?
static bool runs_on(struct provenance *p) {
  return p->f->destructors.size || provenance_is_called(p, "atexit") || provenance_is_called(p, "on_exit");
}

void provenance_at_alloca(struct provenance *p, LLVMValueRef alloca) {
  struct object *object = object_of(p->f, alloca);
  const struct class *c = provenance_class_of(p, alloca);
  if (!p->accesses || !object || !object->in_memory || !provenance_has_table(c)) return;
  bool dynamic = !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
                 LLVMGetInstructionParent(alloca) != LLVMGetFirstBasicBlock(p->function);
  bool ends = c->held || is_stored(alloca), once = entry_runs_once(p->f, p->function);
  bool is_const = provenance_is_const_local(p, alloca);
  if (dynamic || ((ends || is_const) && !once)) mark_fresh(p, alloca);
  if (ends && !provenance_has_scope(alloca) && !provenance_is_slot(alloca) && !is_block(p, alloca))
    provenance_assume_lifetime(p, "locals whose scope the compiler does not mark are not used when it was left",
                               object->place);
  if (ends && (dynamic ? is_repeated(alloca) && !is_block(p, alloca) : begins_again(alloca)))
    provenance_assume_lifetime(p, "a local of an iteration is not used in a later one", object->place);
  if (ends && provenance_has_scope(alloca)) { // begins and ends at its lifetime's marks
    for (LLVMUseRef use = LLVMGetFirstUse(alloca), next; use; use = next) {
      next = LLVMGetNextUse(use);
      LLVMValueRef user = LLVMGetUser(use);
      if (provenance_is_lifetime(user, "llvm.lifetime.start")) {
        provenance_stand_behind(p, user);
        provenance_emit2(p, SAFETY_BEGIN, alloca, bytes_of(p, alloca));
        if (is_const) provenance_emit2(p, SAFETY_CONSTANT, alloca, provenance_number(p, 1));
      } else if (provenance_is_lifetime(user, "llvm.lifetime.end")) {
        provenance_stand_before(p, user);
        provenance_emit1(p, SAFETY_END, alloca);
      }
    }
  } else {
    provenance_stand_behind(p, alloca);
    provenance_emit2(p, SAFETY_BEGIN, alloca, bytes_of(p, alloca));
    if (is_const) provenance_emit2(p, SAFETY_CONSTANT, alloca, provenance_number(p, 1));
  }
  if (ends && (!once || runs_on(p))) provenance_end_at_returns(p, alloca);
  if (ends && dynamic) end_with_scope(p, alloca);
}

bool provenance_reaches_heap(struct provenance *p, uint32_t node, int depth) {
  if (provenance_class_at(p, node)->owned) return true;
  return depth < 8 && provenance_reaches_heap(p, pointsto_contents(p->f, node), depth + 1);
}

void provenance_at_allocation(struct provenance *p, LLVMValueRef call, enum builtin b) {
  provenance_stand_behind(p, call);
  LLVMValueRef size = provenance_to_word(p, LLVMGetOperand(call, 0));
  if (b == BUILTIN_CALLOC) size = LLVMBuildMul(p->builder, size, provenance_to_word(p, LLVMGetOperand(call, 1)), "");
  if (!provenance_is_pointer(call)) return;
  if (b == BUILTIN_ALLOCA) {
    provenance_emit2(p, SAFETY_BEGIN, call, size);
    provenance_end_at_returns(p, call);
  } else {
    uint32_t node = pointsto_target(p->f, call);
    bool is_read = p->numbers || provenance_reaches_heap(p, pointsto_contents(p->f, node), 0);
    uint64_t flags = (provenance_is_scratch(call) ? 0u : SAFETY_OWNED) | (is_read ? SAFETY_READ : 0u) |
                     (entry_makes(p->f, call) ? SAFETY_EXTERNAL : 0u);
    provenance_emit(p, SAFETY_BLOCK, 4,
                    (LLVMValueRef[]){call, size, provenance_number(p, flags), provenance_number(p, p->sites++)}, false);
  }
}

void provenance_at_free(struct provenance *p, LLVMValueRef call, bool ends) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  if (!provenance_is_pointer(pointer)) return;
  LLVMValueRef base = provenance_base_of(p, pointer);
  provenance_stand_before(p, call);
  provenance_emit3(p, SAFETY_FREE, pointer, base, provenance_number(p, ends));
}
