// The pass over the program: checks before uses, and shadows that go with stores, copies, calls and returns.
#include "front/check/pass.h"
#include "front/check/uninitialised/shadow.h"
#include "front/check/checks.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/call.h"
#include "front/translate/names.h"
#include "front/translate/types.h"

// --- checks --------------------------------------------------------------------------------------------------

static void check_bad(struct uninit *u, LLVMValueRef bad, enum use use) {
  LLVMValueRef arguments[] = {LLVMBuildIntCast2(u->builder, bad, uninit_integer(u, 32), 0, ""),
                              uninit_number(u, 32, use)};
  uninit_emit(u, SAFETY_UNINIT_USE, NULL, 2, arguments);
  u->f->cfa->checks++;
}

static void check(struct uninit *u, LLVMValueRef i, LLVMValueRef value, enum use use) {
  if (!uninit_may_be(u, value)) return;
  LLVMValueRef shadow = uninit_shadow_of(u, value);
  uninit_stand_before(u, i);
  check_bad(u, uninit_is_any(u, shadow), use);
}

static LLVMValueRef is_number(struct uninit *u, LLVMValueRef place, uint64_t n) {
  LLVMValueRef value = LLVMBuildLoad2(u->builder, uninit_integer(u, 32), place, "");
  return LLVMBuildICmp(u->builder, LLVMIntEQ, value, uninit_number(u, 32, n), "");
}

// clang keeps a result in a variable if there are several returns: the variable behind a result; NULL: there is none.
static LLVMValueRef result_variable(LLVMValueRef value) {
  LLVMValueRef variable = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  size_t n;
  return variable && LLVMIsAAllocaInst(variable) && !strcmp(LLVMGetValueName2(variable, &n), "retval") ? variable
                                                                                                       : NULL;
}

// The stores to it, with a variable that has the number of the last one, from 1 on.
static LLVMValueRef number_stores(struct uninit *u, LLVMValueRef variable, struct vec_value *stores) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable) vec_value_push(stores, user);
  }
  uninit_stand_first(u, u->function);
  LLVMValueRef number = LLVMBuildAlloca(u->builder, uninit_integer(u, 32), "clew.return");
  LLVMBuildStore(u->builder, uninit_number(u, 32, 0), number);
  for (uint32_t k = 0; k < stores->size; k++) {
    uninit_stand_behind(u, stores->data[k]);
    LLVMBuildStore(u->builder, uninit_number(u, 32, k + 1), number);
  }
  return number;
}

// The result of the program: only the call that it began with gives it. The place is that of the return.
static void check_result(struct uninit *u, LLVMValueRef ret, LLVMValueRef value) {
  if (!uninit_may_be(u, value)) return;
  LLVMValueRef shadow = uninit_shadow_of(u, value), variable = result_variable(value);
  LLVMValueRef outermost = entry_runs_once(u->f, u->function) ? NULL : entry_outermost(u->f, u->function);
  struct vec_value stores = {0};
  LLVMValueRef number = variable ? number_stores(u, variable, &stores) : NULL;
  uninit_stand_before(u, ret);
  LLVMValueRef bad = uninit_is_any(u, shadow);
  if (outermost) bad = LLVMBuildAnd(u->builder, bad, is_number(u, outermost, 1), "");
  bool rest = true; // main has the result 0 from the beginning on
  for (uint32_t k = 0; k < stores.size; k++)
    if (LLVMGetInstructionParent(stores.data[k]) == LLVMGetFirstBasicBlock(u->function)) rest = false;
  for (uint32_t k = 0; k < stores.size; k++) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(stores.data[k]);
    if (!uninit_may_be(u, LLVMGetOperand(stores.data[k], 0))) continue;
    rest |= !place;
    if (!place) continue;
    LLVMValueRef here = is_number(u, number, k + 1);
    LLVMSetCurrentDebugLocation2(u->builder, place);
    check_bad(u, LLVMBuildAnd(u->builder, bad, here, ""), USE_RESULT);
    uninit_stand_before(u, ret);
    bad = LLVMBuildAnd(u->builder, bad, LLVMBuildNot(u->builder, here, ""), "");
  }
  if (rest) check_bad(u, bad, USE_RESULT);
  vec_value_release(&stores);
}

static void store_parts(struct uninit *u, LLVMTypeRef type, LLVMValueRef all, LLVMValueRef companion, uint64_t offset,
                        LLVMValueRef pointer) {
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
    uint64_t at = LLVMOffsetOfElement(u->f->layout, type, k);
    LLVMValueRef part = uninit_part_at(u, all, at, uninit_width_of(u, LLVMStructGetTypeAtIndex(type, k)));
    if (companion) LLVMBuildStore(u->builder, part, uninit_address_at(u, companion, offset + at));
    else uninit_store_memory(u, uninit_address_at(u, pointer, at), part);
  }
}

// Of such a store the shadow is kept.
static void at_store(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
  check(u, i, pointer, USE_ADDRESS);
  if (!uninit_is_marked(u, pointer)) return;
  uint64_t offset, bytes = type_size(u->f, LLVMTypeOf(value));
  struct object *object = uninit_variable_at(u, pointer, &offset);
  LLVMValueRef shadow = uninit_is_followed(u, LLVMTypeOf(value)) ? uninit_shadow_of(u, value) : NULL;
  LLVMValueRef companion = object ? uninit_companion_of(u, object) : NULL;
  uninit_stand_behind(u, i);
  if (shadow && uninit_is_structure(LLVMTypeOf(value)))
    store_parts(u, LLVMTypeOf(value), shadow, companion, offset, pointer);
  else if (object && shadow) LLVMBuildStore(u->builder, shadow, uninit_address_at(u, companion, offset));
  else if (object) uninit_set_cells(u, object, offset, bytes, true);
  else if (shadow) uninit_store_memory(u, pointer, shadow);
  else uninit_set_memory(u, pointer, uninit_number(u, u->f->pointer_bits, bytes), true);
}

// Into variables: cell by cell. All is read before anything is written: both may be one object.
static void copy_to_variable(struct uninit *u, LLVMValueRef call, LLVMValueRef bytes, struct object *to, uint64_t at) {
  LLVMValueRef source = LLVMGetOperand(call, 1);
  uint64_t n = LLVMConstIntGetZExtValue(bytes), offset;
  struct object *from = uninit_variable_at(u, source, &offset);
  bool marked = uninit_is_marked(u, source);
  LLVMValueRef companion = uninit_companion_of(u, to), theirs = from && marked ? uninit_companion_of(u, from) : NULL;
  LLVMValueRef *read = mem_alloc((to->cells.size + 1) * sizeof *read);
  uninit_stand_before(u, call);
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < to->cells.size; i++) {
      const struct cell *c = &to->cells.data[i];
      LLVMTypeRef type = uninit_integer(u, uninit_cell_bits(u, c));
      if (c->offset < at || c->offset >= at + n) continue;
      if (pass) LLVMBuildStore(u->builder, read[i], uninit_address_at(u, companion, c->offset));
      else if (!marked) read[i] = LLVMConstNull(type);
      else if (theirs)
        read[i] = LLVMBuildLoad2(u->builder, type, uninit_address_at(u, theirs, c->offset - at + offset), "");
      else read[i] = uninit_load_memory(u, uninit_address_at(u, source, c->offset - at), uninit_cell_bits(u, c));
    }
  mem_free(read);
}

// A call copies that many bytes from its second argument to its first.
static void at_copy(struct uninit *u, LLVMValueRef call, LLVMValueRef bytes) {
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  if (!uninit_is_marked(u, to)) return;
  uint64_t offset;
  struct object *object = uninit_variable_at(u, to, &offset);
  if (object) {
    copy_to_variable(u, call, bytes, object, offset);
    return;
  }
  uninit_stand_before(u, call);
  if (!uninit_is_marked(u, from)) {
    uninit_set_memory(u, to, bytes, true);
    return;
  }
  LLVMValueRef arguments[] = {to, from,
                              LLVMBuildIntCast2(u->builder, bytes, uninit_integer(u, u->f->pointer_bits), 0, ""),
                              uninit_class_of(u, to)};
  uninit_emit(u, SAFETY_UNINIT_COPY, NULL, 4, arguments);
}

// A call writes that many bytes, and nothing else.
static void at_write(struct uninit *u, LLVMValueRef call, LLVMValueRef pointer, LLVMValueRef bytes) {
  if (!uninit_is_marked(u, pointer)) return;
  uint64_t offset;
  struct object *object = uninit_variable_at(u, pointer, &offset);
  if (object) uninit_companion_of(u, object);
  uninit_stand_behind(u, call);
  if (object) uninit_set_cells(u, object, offset, LLVMConstIntGetZExtValue(bytes), true);
  else uninit_set_memory(u, pointer, bytes, true);
}

static LLVMValueRef bytes_of(struct uninit *u, LLVMValueRef alloca) {
  LLVMTypeRef word = uninit_integer(u, u->f->pointer_bits);
  LLVMValueRef size = LLVMConstInt(word, type_alloc_size(u->f, LLVMGetAllocatedType(alloca)), 0);
  return LLVMBuildMul(u->builder, size, LLVMBuildIntCast2(u->builder, LLVMGetOperand(alloca, 0), word, 0, ""), "");
}

// The lifetime of an object begins, at the place where the builder stands.
static void begin_object(struct uninit *u, LLVMValueRef alloca) {
  struct object *object = object_of(u->f, alloca);
  if (!object || !uninit_is_marked(u, alloca)) return;
  if (object->in_memory) uninit_set_memory(u, alloca, bytes_of(u, alloca), uninit_is_slot(alloca));
  else uninit_set_cells(u, object, 0, object->size, false);
}

static bool is_beginning(LLVMValueRef call) {
  size_t n;
  static const char name[] = "llvm.lifetime.start";
  return !strncmp(LLVMGetValueName2(called_function(call), &n), name, sizeof name - 1);
}

// What lies behind pointers in the memory that a pointer leads to may have been written as well. In the automaton it
// stays as it was, but the run that shall confirm a violation must not take it for uninitialised.
static void doubt_contents(struct uninit *u, LLVMValueRef pointer) {
  struct map_u32 seen = {0};
  uint32_t node = pointsto_root(u->f, pointsto_target(u->f, pointer));
  while (pointsto_has_contents(u->f, node)) {
    node = pointsto_contents(u->f, node);
    if (map_u32_get_or(&seen, node, 0)) break;
    map_u32_put(&seen, node, 1);
    LLVMValueRef class = uninit_number(u, 32, node);
    if (map_u32_get_or(&u->memory, node, 0)) uninit_emit(u, SAFETY_UNINIT_DOUBT, NULL, 1, &class);
  }
  map_u32_release(&seen);
}

// A function need not write what it gets: that it is initialised is said with a TRUE.
static void assume_written(struct uninit *u, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  struct text text = {0};
  size_t n;
  text_printf(&text, "what %s gets is initialised",
              function                                     ? LLVMGetValueName2(function, &n)
              : LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly"
                                                           : "an unknown function");
  cfa_add_assumption(u->f->cfa, UNINIT_ASSUMED, text_cstr(&text), place_of(u->f, call));
  text_release(&text);
}

// What functions without a body, assembly and others may have written counts as initialised.
static void at_stranger(struct uninit *u, LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef argument = LLVMGetOperand(call, k);
    if (LLVMIsAPtrToIntInst(argument)) argument = LLVMGetOperand(argument, 0); // as ioctl has it
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind) continue;
    uninit_stand_behind(u, call);
    doubt_contents(u, argument);
    if (!uninit_is_marked(u, argument)) continue;
    LLVMValueRef arguments[] = {argument, uninit_class_of(u, argument)};
    uninit_emit(u, SAFETY_UNINIT_FORGET, NULL, 2, arguments);
    if (!is_model(u->function)) assume_written(u, call);
  }
}

// A structure that is passed as a copy in memory: its size; 0: it is none, or too large.
static uint64_t copied_bytes(struct uninit *u, LLVMAttributeRef byval) {
  uint64_t bytes = byval ? type_alloc_size(u->f, LLVMGetTypeAttributeValue(byval)) : 0;
  return bytes <= MOST_COPIED ? bytes : 0;
}

static unsigned byval_kind(void) { return LLVMGetEnumAttributeKindForName("byval", 5); }

// The shadow of such a structure goes over word by word: its address would seem to outlive the call.
static void pass_structure(struct uninit *u, LLVMValueRef argument, uint64_t bytes, unsigned k) {
  for (uint64_t at = 0; at < bytes; at += 8) {
    unsigned bits = (unsigned)(bytes - at < 8 ? bytes - at : 8) * 8;
    LLVMValueRef shadow = uninit_load_memory(u, uninit_address_at(u, argument, at), bits);
    LLVMBuildStore(u->builder, uninit_part_at(u, shadow, 0, 64), uninit_passed_global(u, (int)k, at / 8));
  }
}

static void take_structure(struct uninit *u, LLVMValueRef param, uint64_t bytes, unsigned k) {
  for (uint64_t at = 0; at < bytes; at += 8) {
    unsigned bits = (unsigned)(bytes - at < 8 ? bytes - at : 8) * 8;
    LLVMValueRef word = LLVMBuildLoad2(u->builder, uninit_integer(u, 64), uninit_passed_global(u, (int)k, at / 8), "");
    uninit_store_memory(u, uninit_address_at(u, param, at), uninit_part_at(u, word, 0, bits));
  }
}

static void pass_arguments(struct uninit *u, LLVMValueRef call) {
  unsigned n = LLVMCountParamTypes(LLVMGetCalledFunctionType(call)); // of a variadic function the others are in a block
  for (unsigned k = 0; k < n && k < LLVMGetNumArgOperands(call); k++) {
    uint64_t bytes = copied_bytes(u, LLVMGetCallSiteEnumAttribute(call, k + 1, byval_kind()));
    if (!bytes || !uninit_is_marked(u, LLVMGetOperand(call, k))) continue;
    uninit_stand_before(u, call);
    pass_structure(u, LLVMGetOperand(call, k), bytes, k);
  }
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && k < PARAMETERS; k++) {
    LLVMValueRef argument = LLVMGetOperand(call, k);
    if (!u->passes[k] || uninit_is_checked_argument(call, k) || !uninit_is_followed(u, LLVMTypeOf(argument))) continue;
    LLVMValueRef shadow = uninit_shadow_of(u, argument);
    uninit_stand_before(u, call);
    uninit_store_passed(u, shadow, (int)k);
  }
}

// Of a va_list.
static LLVMValueRef list_bytes(struct uninit *u) {
  return uninit_number(u, u->f->pointer_bits, u->f->pointer_bits == 32 ? 4 : 24);
}

// Can the call only lead to functions without a body? Where it may lead to others as well, what they leave
// uninitialised counts.
static bool is_stranger(struct uninit *u, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (function) return !function_has_body(function);
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || indirect_is_unknown(u->f, call)) return true;
  struct vec_value targets = {0};
  indirect_candidates(u->f, call, &targets);
  bool all = targets.size > 0;
  for (uint32_t i = 0; i < targets.size; i++) all = all && !function_has_body(targets.data[i]);
  vec_value_release(&targets);
  return all;
}

static void at_call(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef function = called_function(i);
  uint32_t detail;
  enum builtin b = uninit_builtin_at(u, i, &detail);
  unsigned n = LLVMGetNumArgOperands(i);
  if (b == BUILTIN_SANITIZER || (b == BUILTIN_SAFETY && detail != SAFETY_USES)) return;
  for (unsigned k = 0; k < n; k++)
    if (uninit_is_checked_argument(i, k)) check(u, i, LLVMGetOperand(i, k), USE_ARGUMENT);
  if (!function) check(u, i, LLVMGetCalledValue(i), USE_ADDRESS);
  switch (b) {
  case BUILTIN_SAFETY: LLVMInstructionEraseFromParent(i); return; // SAFETY_USES
  case BUILTIN_LIFETIME:
    if (!is_beginning(i) || !LLVMIsAAllocaInst(LLVMGetOperand(i, 1))) return;
    if (object_of(u->f, LLVMGetOperand(i, 1)) && uninit_is_marked(u, LLVMGetOperand(i, 1)) &&
        !object_of(u->f, LLVMGetOperand(i, 1))->in_memory)
      uninit_companion_of(u, object_of(u->f, LLVMGetOperand(i, 1)));
    uninit_stand_behind(u, i);
    begin_object(u, LLVMGetOperand(i, 1));
    return;
  case BUILTIN_MEMCPY:
    for (unsigned k = 0; k < 3 && n >= 3 && uninit_is_of_compiler(i); k++)
      check(u, i, LLVMGetOperand(i, k), USE_ADDRESS);
    if (n >= 3) at_copy(u, i, LLVMGetOperand(i, 2));
    return;
  case BUILTIN_MEMSET:
    if (n >= 3 && uninit_is_of_compiler(i)) check(u, i, LLVMGetOperand(i, 0), USE_ADDRESS);
    if (n >= 3) at_write(u, i, LLVMGetOperand(i, 0), LLVMGetOperand(i, 2));
    return;
  case BUILTIN_VA_START: at_write(u, i, LLVMGetOperand(i, 0), list_bytes(u)); return;
  case BUILTIN_VA_COPY: at_copy(u, i, list_bytes(u)); return;
  case BUILTIN_MALLOC:
  case BUILTIN_ALLOCA:
    if (!uninit_is_marked(u, i) || !n) return;
    uninit_stand_behind(u, i);
    uninit_set_memory(u, i, LLVMGetOperand(i, 0), b == BUILTIN_MALLOC && uninit_is_scratch(i));
    return;
  case BUILTIN_NONDET_MEMORY:
    if (n < 2 || !uninit_is_marked(u, LLVMGetOperand(i, 0))) return;
    uninit_stand_behind(u, i);
    uninit_set_memory(u, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), true);
    return;
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC:
  case BUILTIN_FREE:
  case BUILTIN_IGNORE: return; // so does the end of a lifetime: nothing is written
  case BUILTIN_EXPECT:
  case BUILTIN_MASK:
  case BUILTIN_ZERO:
  case BUILTIN_OBJECTSIZE:
  case BUILTIN_OBJECT_SIZE: return; // these compute something of a pointer, and access nothing
  case BUILTIN_NONE: break;
  default: at_stranger(u, i); return;
  }
  if (is_stranger(u, i)) at_stranger(u, i);
  else pass_arguments(u, i);
}

static void at_return(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
  if (!value || !uninit_is_followed(u, LLVMTypeOf(value))) return;
  if (u->function == u->f->entry) check_result(u, i, value);
  if (!uninit_gives(u, u->function)) return;
  LLVMValueRef shadow = uninit_shadow_of(u, value);
  uninit_stand_before(u, i);
  uninit_store_passed(u, shadow, RESULT);
}

// Branches of the sanitizer are its own.
static bool is_of_sanitizer(struct uninit *u, LLVMValueRef i) {
  return LLVMGetMetadata(i, LLVMGetMDKindIDInContext(u->f->context, "nosanitize", 10)) != NULL;
}

static void at_instruction(struct uninit *u, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMBr:
    if (LLVMIsConditional(i) && !is_of_sanitizer(u, i)) check(u, i, LLVMGetCondition(i), USE_BRANCH);
    break;
  case LLVMSwitch:
  case LLVMIndirectBr: check(u, i, LLVMGetOperand(i, 0), USE_BRANCH); break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: check(u, i, LLVMGetOperand(i, 1), USE_DIVISOR); break;
  case LLVMLoad:
    check(u, i, LLVMGetOperand(i, 0), USE_ADDRESS);
    if (!uninit_is_followed(u, LLVMTypeOf(i)) && uninit_is_marked(u, LLVMGetOperand(i, 0)))
      cfa_add_assumption(u->f->cfa, UNINIT_ASSUMED, "structures that are passed by value are initialised",
                         place_of(u->f, i));
    break;
  case LLVMStore: at_store(u, i); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    check(u, i, LLVMGetOperand(i, 0), USE_ADDRESS);
    if (!uninit_is_marked(u, LLVMGetOperand(i, 0))) break;
    uninit_stand_behind(u, i);
    uninit_store_memory(u, LLVMGetOperand(i, 0),
                        LLVMConstNull(uninit_shadow_type(u, LLVMTypeOf(LLVMGetOperand(i, 1)))));
    break;
  case LLVMRet: at_return(u, i); break;
  case LLVMCall: at_call(u, i); break;
  default: break;
  }
}

// Parameters that lie in memory as copies. Those of the entry function, and large ones, count as initialised.
static void at_entry(struct uninit *u, LLVMValueRef function) {
  for (unsigned k = 0; k < LLVMCountParams(function); k++) {
    LLVMAttributeRef copied = LLVMGetEnumAttributeAtIndex(function, k + 1, byval_kind());
    LLVMValueRef param = LLVMGetParam(function, k);
    if (!copied || !uninit_is_marked(u, param)) continue;
    uint64_t bytes = type_alloc_size(u->f, LLVMGetTypeAttributeValue(copied));
    uninit_stand_first(u, function);
    if (copied_bytes(u, copied) && function != u->f->entry) {
      take_structure(u, param, bytes, k);
      continue;
    }
    uninit_set_memory(u, param, uninit_number(u, u->f->pointer_bits, bytes), true);
    cfa_add_assumption(u->f->cfa, UNINIT_ASSUMED, "structures that are passed by value are initialised",
                       place_of_function(u->f, function));
  }
}

static void at_function(struct uninit *u, LLVMValueRef function) {
  struct vec_value instructions = {0};
  u->function = function;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      vec_value_push(&instructions, i);
  at_entry(u, function);
  for (uint32_t k = 0; k < instructions.size; k++) {
    LLVMValueRef i = instructions.data[k];
    if (!LLVMIsAAllocaInst(i)) {
      at_instruction(u, i);
      continue;
    }
    struct object *object = object_of(u->f, i);
    if (object && !object->in_memory && uninit_is_marked(u, i)) uninit_companion_of(u, object);
    uninit_stand_behind(u, i);
    begin_object(u, i);
  }
  vec_value_release(&instructions);
}

static void add(struct front *f) {
  struct uninit u = {.f = f, .builder = LLVMCreateBuilderInContext(f->context)};
  uninit_find_marked(&u);
  for (uint32_t i = 0; i < f->functions.size; i++) at_function(&u, f->functions.data[i]);
  LLVMDisposeBuilder(u.builder);
  map_u32_release(&u.may);
  map_u32_release(&u.memory);
  map_u32_release(&u.variables);
  map_u32_release(&u.givers);
  map_u32_release(&u.shadows);
  map_u32_release(&u.companions);
  vec_value_release(&u.values);
}

const struct check_pass pass_uninitialised = {.stage = PASS_POINTERS, .of = PROPERTY_SET(UNDEFINED), .add = add};
