// Numbers that are bits of an address: where they come from, and what becomes of them.
//
// They come from casts, and from reading the bytes of a pointer as something else: through a union, through a pointer
// to another type, from a copy, in a function of the library, by va_arg. Whether a place may hold bytes of a pointer is
// said by its declared type; objects without pointers in their type that get such bytes are collected first (`mixed`).
// From there they are followed forward through arithmetic, local variables, parameters and results to where they decide
// something.
#include "front/memory/layout/observations.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"

// What was done to the address: each lets the number tell more. LOW: its lowest bits are those of the address.
enum change { NO_NUMBER, WHOLE, MOVED, LOW, PART };

struct numbers {
  struct layout *l;
  struct map_u32 changes; // value → enum change
  struct map_u32 stored; // class of memory → the greatest change of the numbers that are stored there
  struct map_u32 pointers; // classes of variadic arguments that va_arg takes pointers from
  struct vec_value open;
  bool cast; // the numbers at hand come from a cast
  bool mixing; // `mixed` or `stored` has grown
  bool overwrites; // parts of what may be a pointer are written
};

enum { ALIGNMENT = 16 }; // of all objects

static void add(struct numbers *n, LLVMValueRef value, enum change change) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  if (kind == LLVMPointerTypeKind || kind == LLVMVoidTypeKind) return;
  if (map_u32_get_or(&n->changes, key_of(value), NO_NUMBER) >= change) return;
  map_u32_put(&n->changes, key_of(value), change);
  vec_value_push(&n->open, value);
}

// --- places ----------------------------------------------------------------------------------

static bool is_union(LLVMTypeRef type) {
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  return name && !strncmp(name, "union.", 6);
}

// May a pointer lie in what is declared with the type?
static bool has_pointers(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return true;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: return has_pointers(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    if (is_union(type)) return true;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (has_pointers(LLVMStructGetTypeAtIndex(type, i))) return true;
    return false;
  default: return false;
  }
}

// What is declared at a root of an address: the type, and what stands for the place in `mixed`. NULL: not known.
static LLVMTypeRef declared_at(LLVMValueRef root, const void **place) {
  *place = root;
  if (LLVMIsAAllocaInst(root)) return LLVMGetAllocatedType(root);
  if (LLVMIsAGlobalVariable(root)) return LLVMGlobalGetValueType(root);
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  if (!is_gep(root) || !gep_field(root, &in, &field, &at_start) || is_union(in)) return NULL;
  *place = in;
  return LLVMStructGetTypeAtIndex(in, field);
}

// Models look into memory of their own as they like.
static bool is_of_model(LLVMValueRef root) {
  return LLVMIsAInstruction(root) && is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(root)));
}

// May the address lead to bytes of a pointer?
static bool may_hold_pointer(struct numbers *n, LLVMValueRef address, uint64_t size) {
  struct origins o = {0};
  origins_find(n->l, address, true, true, &o);
  bool found = false;
  for (uint32_t i = 0; i < o.roots.size && !found; i++) {
    const void *place;
    LLVMTypeRef type = declared_at(o.roots.data[i], &place);
    if (is_of_model(o.roots.data[i])) continue;
    found = !type || has_pointers(type) || size > type_alloc_size(n->l->f, type) ||
            map_u32_get_or(&n->l->mixed, key_of(place), 0);
  }
  origins_release(&o);
  return found;
}

// Bytes of a pointer are written there.
static void mix(struct numbers *n, LLVMValueRef address) {
  struct origins o = {0};
  origins_find(n->l, address, true, true, &o);
  for (uint32_t i = 0; i < o.roots.size; i++) {
    const void *place;
    LLVMTypeRef type = declared_at(o.roots.data[i], &place);
    if (!type || has_pointers(type) || map_u32_get_or(&n->l->mixed, key_of(place), 0)) continue;
    map_u32_put(&n->l->mixed, key_of(place), 1);
    n->mixing = true;
  }
  origins_release(&o);
}

// --- uses ------------------------------------------------------------------------------------

static bool is_small(LLVMValueRef value, bool inverted) {
  if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return false;
  uint64_t number = (uint64_t)LLVMConstIntGetSExtValue(value);
  return (inverted ? ~number : number) < ALIGNMENT;
}

static LLVMValueRef other_of(LLVMValueRef user, LLVMValueRef value) {
  return LLVMGetOperand(user, LLVMGetOperand(user, 0) == value ? 1 : 0);
}

static void use_arithmetic(struct numbers *n, LLVMValueRef user, LLVMValueRef value, enum change change) {
  LLVMValueRef other = other_of(user, value);
  switch (layout_opcode(user)) {
  case LLVMAnd:
    if (change < PART && (is_small(other, false) || is_small(other, true))) layout_say_alignment(n->l, user);
    if (is_small(other, true)) add(n, user, change > MOVED ? change : MOVED);
    else if (change == PART || !is_small(other, false)) add(n, user, change > LOW ? change : LOW);
    break;
  case LLVMURem:
  case LLVMSRem:
    if (LLVMIsAConstantInt(other) && LLVMGetOperand(user, 0) == value && change < PART) {
      uint64_t number = LLVMConstIntGetZExtValue(other);
      if (number && number <= ALIGNMENT && !(number & (number - 1))) {
        layout_say_alignment(n->l, user);
        break;
      }
    } // fall through
  case LLVMUDiv:
  case LLVMSDiv:
    if (LLVMGetOperand(user, 1) == value) layout_say(n->l, user); // a zero ends the path
    add(n, user, PART);
    break;
  case LLVMSub:
    if (layout_is_difference(n->l->f, user)) break; // comparisons.c
    add(n, user, LLVMGetOperand(user, 0) == value && change < LOW ? MOVED : PART);
    break;
  case LLVMAdd: add(n, user, change > MOVED ? change : MOVED); break;
  case LLVMOr:
  case LLVMXor: add(n, user, is_small(other, false) && change < LOW ? MOVED : PART); break;
  default: add(n, user, PART);
  }
}

static void use_compare(struct numbers *n, LLVMValueRef user, LLVMValueRef value, enum change change) {
  struct front *f = n->l->f;
  if (layout_is_address(f, LLVMGetOperand(user, 0)) || layout_is_address(f, LLVMGetOperand(user, 1)))
    return; // comparisons.c
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
  bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
  if (change == WHOLE && equality && constant_is_zero(other_of(user, value))) return; // null
  layout_say(n->l, user);
}

static void use_store(struct numbers *n, LLVMValueRef store, LLVMValueRef address, enum change change) {
  if (layout_is_plain_local(n->l, address)) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
      if (LLVMIsALoadInst(LLVMGetUser(use))) add(n, LLVMGetUser(use), change);
  } else if (n->cast) {
    layout_say(n->l, store); // what becomes of it is not followed
  } else {
    uint32_t node = pointsto_root(n->l->f, pointsto_target(n->l->f, address));
    if (map_u32_get_or(&n->stored, node, WHOLE) < change) {
      map_u32_put(&n->stored, node, change);
      n->mixing = true;
    }
    mix(n, address);
  }
}

// Is the function only called where the text shows it?
static bool is_called_openly(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!LLVMIsACallInst(LLVMGetUser(use)) || called_function(LLVMGetUser(use)) != function) return false;
  return true;
}

static void use_return(struct numbers *n, LLVMValueRef user, enum change change) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
  if (!is_called_openly(function)) layout_say(n->l, user);
  else
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) add(n, LLVMGetUser(use), change);
}

static void use_call(struct numbers *n, LLVMValueRef call, LLVMValueRef value, enum change change) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  enum builtin builtin = function ? builtin_of(n->l->f, function, &detail) : BUILTIN_NONE;
  if (builtin == BUILTIN_IGNORE || builtin == BUILTIN_LIFETIME) return;
  if (builtin == BUILTIN_EXPECT || (builtin >= BUILTIN_ABS && builtin <= BUILTIN_FP_TO_INT)) {
    add(n, call, builtin == BUILTIN_EXPECT ? change : PART);
    return;
  }
  if (builtin == BUILTIN_NONE && function && !function_has_body(function)) return; // its result is arbitrary
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    if (LLVMGetOperand(call, k) != value) continue;
    if (builtin == BUILTIN_NONE && function && k < LLVMCountParams(function)) add(n, LLVMGetParam(function, k), change);
    else layout_say(n->l, call);
  }
}

static void use(struct numbers *n, LLVMValueRef user, LLVMValueRef value, enum change change) {
  switch (layout_opcode(user)) {
  case LLVMIntToPtr:
    if (change > MOVED) layout_say(n->l, user);
    break;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt: add(n, user, change > LOW ? change : LOW); break;
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMInsertValue:
  case LLVMExtractValue: add(n, user, change); break;
  case LLVMSelect:
    if (LLVMGetOperand(user, 0) == value) layout_say(n->l, user);
    else add(n, user, change);
    break;
  case LLVMICmp: use_compare(n, user, value, change); break;
  case LLVMStore: use_store(n, user, LLVMGetOperand(user, 1), change); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: use_store(n, user, LLVMGetOperand(user, 0), change); break;
  case LLVMCall: use_call(n, user, value, change); break;
  case LLVMRet:
    if (LLVMIsAInstruction(user)) use_return(n, user, change);
    break;
  case LLVMFCmp:
  case LLVMBr:
  case LLVMSwitch:
  case LLVMIndirectBr:
  case LLVMGetElementPtr:
  case LLVMAlloca: layout_say(n->l, user); break;
  default:
    if (LLVMIsABinaryOperator(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMIntegerTypeKind)
      use_arithmetic(n, user, value, change);
    else add(n, user, PART); // casts, vectors, floats
  }
}

static void follow(struct numbers *n, bool cast) {
  n->cast = cast;
  while (n->open.size) {
    LLVMValueRef value = vec_value_pop(&n->open);
    enum change change = map_u32_get_or(&n->changes, key_of(value), NO_NUMBER);
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
      if (LLVMIsAInstruction(LLVMGetUser(u))) use(n, LLVMGetUser(u), value, change);
  }
}

// --- constants -------------------------------------------------------------------------------

static enum change change_by_cast(struct numbers *n, LLVMValueRef cast) {
  return layout_has_all_bits(n->l->f, cast) ? WHOLE : LOW;
}

// What a constant tells of addresses; PART: more than a number that is an address, be it moved.
static enum change change_of(struct numbers *n, LLVMValueRef constant) {
  if (LLVMIsAGlobalValue(constant) || !LLVMIsConstant(constant)) return NO_NUMBER;
  enum change most = NO_NUMBER;
  for (int k = 0; k < LLVMGetNumOperands(constant); k++) {
    LLVMValueRef operand = LLVMGetOperand(constant, (unsigned)k);
    enum change one = LLVMIsConstant(operand) ? change_of(n, operand) : NO_NUMBER;
    if (one > most) most = one;
  }
  if (!LLVMIsAConstantExpr(constant)) return most;
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMPtrToInt: {
    enum change one = change_by_cast(n, constant);
    return most > one ? most : one;
  }
  case LLVMAdd: return most == WHOLE ? MOVED : most;
  case LLVMSub:
    return layout_opcode(LLVMGetOperand(constant, 0)) == LLVMPtrToInt &&
                   layout_opcode(LLVMGetOperand(constant, 1)) == LLVMPtrToInt &&
                   layout_same_object(n->l, LLVMGetOperand(constant, 0), LLVMGetOperand(constant, 1))
               ? NO_NUMBER
               : PART;
  case LLVMGetElementPtr:
  case LLVMBitCast: return most;
  case LLVMIntToPtr: return most == PART ? PART : NO_NUMBER;
  default: return most ? PART : NO_NUMBER;
  }
}

static void look_at_constants(struct numbers *n, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (!operand || !LLVMIsConstant(operand) || LLVMIsAGlobalValue(operand)) continue;
    enum change change = change_of(n, operand);
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind;
    if (change == NO_NUMBER || is_disguised(n->l->f, operand)) continue;
    if (pointer) layout_say(n->l, i); // made of what the place decides
    else use(n, i, operand, change);
  }
}

// Structures whose values in an initialiser have addresses as numbers.
static bool mix_initial(struct numbers *n, LLVMValueRef constant) {
  if (LLVMIsAGlobalValue(constant)) return false;
  bool mixed = LLVMIsAConstantExpr(constant) && LLVMGetTypeKind(LLVMTypeOf(constant)) != LLVMPointerTypeKind &&
               change_of(n, constant) != NO_NUMBER;
  if (LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant) || LLVMIsAConstantVector(constant))
    for (int k = 0; k < LLVMGetNumOperands(constant); k++)
      mixed |= mix_initial(n, LLVMGetOperand(constant, (unsigned)k));
  if (mixed && LLVMIsAConstantStruct(constant)) map_u32_put(&n->l->mixed, key_of(LLVMTypeOf(constant)), 1);
  return mixed;
}

static void look_at_initialisers(struct numbers *n) {
  struct front *f = n->l->f;
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef initial = LLVMGetInitializer(g);
    if (initial && map_u32_get_or(&f->points.named, key_of(g), 0) && mix_initial(n, initial))
      map_u32_put(&n->l->mixed, key_of(g), 1);
  }
}

// --- sources ---------------------------------------------------------------------------------

static void look_at_load(struct numbers *n, LLVMValueRef load) {
  struct front *f = n->l->f;
  LLVMTypeRef type = LLVMTypeOf(load);
  LLVMValueRef address = LLVMGetOperand(load, 0);
  if (!tells_address(f, load) || is_disguised(f, load)) return;
  if (layout_is_plain_local(n->l, address) || !may_hold_pointer(n, address, type_size(f, type))) return;
  bool whole = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == f->pointer_bits;
  add(n, load, whole ? map_u32_get_or(&n->stored, pointsto_root(f, pointsto_target(f, address)), WHOLE) : PART);
  follow(n, false);
}

// The class of a load from variadic arguments with an object's address among them, by va_arg of the program; 0: it is
// none.
static uint32_t variadic_class(struct front *f, LLVMValueRef load) {
  if (!LLVMIsALoadInst(load)) return 0;
  uint32_t node = pointsto_root(f, pointsto_target(f, LLVMGetOperand(load, 0)));
  if (!(pointsto_flags(f, node) & NODE_VARIADIC) || !pointsto_has_contents(f, node)) return 0;
  return pointsto_flags(f, pointsto_contents(f, node)) & NODE_ORIGIN ? node : 0;
}

static void look_for_pointers(struct numbers *n, LLVMValueRef i) {
  uint32_t node = variadic_class(n->l->f, i);
  if (node && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind) map_u32_put(&n->pointers, node, 1);
}

// va_arg of an integer, where a pointer may have been passed. A function that takes pointers, too, in a loop, is told
// by its callers which is which: it is taken to do as they say.
static void look_at_variadic(struct numbers *n, LLVMValueRef i) {
  uint32_t node = variadic_class(n->l->f, i);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!node || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return;
  if (is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)))) return;
  bool whole = LLVMGetIntTypeWidth(type) == n->l->f->pointer_bits;
  if (map_u32_get_or(&n->pointers, node, 0) && (!whole || layout_in_cycle(n->l, LLVMGetInstructionParent(i)))) return;
  add(n, i, whole ? WHOLE : PART);
  follow(n, true);
}

// Does the call copy what may be pointers?
static void look_at_copy(struct numbers *n, LLVMValueRef call) {
  struct front *f = n->l->f;
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  if (!function || builtin_of(f, function, &detail) != BUILTIN_MEMCPY || LLVMGetNumArgOperands(call) < 3) return;
  uint32_t from = pointsto_target(f, LLVMGetOperand(call, 1));
  if (!pointsto_has_contents(f, from) || !(pointsto_flags(f, pointsto_contents(f, from)) & NODE_ORIGIN)) return;
  if (may_hold_pointer(n, LLVMGetOperand(call, 1), 0)) mix(n, LLVMGetOperand(call, 0));
}

// --- parts of pointers that are written -----------------------------------------------------------

// The place that an instruction writes something other than whole pointers to, and how many bytes; NULL: none. Blocks
// whose size is not constant are taken to be whole pointers.
static LLVMValueRef written_part(struct front *f, LLVMValueRef i, uint64_t *bytes) {
  uint64_t word = f->pointer_bits / 8;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMStore || opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, opcode == LLVMStore ? 0 : opcode == LLVMAtomicRMW ? 1 : 2));
    *bytes = type_size(f, type);
    if (has_pointers(type) || *bytes % word == 0) return NULL;
    return LLVMGetOperand(i, opcode == LLVMStore ? 1 : 0);
  }
  LLVMValueRef function = opcode == LLVMCall ? called_function(i) : NULL;
  uint32_t detail;
  enum builtin builtin = function ? builtin_of(f, function, &detail) : BUILTIN_NONE;
  if ((builtin != BUILTIN_MEMCPY && builtin != BUILTIN_MEMSET) || LLVMGetNumArgOperands(i) < 3) return NULL;
  LLVMValueRef size = LLVMGetOperand(i, 2);
  if (!LLVMIsAConstantInt(size)) return NULL;
  *bytes = LLVMConstIntGetZExtValue(size);
  return *bytes % word ? LLVMGetOperand(i, 0) : NULL;
}

// Such a place where the address of an object may be; NULL: the instruction writes none.
static LLVMValueRef overwritten(struct numbers *n, LLVMValueRef i, uint64_t *bytes) {
  struct front *f = n->l->f;
  if (is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))) || layout_is_inserted(i)) return NULL;
  LLVMValueRef place = written_part(f, i, bytes);
  if (!place || layout_is_plain_local(n->l, place)) return NULL;
  uint32_t node = pointsto_target(f, place);
  if (!pointsto_has_contents(f, node)) return NULL;
  return pointsto_flags(f, pointsto_contents(f, node)) & NODE_ORIGIN ? place : NULL;
}

static void look_for_overwriting(struct numbers *n, LLVMValueRef i) {
  uint64_t bytes = 0;
  n->overwrites |= overwritten(n, i, &bytes) != NULL;
}

// Is it a byte of another pointer that is stored? Then memory is copied by hand.
static bool copies_part(struct numbers *n, LLVMValueRef i, uint64_t bytes) {
  LLVMValueRef value = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
  if (!value || !LLVMIsALoadInst(value) || !tells_address(n->l->f, value)) return false;
  return may_hold_pointer(n, LLVMGetOperand(value, 0), bytes);
}

// The bits that are left of an address, and so the pointer that results, depend on where the object lies.
static void look_at_overwriting(struct numbers *n, LLVMValueRef i) {
  uint64_t bytes = 0;
  LLVMValueRef place = overwritten(n, i, &bytes);
  if (place && may_hold_pointer(n, place, bytes) && !copies_part(n, i, bytes)) layout_say(n->l, i);
}

static void look_at_instruction(struct numbers *n, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: look_at_load(n, i); break;
  case LLVMCall: look_at_copy(n, i); break;
  case LLVMStore:
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind &&
        !layout_is_null(LLVMGetOperand(i, 0)))
      mix(n, LLVMGetOperand(i, 1));
    break;
  default: break;
  }
}

static void for_each(struct numbers *n, void (*look)(struct numbers *n, LLVMValueRef i)) {
  struct front *f = n->l->f;
  for (uint32_t k = 0; k < f->functions.size; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look(n, i);
}

static void look_at_cast(struct numbers *n, LLVMValueRef i) {
  if (is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)))) return;
  if (layout_is_inserted(i) && layout_opcode(i) != LLVMAnd) {
    layout_look_at_inserted(n->l, i);
    return;
  }
  look_at_constants(n, i);
  if (LLVMIsAPtrToIntInst(i) && !is_disguised(n->l->f, i)) add(n, i, change_by_cast(n, i));
  follow(n, true);
}

// Are there numbers with bits of addresses at all, but by casts?
static bool has_bits(struct front *f) {
  for (uint32_t k = 1; k < f->points.parent.size; k++)
    if ((pointsto_flags(f, k) & (NODE_BITS | NODE_ORIGIN)) == (NODE_BITS | NODE_ORIGIN)) return true;
  return false;
}

void numbers_look(struct layout *l) {
  struct numbers n = {.l = l, .cast = true};
  for_each(&n, look_at_cast);
  for_each(&n, look_for_pointers);
  for_each(&n, look_at_variadic);
  look_at_initialisers(&n);
  for_each(&n, look_for_overwriting);
  if (has_bits(l->f) || n.overwrites) do {
      n.mixing = false;
      for_each(&n, look_at_instruction);
    } while (n.mixing);
  if (n.overwrites) for_each(&n, look_at_overwriting);
  vec_value_release(&n.open);
  map_u32_release(&n.changes);
  map_u32_release(&n.stored);
  map_u32_release(&n.pointers);
}

// --- numbers that become addresses without a cast --------------------------------------------------------------------

// Does the value come from where no pointer lies? A copy of a pointer's bytes, or zero, does not.
static bool is_new_number(struct numbers *n, LLVMValueRef value, unsigned depth) {
  if (!depth) return true;
  switch (layout_opcode(value)) {
  case LLVMLoad: return !may_hold_pointer(n, LLVMGetOperand(value, 0), type_size(n->l->f, LLVMTypeOf(value)));
  case LLVMPtrToInt: return false;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMFreeze: return is_new_number(n, LLVMGetOperand(value, 0), depth - 1);
  default: return !LLVMIsConstant(value) || !(LLVMIsNull(value) || LLVMIsUndef(value));
  }
}

// Is it a number's own field in a structure that has pointers in other fields? All else may be read as a pointer.
static bool is_number_field(LLVMValueRef root) {
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  return is_gep(root) && gep_field(root, &in, &field, &at_start) && !is_union(in) && has_pointers(in) &&
         !has_pointers(LLVMStructGetTypeAtIndex(in, field));
}

static bool may_be_read_as_pointer(struct numbers *n, LLVMValueRef address) {
  struct origins o = {0};
  origins_find(n->l, address, true, true, &o);
  bool found = !o.roots.size;
  for (uint32_t i = 0; i < o.roots.size && !found; i++) found = !is_number_field(o.roots.data[i]);
  origins_release(&o);
  return found;
}

static void mark_written(struct numbers *n, LLVMValueRef address, LLVMValueRef value, bool punned) {
  struct front *f = n->l->f;
  uint32_t node = pointsto_root(f, pointsto_target(f, address));
  if (!pointsto_has_contents(f, node)) return;
  node = pointsto_root(f, pointsto_contents(f, node));
  if ((punned && !(pointsto_flags(f, node) & NODE_PUNNED)) || map_u32_get_or(&n->l->written, node, 0)) return;
  if (is_new_number(n, value, 16) && may_be_read_as_pointer(n, address)) map_u32_put(&n->l->written, node, 1);
}

static void mark_copied(struct numbers *n, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  enum builtin builtin = function ? builtin_of(n->l->f, function, &detail) : BUILTIN_NONE;
  if (LLVMGetNumArgOperands(call) < 3) return;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  if (builtin == BUILTIN_MEMSET) mark_written(n, to, from, false);
  // What is loaded there would be new.
  if (builtin == BUILTIN_MEMCPY && !may_hold_pointer(n, from, 0)) mark_written(n, to, call, true);
}

static void look_at_write(struct numbers *n, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: {
    LLVMValueRef value = LLVMGetOperand(i, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) mark_written(n, LLVMGetOperand(i, 1), value, true);
    break;
  }
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    for (unsigned k = 1; k < (LLVMIsAAtomicCmpXchgInst(i) ? 3u : 2u); k++) {
      LLVMValueRef value = LLVMGetOperand(i, k);
      if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) mark_written(n, LLVMGetOperand(i, 0), i, true);
    }
    break;
  case LLVMCall: mark_copied(n, i); break;
  default: break;
  }
}

void numbers_find_written(struct layout *l) {
  struct numbers n = {.l = l};
  for_each(&n, look_at_write);
}
