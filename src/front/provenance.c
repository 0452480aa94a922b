// Memory safety: the object that a pointer points into, beside the pointer.
//
// A pass over the module, before the automaton is made: it puts a call of a function of its own (safety.c gives them
// their meaning, proof/safety.c in a native run) before every access that is not decided here, behind every
// allocation, and before every free. The object is named by its first address, the base, and an access is good if it
// lies inside of what the base begins, as SoftBound does it. The base goes with the pointer: through variables in
// companions of the same shape, through memory in a shadow of it (as the distance from the base, so that where nothing
// was noted the pointer is its own base), through calls and returns in variables of their own.
//
// That is needed only where a pointer that was moved is kept. Pointers of one class (pointsto.c) are told apart no
// further: a class is *inner* if a pointer into the middle of an object may be stored, passed or returned there; in all
// others a pointer is its own base. A class of one global has that global as its base.
//
// A base may be unknown: the pointer was an integer, or came through what is not followed here. Then the access is good
// if the pointer is the first address of an object that is large enough, and otherwise nothing is known (safety.c).
#include "front/internal.h"

struct class {
  bool inner;
  bool unknown; // bases may be unknown
  bool held; // pointers are kept where they may outlive a frame
  bool numbered; // an address was made an integer
  bool heap, owned; // blocks of the heap are in it; those that the program has to free
  uint32_t objects; // in memory, with a known size
  LLVMValueRef only; // the last of them
};
VEC_TYPE(vec_class, struct class)

struct provenance {
  struct front *f; // the program as it was analysed without the calls
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, word, number;
  struct vec_class classes; // by root node
  struct map_u32 bases; // value → index into `values` + 1
  struct map_u32 companions; // object → index into `values` + 1
  struct vec_value values;
  bool accesses, leaks; // what is checked
  bool allocates; // blocks of the heap that are the program's
  LLVMValueRef function; // at hand
};

// --- calls -------------------------------------------------------------------------------------------------

static LLVMValueRef emit(struct provenance *p, enum safety what, unsigned n, LLVMValueRef *arguments, bool gives) {
  LLVMTypeRef types[5];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(gives ? p->pointer : LLVMVoidTypeInContext(p->f->context), types, n, 0);
  LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[what]);
  if (!function) function = LLVMAddFunction(p->f->module, safety_names[what], type);
  return LLVMBuildCall2(p->builder, type, function, arguments, n, "");
}

static void emit1(struct provenance *p, enum safety what, LLVMValueRef a) { emit(p, what, 1, &a, false); }

static void emit2(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b) {
  emit(p, what, 2, (LLVMValueRef[]){a, b}, false);
}

static void emit3(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c) {
  emit(p, what, 3, (LLVMValueRef[]){a, b, c}, false);
}

static LLVMValueRef number(struct provenance *p, uint64_t n) { return LLVMConstInt(p->number, n, 0); }
static LLVMValueRef word(struct provenance *p, uint64_t n) { return LLVMConstInt(p->word, n, 0); }
static LLVMValueRef null(struct provenance *p) { return LLVMConstNull(p->pointer); }
static LLVMValueRef unknown(struct provenance *p) { return LLVMConstIntToPtr(word(p, SAFETY_UNKNOWN), p->pointer); }

static void stand_before(struct provenance *p, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(p->builder, instruction);
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
  LLVMSetCurrentDebugLocation2(p->builder, place);
}

// Behind it, and behind the phis of its block.
static void stand_behind(struct provenance *p, LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (next && LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(p->builder, next);
  LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef address_at(struct provenance *p, LLVMValueRef pointer, uint64_t offset) {
  if (!offset) return pointer;
  LLVMValueRef index = word(p, offset);
  return LLVMBuildGEP2(p->builder, LLVMInt8TypeInContext(p->f->context), pointer, &index, 1, "");
}

static LLVMValueRef to_word(struct provenance *p, LLVMValueRef value) {
  return LLVMBuildIntCast2(p->builder, value, p->word, 0, "");
}

// --- classes -------------------------------------------------------------------------------------------------

static bool is_pointer(LLVMValueRef value) { return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind; }

static struct class *class_at(struct provenance *p, uint32_t node) {
  node = pointsto_root(p->f, node);
  while (p->classes.size <= node) vec_class_push(&p->classes, (struct class){0});
  return &p->classes.data[node];
}

static struct class *class_of(struct provenance *p, LLVMValueRef pointer) {
  return class_at(p, pointsto_target(p->f, pointer));
}

// Of the pointers that lie where the pointer points to.
static struct class *contents_of(struct provenance *p, LLVMValueRef pointer) {
  return class_at(p, pointsto_contents(p->f, pointsto_target(p->f, pointer)));
}

static bool is_one_global(const struct class *c) {
  return c->objects == 1 && !c->heap && !c->unknown && LLVMIsAGlobalVariable(c->only);
}

static bool is_tracked(const struct class *c) { return c->inner && !is_one_global(c); }
static bool has_table(const struct class *c) { return c->objects && !is_one_global(c); }

static enum builtin builtin_at(struct provenance *p, LLVMValueRef call) {
  uint32_t detail;
  LLVMValueRef function = LLVMIsACallInst(call) ? called_function(call) : NULL;
  return function ? builtin_of(p->f, function, &detail) : BUILTIN_NONE;
}

static bool is_heap_builtin(enum builtin b) {
  return b == BUILTIN_MALLOC || b == BUILTIN_CALLOC || b == BUILTIN_ZALLOC;
}

// The library's own.
static bool is_scratch(LLVMValueRef call) {
  size_t n;
  return !strcmp(LLVMGetValueName2(called_function(call), &n), "__clew_scratch");
}

// Is its result its first argument?
static bool gives_first(enum builtin b) { return b == BUILTIN_MEMCPY || b == BUILTIN_MEMSET || b == BUILTIN_EXPECT; }

static bool is_moved(struct front *f, LLVMValueRef value) {
  int64_t offset;
  for (; is_gep(value); value = LLVMGetOperand(value, 0))
    if (!gep_constant_offset(f, value, &offset) || offset) return true;
  return false;
}

// Does the instruction keep the pointer beyond itself?
static bool keeps(struct provenance *p, LLVMValueRef i, unsigned k) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: return k == 0;
  case LLVMPHI:
  case LLVMRet:
  case LLVMInsertValue:
  case LLVMFreeze: return true;
  case LLVMSelect:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return k > 0;
  case LLVMCall:
    if (k >= LLVMGetNumArgOperands(i)) return false;
    if (builtin_at(p, i) != BUILTIN_NONE) return gives_first(builtin_at(p, i)) && LLVMGetFirstUse(i);
    return !called_function(i) || function_has_body(called_function(i));
  default: return false;
  }
}

// Pointers in constants: into the middle of an object, or made from a number.
static void look_at_constant(struct provenance *p, LLVMValueRef value, bool kept) {
  if (LLVMIsAConstantExpr(value) && is_pointer(value)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMIntToPtr) class_of(p, value)->inner = class_of(p, value)->unknown = true;
    if (kept && opcode == LLVMGetElementPtr && is_moved(p->f, value)) class_of(p, value)->inner = true;
  }
  if (LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value))
    for (int i = 0; i < LLVMGetNumOperands(value); i++) look_at_constant(p, LLVMGetOperand(value, (unsigned)i), kept);
}

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static bool is_local_variable(struct provenance *p, LLVMValueRef pointer) {
  uint64_t offset;
  struct object *object = object_at(p->f, pointer, &offset);
  return object && !object->in_memory && object->function;
}

// Is the base of such a value known as soon as those of its operands are?
static bool is_followed(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAlloca:
  case LLVMGetElementPtr:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze: return true;
  case LLVMLoad: return !(pointsto_flags(p->f, pointsto_target(p->f, LLVMGetOperand(i, 0))) & NODE_VARIADIC);
  case LLVMCall: {
    enum builtin b = builtin_at(p, i);
    if (b != BUILTIN_NONE) return is_heap_builtin(b) || b == BUILTIN_ALLOCA || gives_first(b) || b == BUILTIN_NONDET;
    return !called_function(i) ? !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) && !indirect_is_unknown(p->f, i)
                               : function_has_body(called_function(i));
  }
  default: return false;
  }
}

// Is the integer of an address used for nothing but differences and comparisons?
static bool is_only_measured(LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_difference = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub &&
                         LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1));
    if (!is_difference && !LLVMIsAICmpInst(user)) return false;
  }
  return true;
}

// What is kept where it may outlive the frame: in memory and in globals, in results, in integers, in what is copied
// elsewhere as a whole.
static void look_for_holders(struct provenance *p, LLVMValueRef i, enum builtin b) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore:
    if (is_pointer(LLVMGetOperand(i, 0)) && !is_local_variable(p, LLVMGetOperand(i, 1)))
      class_of(p, LLVMGetOperand(i, 0))->held = true;
    break;
  case LLVMRet:
    if (LLVMGetNumOperands(i)) class_of(p, LLVMGetOperand(i, 0))->held = true;
    break;
  case LLVMPtrToInt:
    if (is_only_measured(i)) break;
    class_of(p, LLVMGetOperand(i, 0))->held = true;
    class_of(p, LLVMGetOperand(i, 0))->numbered = true;
    break;
  case LLVMInsertValue:
  case LLVMAtomicRMW: class_of(p, LLVMGetOperand(i, 1))->held = true; break;
  case LLVMAtomicCmpXchg: class_of(p, LLVMGetOperand(i, 2))->held = true; break;
  case LLVMCall:
    if (b == BUILTIN_MEMCPY && LLVMGetNumArgOperands(i) > 1 && !is_local_variable(p, LLVMGetOperand(i, 0)))
      contents_of(p, LLVMGetOperand(i, 1))->held = true;
    if (!called_function(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
      for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
        if (is_pointer(LLVMGetOperand(i, k))) class_of(p, LLVMGetOperand(i, k))->held = true;
    break;
  default: break;
  }
}

static void look_at_instruction(struct provenance *p, LLVMValueRef i) {
  enum builtin b = builtin_at(p, i);
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (!operand || LLVMValueIsBasicBlock(operand)) continue;
    bool kept = keeps(p, i, (unsigned)k);
    if (LLVMIsConstant(operand)) look_at_constant(p, operand, kept);
    if (is_pointer(operand) && kept && is_moved(p->f, operand)) class_of(p, operand)->inner = true;
  }
  if (is_pointer(i) && !is_followed(p, i)) class_of(p, i)->inner = class_of(p, i)->unknown = true;
  if (is_heap_builtin(b)) {
    class_of(p, i)->heap = true;
    p->allocates |= !is_scratch(i);
    class_of(p, i)->owned |= !is_scratch(i);
  }
  if (b == BUILTIN_ALLOCA) class_of(p, i)->objects += 2;
  look_for_holders(p, i, b);
  // Of values that are structures the parts are not followed.
  LLVMTypeRef type = LLVMIsAStoreInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
  if (type && type_is_aggregate(type)) contents_of(p, LLVMGetOperand(i, 1))->unknown = true;
}

// The type that an attribute of the call gives its k-th argument; NULL: it has no such attribute.
static LLVMTypeRef call_type(LLVMValueRef call, unsigned k, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static bool is_by_value(LLVMValueRef function, unsigned k) {
  return LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
}

static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned k) {
  return LLVMGetTypeAttributeValue(
      LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5)));
}

// Is the k-th parameter of the entry function argv?
static bool is_argument_list(struct front *f, unsigned k) { return k == 1 && arguments_counted(f); }

static void find_classes(struct provenance *p) {
  struct front *f = p->f;
  const uint32_t elsewhere = NODE_OUTSIDE | NODE_FOREIGN | NODE_FROM_INTEGER | NODE_PUNNED | NODE_INTEGER_INPUT |
                             NODE_MOVED;
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & elsewhere) class_at(p, n)->inner = class_at(p, n)->unknown = true;
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & NODE_VARIADIC) class_at(p, n)->unknown = true;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (!object->in_memory) continue;
    struct class *c = class_of(p, object->value);
    c->objects += object->size ? 1 : 2;
    c->only = object->value;
  }
  for (uint32_t g = 0; g < f->functions.size; g++) {
    LLVMValueRef function = f->functions.data[g];
    for (unsigned k = 0; k < LLVMCountParams(function); k++) {
      LLVMValueRef param = LLVMGetParam(function, k);
      if (!is_pointer(param)) continue;
      if (is_by_value(function, k)) {
        class_of(p, param)->objects += 2;
        contents_of(p, param)->unknown = true;
      } else if (function == f->entry && !is_argument_list(f, k)) {
        class_of(p, param)->inner = class_of(p, param)->unknown = true;
      } else if (function == f->entry) {
        class_of(p, param)->objects += 2; // the list and its strings
        contents_of(p, param)->objects += 2;
      }
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at_instruction(p, i);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && LLVMGetFirstUse(g)) look_at_constant(p, LLVMGetInitializer(g), true);
}

// --- companions of variables --------------------------------------------------------------------------------

static LLVMValueRef remember(struct provenance *p, struct map_u32 *map, LLVMValueRef key, LLVMValueRef value) {
  vec_value_push(&p->values, value);
  map_u32_put(map, key_of(key), p->values.size);
  return value;
}

static LLVMValueRef known(struct provenance *p, const struct map_u32 *map, LLVMValueRef key) {
  uint32_t at = map_u32_get_or(map, key_of(key), 0);
  return at ? p->values.data[at - 1] : NULL;
}

static LLVMValueRef constant_root(struct provenance *p, LLVMValueRef value) {
  for (;;) {
    if (LLVMIsAGlobalVariable(value)) return value;
    if (LLVMIsAGlobalAlias(value)) value = LLVMAliasGetAliasee(value);
    else if (LLVMIsAConstantExpr(value) && (is_gep(value) || LLVMGetConstOpcode(value) == LLVMBitCast))
      value = LLVMGetOperand(value, 0);
    else return LLVMIsAConstantExpr(value) ? unknown(p) : null(p); // a number; null, functions
  }
}

// A constant of the same shape with bases for pointers, and zero for all else.
static LLVMValueRef constant_bases(struct provenance *p, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return constant_root(p, value);
  if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value)) return LLVMConstNull(type);
  unsigned n = (unsigned)LLVMGetNumOperands(value);
  LLVMValueRef *parts = mem_alloc((n + 1) * sizeof *parts);
  for (unsigned i = 0; i < n; i++) parts[i] = constant_bases(p, LLVMGetOperand(value, i));
  LLVMValueRef result;
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) result = LLVMConstArray2(LLVMGetElementType(type), parts, n);
  else if (LLVMGetStructName(type)) result = LLVMConstNamedStruct(type, parts, n);
  else result = LLVMConstStructInContext(p->f->context, parts, n, LLVMIsPackedStruct(type));
  mem_free(parts);
  return result;
}

static LLVMValueRef companion_of(struct provenance *p, struct object *object) {
  LLVMValueRef companion = known(p, &p->companions, object->value);
  if (companion) return companion;
  if (!object->function) {
    companion = LLVMAddGlobal(p->f->module, LLVMGlobalGetValueType(object->value), "clew.base");
    LLVMSetLinkage(companion, LLVMInternalLinkage);
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    LLVMSetInitializer(companion, initial ? constant_bases(p, initial) : LLVMConstNull(object->type));
  } else {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(object->function));
    LLVMPositionBuilderBefore(p->builder, first);
    LLVMSetCurrentDebugLocation2(p->builder, NULL);
    companion = LLVMBuildAlloca(p->builder, object->type, "clew.base");
    LLVMPositionBuilderBefore(p->builder, LLVMGetNextInstruction(companion));
    for (uint32_t i = 0; i < object->cells.size; i++)
      if (LLVMGetTypeKind(object->cells.data[i].type) == LLVMPointerTypeKind)
        LLVMBuildStore(p->builder, null(p), address_at(p, companion, object->cells.data[i].offset));
  }
  return remember(p, &p->companions, object->value, companion);
}

// The variable that a pointer names, if it is none in memory.
static struct object *variable_at(struct provenance *p, LLVMValueRef pointer, uint64_t *offset) {
  struct object *object = object_at(p->f, pointer, offset);
  return object && !object->in_memory ? object : NULL;
}

// --- bases ---------------------------------------------------------------------------------------------------

static LLVMValueRef base_of(struct provenance *p, LLVMValueRef value);

static LLVMValueRef base_of_load(struct provenance *p, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  uint64_t offset;
  struct object *object = variable_at(p, pointer, &offset);
  if (object) {
    LLVMValueRef companion = companion_of(p, object);
    stand_behind(p, load);
    return LLVMBuildLoad2(p->builder, p->pointer, address_at(p, companion, offset), "");
  }
  stand_behind(p, load);
  return emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){pointer, load}, true);
}

static LLVMValueRef base_of_param(struct provenance *p, LLVMValueRef param) {
  LLVMValueRef function = LLVMGetParamParent(param);
  unsigned k = 0;
  while (LLVMGetParam(function, k) != param) k++;
  if (is_by_value(function, k)) return param;
  if (function == p->f->entry) return is_argument_list(p->f, k) ? param : unknown(p);
  LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  LLVMValueRef index = number(p, k);
  return emit(p, SAFETY_PARAM, 1, &index, true);
}

static LLVMValueRef base_of_phi(struct provenance *p, LLVMValueRef phi) {
  LLVMPositionBuilderBefore(p->builder, phi);
  LLVMValueRef base = remember(p, &p->bases, phi, LLVMBuildPhi(p->builder, p->pointer, ""));
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMValueRef incoming = base_of(p, LLVMGetIncomingValue(phi, k));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMAddIncoming(base, &incoming, &from, 1);
  }
  return base;
}

static LLVMValueRef base_of_instruction(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: return is_followed(p, i) ? base_of_load(p, i) : unknown(p);
  case LLVMPHI: return base_of_phi(p, i);
  case LLVMFreeze: return base_of(p, LLVMGetOperand(i, 0));
  case LLVMSelect: {
    LLVMValueRef a = base_of(p, LLVMGetOperand(i, 1)), b = base_of(p, LLVMGetOperand(i, 2));
    stand_behind(p, i);
    return LLVMBuildSelect(p->builder, LLVMGetOperand(i, 0), a, b, "");
  }
  case LLVMCall: {
    enum builtin b = builtin_at(p, i);
    if (is_heap_builtin(b) || b == BUILTIN_ALLOCA) return i;
    if (gives_first(b)) return base_of(p, LLVMGetOperand(i, 0));
    if (b == BUILTIN_NONDET) return null(p);
    if (b != BUILTIN_NONE || !is_followed(p, i)) return unknown(p);
    stand_behind(p, i);
    return emit(p, SAFETY_GIVEN, 0, NULL, true);
  }
  default: return unknown(p);
  }
}

static LLVMValueRef base_of(struct provenance *p, LLVMValueRef value) {
  value = root_of(value);
  if (LLVMIsAAllocaInst(value)) return value;
  if (LLVMIsConstant(value)) return constant_root(p, value);
  const struct class *c = class_of(p, value);
  if (is_one_global(c)) return c->only;
  if (!c->inner) return value;
  LLVMValueRef base = known(p, &p->bases, value);
  if (base) return base;
  base = LLVMIsAArgument(value) ? base_of_param(p, value) : base_of_instruction(p, value);
  return remember(p, &p->bases, value, base);
}

// --- accesses ------------------------------------------------------------------------------------------------

// Arguments behind the "..." of a function, which va_arg reads.
static bool is_variadic(struct provenance *p, LLVMValueRef pointer) {
  const struct class *c = class_of(p, pointer);
  return pointsto_flags(p->f, pointsto_target(p->f, pointer)) & NODE_VARIADIC && !c->objects && !c->heap;
}

// A constant place in an object of known size.
static bool is_decided(struct provenance *p, LLVMValueRef pointer, LLVMValueRef bytes) {
  uint64_t offset;
  struct object *object = object_at(p->f, pointer, &offset);
  if (!object || !LLVMIsAConstantInt(bytes)) return false;
  return object->size && object_has(object, offset, LLVMConstIntGetZExtValue(bytes));
}

static void check_access(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMValueRef bytes, bool writes) {
  if (!p->accesses || is_variadic(p, pointer)) return;
  p->f->cfa->checks++;
  if (is_decided(p, pointer, bytes)) {
    p->f->cfa->decided_checks++;
    return;
  }
  LLVMValueRef base = base_of(p, pointer);
  const struct class *c = class_of(p, pointer);
  stand_before(p, i);
  uint32_t flags = (writes ? SAFETY_WRITES : 0) | (c->unknown ? SAFETY_MAY_BE_UNKNOWN : 0);
  struct object *object = LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) ? object_of(p->f, base) : NULL;
  LLVMValueRef arguments[] = {pointer, base, to_word(p, bytes), number(p, flags), word(p, object ? object->size : 0)};
  emit(p, SAFETY_ACCESS, 5, arguments, false);
}

static void check_typed(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMTypeRef type, bool writes) {
  check_access(p, i, pointer, word(p, type_size(p->f, type)), writes);
}

// Something else than a pointer is written where pointers may be: their bases are not known then.
static void follow_other(struct provenance *p, LLVMValueRef store, LLVMValueRef pointer, uint64_t bytes) {
  uint64_t offset;
  struct object *object = variable_at(p, pointer, &offset);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  if (object) {
    for (uint32_t i = 0; i < object->cells.size; i++) {
      const struct cell *c = &object->cells.data[i];
      if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < offset || c->offset >= offset + bytes)
        continue;
      LLVMValueRef companion = companion_of(p, object);
      stand_behind(p, store);
      LLVMBuildStore(p->builder, unknown(p), address_at(p, companion, c->offset));
    }
  } else if (type_is_aggregate(type)) {
    struct vec_leaf leaves = {0};
    type_leaves(p->f, type, 0, &leaves);
    stand_behind(p, store);
    for (uint32_t i = 0; i < leaves.size; i++) {
      if (LLVMGetTypeKind(leaves.data[i].type) != LLVMPointerTypeKind) continue;
      LLVMValueRef place = address_at(p, pointer, leaves.data[i].offset);
      emit3(p, SAFETY_STORE, place, LLVMBuildLoad2(p->builder, p->pointer, place, ""), unknown(p));
    }
    vec_leaf_release(&leaves);
  }
}

// The bases of pointers that are written.
static void follow_store(struct provenance *p, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  uint64_t offset;
  if (is_pointer(value)) {
    if (!is_tracked(class_of(p, value))) return;
    LLVMValueRef base = base_of(p, value);
    struct object *object = variable_at(p, pointer, &offset);
    LLVMValueRef companion = object ? companion_of(p, object) : NULL;
    stand_behind(p, store);
    if (companion) LLVMBuildStore(p->builder, base, address_at(p, companion, offset));
    else emit3(p, SAFETY_STORE, pointer, value, base);
  } else if (is_tracked(contents_of(p, pointer))) {
    follow_other(p, store, pointer, type_size(p->f, LLVMTypeOf(value)));
  }
}

// Into variables: pointer by pointer.
static void follow_copy_to_variables(struct provenance *p, LLVMValueRef call, struct object *to, uint64_t at) {
  LLVMValueRef source = LLVMGetOperand(call, 1);
  uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)), offset;
  struct object *from = variable_at(p, source, &offset);
  LLVMValueRef companion = companion_of(p, to), theirs = from ? companion_of(p, from) : NULL;
  stand_behind(p, call);
  for (uint32_t i = 0; i < to->cells.size; i++) {
    const struct cell *c = &to->cells.data[i];
    if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < at || c->offset >= at + n) continue;
    LLVMValueRef base;
    if (theirs) {
      base = LLVMBuildLoad2(p->builder, p->pointer, address_at(p, theirs, c->offset - at + offset), "");
    } else {
      LLVMValueRef place = address_at(p, source, c->offset - at);
      LLVMValueRef value = LLVMBuildLoad2(p->builder, p->pointer, place, "");
      base = emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){place, value}, true);
    }
    LLVMBuildStore(p->builder, base, address_at(p, companion, c->offset));
  }
}

static bool has_pointer_cell(const struct object *object) {
  for (uint32_t i = 0; i < object->cells.size; i++)
    if (LLVMGetTypeKind(object->cells.data[i].type) == LLVMPointerTypeKind) return true;
  return false;
}

static void at_copy(struct provenance *p, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), bytes = LLVMGetOperand(call, 2);
  check_access(p, call, from, bytes, false);
  check_access(p, call, to, bytes, true);
  if (!is_tracked(contents_of(p, to))) return;
  uint64_t offset;
  struct object *object = variable_at(p, to, &offset);
  if (object) {
    if (has_pointer_cell(object)) follow_copy_to_variables(p, call, object, offset);
    return;
  }
  stand_behind(p, call);
  emit3(p, SAFETY_COPY, to, from, to_word(p, bytes));
}

// A pointer of the same bytes is no pointer, and null if they are zero.
static void at_fill(struct provenance *p, LLVMValueRef call) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0), bytes = LLVMGetOperand(call, 2);
  check_access(p, call, pointer, bytes, true);
  uint64_t offset;
  struct object *object = variable_at(p, pointer, &offset);
  if (!object || !is_tracked(contents_of(p, pointer))) return;
  uint64_t n = LLVMConstIntGetZExtValue(bytes);
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (LLVMGetTypeKind(c->type) != LLVMPointerTypeKind || c->offset < offset || c->offset >= offset + n) continue;
    LLVMValueRef companion = companion_of(p, object);
    stand_behind(p, call);
    LLVMBuildStore(p->builder, null(p), address_at(p, companion, c->offset));
  }
}

// --- objects -------------------------------------------------------------------------------------------------

static LLVMValueRef bytes_of(struct provenance *p, LLVMValueRef alloca) {
  LLVMValueRef size = word(p, type_alloc_size(p->f, LLVMGetAllocatedType(alloca))), count = LLVMGetOperand(alloca, 0);
  if (LLVMIsAConstantInt(count)) return word(p, LLVMConstIntGetZExtValue(count) * LLVMConstIntGetZExtValue(size));
  return LLVMBuildMul(p->builder, size, to_word(p, count), "");
}

static bool is_lifetime(LLVMValueRef user, const char *which) {
  size_t n;
  LLVMValueRef callee = LLVMIsACallInst(user) ? called_function(user) : NULL;
  return callee && !strncmp(LLVMGetValueName2(callee, &n), which, strlen(which));
}

static bool has_scope(LLVMValueRef alloca) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    if (is_lifetime(LLVMGetUser(use), "llvm.lifetime.start")) return true;
  return false;
}

// Is its address stored, as it is or moved?
static bool is_stored(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) return true;
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) return true;
    if (is_gep(user) && LLVMIsAInstruction(user) && is_stored(user)) return true;
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

static void assume_lifetime(struct provenance *p, const char *text, struct source_place place) {
  cfa_add_assumption(p->f->cfa, SAFETY_LIFETIME, text, place);
}

// Ends the object wherever the function returns. One that is not made at the beginning may not have been made.
static void end_at_returns(struct provenance *p, LLVMValueRef object) {
  LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(p->function);
  LLVMValueRef slot = NULL;
  if (LLVMIsAInstruction(object) && LLVMGetInstructionParent(object) != entry) {
    LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(p->builder, NULL);
    slot = LLVMBuildAlloca(p->builder, p->pointer, "clew.object");
    LLVMPositionBuilderBefore(p->builder, LLVMGetNextInstruction(slot));
    LLVMBuildStore(p->builder, null(p), slot);
    stand_behind(p, object);
    LLVMBuildStore(p->builder, object, slot);
  }
  for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (!last || !LLVMIsAReturnInst(last)) continue;
    stand_before(p, last);
    emit1(p, SAFETY_END, slot ? LLVMBuildLoad2(p->builder, p->pointer, slot, "") : object);
  }
}

// Of a parameter or of the result: it is there as long as the frame.
static bool is_slot(LLVMValueRef alloca) {
  size_t n;
  const char *name = LLVMGetValueName2(alloca, &n);
  if (!strcmp(name, "retval")) return true;
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
    if (is_lifetime(LLVMGetUser(use), "llvm.lifetime.start") && is_repeated(LLVMGetUser(use))) return true;
  return false;
}

// A variable-length array ends where the stack becomes what it was before. clang keeps that in a variable.
static void end_with_scope(struct provenance *p, LLVMValueRef alloca) {
  LLVMValueRef save = alloca, kept = NULL;
  while (save && !is_lifetime(save, "llvm.stacksave")) save = LLVMGetPreviousInstruction(save);
  for (LLVMUseRef use = save ? LLVMGetFirstUse(save) : NULL; use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use))) kept = LLVMGetOperand(LLVMGetUser(use), 1);
  for (LLVMUseRef use = kept ? LLVMGetFirstUse(kept) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef load = LLVMGetUser(use);
    for (LLVMUseRef end = LLVMIsALoadInst(load) ? LLVMGetFirstUse(load) : NULL; end; end = LLVMGetNextUse(end))
      if (is_lifetime(LLVMGetUser(end), "llvm.stackrestore")) {
        stand_before(p, LLVMGetUser(end));
        emit1(p, SAFETY_END, alloca);
      }
  }
}

static void at_alloca(struct provenance *p, LLVMValueRef alloca) {
  struct object *object = object_of(p->f, alloca);
  const struct class *c = class_of(p, alloca);
  if (!p->accesses || !object || !object->in_memory || !has_table(c)) return;
  bool dynamic = !LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
                 LLVMGetInstructionParent(alloca) != LLVMGetFirstBasicBlock(p->function);
  bool ends = c->held || is_stored(alloca), once = entry_runs_once(p->f, p->function);
  if (dynamic || (ends && !once)) mark_fresh(p, alloca);
  if (ends && !has_scope(alloca) && !is_slot(alloca))
    assume_lifetime(p, "locals whose scope the compiler does not mark are not used when it was left", object->place);
  if (ends && (dynamic ? is_repeated(alloca) : begins_again(alloca)))
    assume_lifetime(p, "a local of an iteration is not used in a later one", object->place);
  if (ends && has_scope(alloca)) { // begins and ends at its lifetime's marks
    for (LLVMUseRef use = LLVMGetFirstUse(alloca), next; use; use = next) {
      next = LLVMGetNextUse(use);
      LLVMValueRef user = LLVMGetUser(use);
      if (is_lifetime(user, "llvm.lifetime.start")) {
        stand_behind(p, user);
        emit2(p, SAFETY_BEGIN, alloca, bytes_of(p, alloca));
      } else if (is_lifetime(user, "llvm.lifetime.end")) {
        stand_before(p, user);
        emit1(p, SAFETY_END, alloca);
      }
    }
  } else {
    stand_behind(p, alloca);
    emit2(p, SAFETY_BEGIN, alloca, bytes_of(p, alloca));
  }
  if (ends && !once) end_at_returns(p, alloca);
  if (ends && dynamic) end_with_scope(p, alloca);
}

static void at_allocation(struct provenance *p, LLVMValueRef call, enum builtin b) {
  stand_behind(p, call);
  LLVMValueRef size = to_word(p, LLVMGetOperand(call, 0));
  if (b == BUILTIN_CALLOC) size = LLVMBuildMul(p->builder, size, to_word(p, LLVMGetOperand(call, 1)), "");
  if (!is_pointer(call)) return;
  if (b == BUILTIN_ALLOCA) {
    emit2(p, SAFETY_BEGIN, call, size);
    end_at_returns(p, call);
  } else {
    emit3(p, SAFETY_BLOCK, call, size, number(p, !is_scratch(call)));
  }
}

static void at_free(struct provenance *p, LLVMValueRef call, bool ends) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  if (!is_pointer(pointer)) return;
  LLVMValueRef base = base_of(p, pointer);
  stand_before(p, call);
  emit3(p, SAFETY_FREE, pointer, base, number(p, ends));
}

// --- ends of the program ---------------------------------------------------------------------------------

static bool reaches_heap(struct provenance *p, uint32_t node, int depth) {
  if (class_at(p, node)->owned) return true;
  return depth < 8 && reaches_heap(p, pointsto_contents(p->f, node), depth + 1);
}

static bool is_bytes(const struct vec_leaf *leaves) {
  LLVMTypeRef type = leaves->size ? leaves->data[0].type : NULL;
  return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

#define ROOTS_MOST 256

// Pointers in globals that may lead to the heap: what they lead to is not lost.
static void emit_roots(struct provenance *p, LLVMValueRef end, bool with_locals) {
  struct vec_leaf leaves = {0};
  // Integers may hold an address, too; in locals also those that are only moved and made a pointer again.
  for (uint32_t n = 1; n < p->classes.size; n++) {
    const struct class *c = &p->classes.data[n];
    bool is_number = pointsto_flags(p->f, n) & NODE_EXPOSED || (with_locals && c->numbered);
    if (!c->owned || !is_number) continue;
    emit2(p, SAFETY_ROOT, unknown(p), unknown(p));
    break;
  }
  for (uint32_t i = 0; i < p->f->objects.size; i++) {
    struct object *object = &p->f->objects.data[i];
    if (!object->function && LLVMIsGlobalConstant(object->value)) continue;
    if (object->function && (!with_locals || object->function != p->function)) continue;
    if (!reaches_heap(p, pointsto_contents(p->f, pointsto_target(p->f, object->value)), 0)) continue;
    vec_leaf_clear(&leaves);
    if (!object->in_memory)
      for (uint32_t c = 0; c < object->cells.size; c++)
        vec_leaf_push(&leaves, (struct leaf){object->cells.data[c].offset, object->cells.data[c].type});
    else type_leaves(p->f, object->type, 0, &leaves);
    bool is_punned = pointsto_flags(p->f, pointsto_contents(p->f, pointsto_target(p->f, object->value))) & NODE_PUNNED;
    bool is_raw = object->in_memory && is_bytes(&leaves);
    if (is_punned || !object->size || is_raw) { // pointers may be among its numbers
      emit2(p, SAFETY_ROOT, unknown(p), unknown(p));
      continue;
    }
    uint32_t roots = 0;
    for (uint32_t k = 0; k < leaves.size; k++) {
      if (LLVMGetTypeKind(leaves.data[k].type) != LLVMPointerTypeKind) continue;
      if (roots++ == ROOTS_MOST) {
        emit2(p, SAFETY_ROOT, unknown(p), unknown(p));
        break;
      }
      LLVMValueRef companion = NULL;
      if (!object->in_memory && is_tracked(contents_of(p, object->value))) companion = companion_of(p, object);
      stand_before(p, end);
      LLVMValueRef place = address_at(p, object->value, leaves.data[k].offset);
      LLVMValueRef value = LLVMBuildLoad2(p->builder, p->pointer, place, ""), base = value;
      if (is_tracked(contents_of(p, object->value))) {
        if (object->in_memory) base = emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){place, value}, true);
        else base = LLVMBuildLoad2(p->builder, p->pointer, address_at(p, companion, leaves.data[k].offset), "");
      }
      emit2(p, SAFETY_ROOT, value, base);
    }
  }
  vec_leaf_release(&leaves);
}

// Has the function at hand memory that is no object by name?
static bool has_dynamic(struct provenance *p) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (builtin_at(p, i) == BUILTIN_ALLOCA || (LLVMIsAAllocaInst(i) && !LLVMIsAConstantInt(LLVMGetOperand(i, 0))))
        return true;
  return false;
}

static uint64_t end_flags(struct provenance *p) {
  return (p->f->destructors.size ? SAFETY_NOT_LAST : 0u) | (checks(p->f, PROPERTY_MEMCLEANUP) ? SAFETY_ALL_FREED : 0u);
}

static void at_return(struct provenance *p, LLVMValueRef i) {
  if (LLVMGetNumOperands(i) && is_pointer(LLVMGetOperand(i, 0)) && is_tracked(class_of(p, LLVMGetOperand(i, 0)))) {
    LLVMValueRef base = base_of(p, LLVMGetOperand(i, 0));
    stand_before(p, i);
    emit1(p, SAFETY_GIVE, base);
  }
  if (!p->leaks || p->function != p->f->entry) return;
  stand_before(p, i);
  emit_roots(p, i, false);
  emit1(p, SAFETY_LEAKS, number(p, end_flags(p)));
}

// exit and the like end the program with all frames still there.
static void at_stop(struct provenance *p, LLVMValueRef call) {
  static const char *const names[] = {"exit", "err", "errx", "verr", "verrx", "pthread_exit", "_exit", "_Exit"};
  size_t n;
  const char *name = LLVMGetValueName2(called_function(call), &n);
  if (!p->leaks) return;
  if (!strcmp(name, "abort") && checks(p->f, PROPERTY_MEMCLEANUP)) {
    stand_before(p, call);
    emit1(p, SAFETY_LEAKS, number(p, SAFETY_ABORTS));
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) {
      bool only = entry_runs_once(p->f, p->function) && !has_dynamic(p); // there are no other frames
      stand_before(p, call);
      if (only) emit_roots(p, call, true);
      emit1(p, SAFETY_LEAKS, number(p, (only ? 0u : SAFETY_HAS_FRAMES) | end_flags(p)));
    }
}

// A function without a body that does not return ends the program, too.
static void at_stranger(struct provenance *p, LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMTypeRef copied = call_type(call, k, "byval");
    if (copied) check_access(p, call, LLVMGetOperand(call, k), word(p, type_alloc_size(p->f, copied)), false);
  }
  LLVMValueRef next = LLVMGetNextInstruction(call);
  if (!checks(p->f, PROPERTY_MEMCLEANUP) || !next || !LLVMIsAUnreachableInst(next)) return;
  stand_before(p, call);
  emit1(p, SAFETY_LEAKS, number(p, SAFETY_HAS_FRAMES | end_flags(p)));
}

// --- everything ------------------------------------------------------------------------------------------------

static void at_call(struct provenance *p, LLVMValueRef i) {
  enum builtin b = builtin_at(p, i);
  LLVMValueRef function = called_function(i);
  unsigned n = LLVMGetNumArgOperands(i);
  switch (b) {
  case BUILTIN_MEMCPY:
    if (n >= 3) at_copy(p, i);
    return;
  case BUILTIN_MEMSET:
    if (n >= 3) at_fill(p, i);
    return;
  case BUILTIN_SETJMP:
    if (n && is_pointer(LLVMGetOperand(i, 0))) check_access(p, i, LLVMGetOperand(i, 0), word(p, 8), true);
    assume_lifetime(p, "locals that longjmp has left are not used", place_of(p->f, i));
    return;
  case BUILTIN_NONDET_MEMORY:
    if (n >= 2) check_access(p, i, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), true);
    return;
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC:
  case BUILTIN_ALLOCA: at_allocation(p, i, b); return;
  case BUILTIN_FREE:
    if (n) at_free(p, i, true);
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
      LLVMTypeRef type = call_type(i, k, "elementtype");
      if (type) check_typed(p, i, LLVMGetOperand(i, k), type, assembly_output(i, k) != NULL);
    }
    return;
  }
  if (!function && p->accesses) {
    stand_before(p, i);
    emit1(p, SAFETY_CALL, LLVMGetCalledValue(i));
  }
  if (function && is_model(function) && n && !strcmp(function_name(function), "realloc")) at_free(p, i, false);
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    LLVMTypeRef copied = call_type(i, k, "byval");
    if (copied) check_access(p, i, argument, word(p, type_alloc_size(p->f, copied)), false);
    if (!is_pointer(argument) || !is_tracked(class_of(p, argument))) continue;
    LLVMValueRef base = base_of(p, argument);
    stand_before(p, i);
    emit2(p, SAFETY_PASS, number(p, k), base);
  }
}

static void at_instruction(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    check_typed(p, i, LLVMGetOperand(i, 0), LLVMTypeOf(i), false);
    if (is_pointer(i) && is_tracked(class_of(p, i))) base_of(p, i); // where it is read
    break;
  case LLVMStore:
    check_typed(p, i, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), true);
    follow_store(p, i);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: check_typed(p, i, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)), true); break;
  case LLVMAlloca: at_alloca(p, i); break;
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
    if (!is_by_value(function, k)) continue;
    stand_before(p, first);
    if (has_table(class_of(p, param))) {
      emit2(p, SAFETY_BEGIN, param, word(p, type_alloc_size(p->f, by_value_type(function, k))));
      if (class_of(p, param)->held) {
        end_at_returns(p, param);
        assume_lifetime(p, "structures passed by value are not used when the function has returned",
                        place_of_function(p->f, function));
      }
      stand_before(p, first);
    }
    struct vec_leaf leaves = {0};
    if (is_tracked(contents_of(p, param))) type_leaves(p->f, by_value_type(function, k), 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++)
      if (LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind) {
        LLVMValueRef place = address_at(p, param, leaves.data[i].offset);
        emit3(p, SAFETY_STORE, place, LLVMBuildLoad2(p->builder, p->pointer, place, ""), unknown(p));
      }
    vec_leaf_release(&leaves);
  }
  if (p->accesses && function == p->f->entry && LLVMCountParams(function) > 1 && is_argument_list(p->f, 1)) {
    stand_before(p, first);
    emit2(p, SAFETY_ARGUMENTS, LLVMGetParam(function, 0), LLVMGetParam(function, 1));
  }
  vec_value_release(&instructions);
}

static void store_constant(struct provenance *p, LLVMValueRef global, LLVMValueRef value, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    LLVMValueRef base = constant_root(p, value);
    if (base != value && !LLVMIsAFunction(value)) emit3(p, SAFETY_STORE, address_at(p, global, offset), value, base);
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
    if (has_table(class_of(p, object->value)) && object->size)
      emit2(p, SAFETY_BEGIN, object->value, word(p, object->size));
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    if (initial && is_tracked(contents_of(p, object->value))) store_constant(p, object->value, initial, 0);
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
  find_classes(&p);
  p.leaks &= p.allocates;
  for (uint32_t i = 0; i < f->functions.size; i++) at_function(&p, f->functions.data[i]);
  if (p.accesses) begin_globals(&p);
  LLVMDisposeBuilder(p.builder);
  vec_class_release(&p.classes);
  map_u32_release(&p.bases);
  map_u32_release(&p.companions);
  vec_value_release(&p.values);
}
