// Comparisons of addresses: with numbers, with the end of another object, with addresses of other objects by their
// order, with addresses of what is gone.
#include "front/memory/layout/observations.h"
#include "front/check/checks.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/start/arguments.h"
#include "front/translate/call.h"
#include "front/translate/names.h"
#include "front/translate/types.h"

// A constant that is the address of an object as a number, moved by another number.
static bool is_moved_constant(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAdd &&
         layout_opcode(LLVMGetOperand(value, 0)) == LLVMPtrToInt && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
}

// The value that an address is computed from.
static LLVMValueRef base_of(LLVMValueRef pointer) {
  for (;;) {
    LLVMOpcode opcode = is_moved_constant(pointer) ? LLVMPtrToInt : layout_opcode(pointer);
    if (opcode != LLVMGetElementPtr && opcode != LLVMBitCast && opcode != LLVMPtrToInt && opcode != LLVMIntToPtr)
      return pointer;
    pointer = LLVMGetOperand(pointer, 0);
  }
}

static bool is_object(LLVMValueRef value) { return LLVMIsAAllocaInst(value) || LLVMIsAGlobalVariable(value); }
static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

bool layout_has_all_bits(struct front *f, LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  return type_bits(f, type) == f->pointer_bits;
}

bool layout_is_address(struct front *f, LLVMValueRef value) {
  if (is_pointer(LLVMTypeOf(value)) || is_disguised(f, value)) return true;
  return (layout_opcode(value) == LLVMPtrToInt || is_moved_constant(value)) && layout_has_all_bits(f, value);
}

// --- what is in a class of memory ----------------------------------------------------------

static bool in_class(struct layout *l, const struct map_u32 *classes, LLVMValueRef value) {
  return map_u32_get_or(classes, pointsto_root(l->f, pointsto_target(l->f, value)), 0);
}

static void put_class(struct layout *l, struct map_u32 *classes, uint32_t node, uint32_t number) {
  map_u32_put(classes, pointsto_root(l->f, node), number);
}

// May an address into the class have been made from a number, by a cast or by writing one where a pointer lies?
static bool has_numbers(struct layout *l, uint32_t node) {
  node = pointsto_root(l->f, node);
  return pointsto_flags(l->f, node) & NODE_FROM_INTEGER || map_u32_get_or(&l->written, node, 0);
}

// Is the block of a function executed at most once, as far as the calls show?
static bool runs_once(struct layout *l, LLVMBasicBlockRef block, unsigned depth) {
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  if (!depth || layout_in_cycle(l, block)) return false;
  LLVMUseRef use = LLVMGetFirstUse(function);
  if (function == l->f->entry) return !use;
  if (!use || LLVMGetNextUse(use)) return false;
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsACallInst(user) && called_function(user) == function &&
         runs_once(l, LLVMGetInstructionParent(user), depth - 1);
}

static void add_block(struct layout *l, LLVMValueRef call) {
  uint32_t node = pointsto_root(l->f, pointsto_target(l->f, call));
  bool first = !map_u32_get_or(&l->blocks, node, 0);
  map_u32_put(&l->blocks, node, first && runs_once(l, LLVMGetInstructionParent(call), 16) ? 1 : 2);
}

// May a call of the function lead to another one of it?
static bool is_recursive(struct front *f, LLVMValueRef function) {
  struct map_u32 seen = {0};
  struct vec_value open = {0};
  bool found = false;
  vec_value_push(&open, function);
  while (open.size && !found) {
    LLVMValueRef next = vec_value_pop(&open);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(next); b && !found; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i)) {
        struct vec_value called = {0};
        if (LLVMIsACallInst(i) && called_function(i)) vec_value_push(&called, called_function(i));
        else if (LLVMIsACallInst(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i))) indirect_candidates(f, i, &called);
        for (uint32_t k = 0; k < called.size; k++) {
          found |= called.data[k] == function;
          if (map_u32_find(&seen, key_of(called.data[k]))) continue;
          map_u32_put(&seen, key_of(called.data[k]), 1);
          vec_value_push(&open, called.data[k]);
        }
        vec_value_release(&called);
      }
  }
  vec_value_release(&open);
  map_u32_release(&seen);
  return found;
}

// Is there a local in the class of which several may be there at a time?
static bool is_in_recursion(struct layout *l, uint32_t node) {
  struct front *f = l->f;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (object->function && object->in_memory && pointsto_target(f, object->value) == node &&
        is_recursive(f, object->function))
      return true;
  }
  return false;
}

// May pointers into the class lead to different objects?
static bool has_several(struct layout *l, uint32_t node) {
  struct front *f = l->f;
  const uint32_t unclear = NODE_UNKNOWN | NODE_OUTSIDE | NODE_FOREIGN;
  LLVMValueRef arguments = arguments_list(f);
  node = pointsto_root(f, node);
  if (pointsto_flags(f, node) & unclear || has_numbers(l, node) || map_u32_get_or(&l->kept, node, 0)) return true;
  if (arguments && pointsto_root(f, pointsto_contents(f, pointsto_target(f, arguments))) == node) return true;
  uint32_t objects = node < f->points.regions.size ? f->points.regions.data[node].objects : 0;
  return objects + map_u32_get_or(&l->blocks, node, 0) != 1 || is_in_recursion(l, node); // 0: it is not memory
}

// --- order and differences -------------------------------------------------------------------

// Are two values read from the same place, or computed from what is, in the same way?
static bool same_value(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
  if (a == b) return true;
  if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b)) return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
  if (opcode != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b)) return false;
  if (opcode == LLVMLoad) return same_value(LLVMGetOperand(a, 0), LLVMGetOperand(b, 0), depth - 1);
  if (opcode != LLVMGetElementPtr && !LLVMIsACastInst(a)) return false;
  if (LLVMGetNumOperands(a) != LLVMGetNumOperands(b)) return false;
  if (opcode == LLVMGetElementPtr && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)) return false;
  for (int k = 0; k < LLVMGetNumOperands(a); k++)
    if (!same_value(LLVMGetOperand(a, (unsigned)k), LLVMGetOperand(b, (unsigned)k), depth - 1)) return false;
  return true;
}

// A value that is the same whenever it is looked at, but in another call of the function.
static bool is_fixed(struct layout *l, LLVMValueRef root) {
  return !LLVMIsAInstruction(root) || LLVMIsAAllocaInst(root) || !layout_in_cycle(l, LLVMGetInstructionParent(root));
}

// Can control come from one instruction of a function to another one?
static bool comes_to(LLVMValueRef from, LLVMValueRef to) {
  if (LLVMGetInstructionParent(from) == LLVMGetInstructionParent(to))
    for (LLVMValueRef i = LLVMGetNextInstruction(from); i; i = LLVMGetNextInstruction(i))
      if (i == to) return true;
  return layout_reaches(LLVMGetInstructionParent(from), LLVMGetInstructionParent(to));
}

// Is p a variable that only moves from where another variable q pointed to, and has q not changed since?
static bool is_linked(struct layout *l, LLVMValueRef p, LLVMValueRef q) {
  if (!LLVMIsALoadInst(p) || !LLVMIsALoadInst(q)) return false;
  LLVMValueRef moving = LLVMGetOperand(p, 0), fixed = LLVMGetOperand(q, 0);
  if (!layout_is_plain_local(l, moving) || !layout_is_plain_local(l, fixed)) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(moving); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef link = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(link)) continue;
    LLVMValueRef base = base_of(LLVMGetOperand(link, 0)), from = LLVMIsALoadInst(base) ? LLVMGetOperand(base, 0) : NULL;
    if (from == moving) continue;
    if (from != fixed) return false;
    for (LLVMUseRef other = LLVMGetFirstUse(fixed); other; other = LLVMGetNextUse(other)) {
      LLVMValueRef store = LLVMGetUser(other);
      if (LLVMIsAStoreInst(store) && comes_to(base, store) && comes_to(store, p)) return false;
    }
  }
  return true;
}

bool layout_same_object(struct layout *l, LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef x = base_of(a), y = base_of(b);
  if (layout_is_null(x) || layout_is_null(y) || same_value(x, y, 8)) return true;
  if (is_linked(l, x, y) || is_linked(l, y, x)) return true;
  struct origins left = {0}, right = {0};
  origins_find(l, a, false, false, &left);
  origins_find(l, b, false, false, &right);
  bool same = left.roots.size == 1 && right.roots.size == 1 && left.roots.data[0] == right.roots.data[0] &&
              (is_fixed(l, left.roots.data[0]) || (!left.carried && !right.carried));
  origins_release(&left);
  origins_release(&right);
  if (same) return true;
  uint32_t node = pointsto_target(l->f, x);
  return node == pointsto_target(l->f, y) && !has_several(l, node);
}

// Fewer bits of two addresses have a difference that is as good.
static bool has_difference(struct front *f, LLVMValueRef value) {
  return layout_is_address(f, value) || layout_opcode(value) == LLVMPtrToInt;
}

bool layout_is_difference(struct front *f, LLVMValueRef sub) {
  return has_difference(f, LLVMGetOperand(sub, 0)) && has_difference(f, LLVMGetOperand(sub, 1));
}

void difference_look(struct layout *l, LLVMValueRef sub) {
  if (!layout_is_difference(l->f, sub)) return;
  if (!layout_same_object(l, LLVMGetOperand(sub, 0), LLVMGetOperand(sub, 1))) layout_say(l, sub);
}

// --- numbers ---------------------------------------------------------------------------------

static bool number_of(struct front *f, LLVMValueRef value, uint64_t *number) {
  if (layout_opcode(value) == LLVMIntToPtr) value = LLVMGetOperand(value, 0);
  if (LLVMIsALoadInst(value)) value = disguised_only_store(f, value);
  if (!value) return false;
  *number = LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
  return LLVMIsAConstantInt(value) || LLVMIsAConstantPointerNull(value);
}

static bool holds(LLVMIntPredicate predicate, uint64_t address, uint64_t number, uint32_t bits) {
  int64_t a = (int64_t)(address << (64 - bits)) >> (64 - bits), n = (int64_t)(number << (64 - bits)) >> (64 - bits);
  switch (predicate) {
  case LLVMIntUGT: return address > number;
  case LLVMIntUGE: return address >= number;
  case LLVMIntULT: return address < number;
  case LLVMIntULE: return address <= number;
  case LLVMIntSGT: return a > n;
  case LLVMIntSGE: return a >= n;
  case LLVMIntSLT: return a < n;
  default: return a <= n;
  }
}

// No object lies in the first and the last page; with 64 bits addresses of a process have 47 bits, and those of clew
// are not negative.
static bool place_decides(struct front *f, LLVMIntPredicate predicate, uint64_t number) {
  const uint64_t low = 0x1000;
  bool wide = f->pointer_bits == 64;
  if (!wide) number &= UINT32_MAX;
  if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
    return number >= low && number < (wide ? UINT64_C(1) << 47 : UINT64_C(0xfffff000));
  const uint64_t ends[] = {low, wide ? INT64_MAX : INT32_MAX, wide ? low : UINT64_C(0x80000000),
                           wide ? low : UINT64_C(0xffffefff)};
  for (size_t i = 1; i < sizeof ends / sizeof *ends; i++)
    if (holds(predicate, ends[i], number, f->pointer_bits) != holds(predicate, low, number, f->pointer_bits))
      return true;
  return false;
}

static LLVMIntPredicate turned(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntUGT: return LLVMIntULT;
  case LLVMIntUGE: return LLVMIntULE;
  case LLVMIntULT: return LLVMIntUGT;
  case LLVMIntULE: return LLVMIntUGE;
  case LLVMIntSGT: return LLVMIntSLT;
  case LLVMIntSGE: return LLVMIntSLE;
  case LLVMIntSLT: return LLVMIntSGT;
  case LLVMIntSLE: return LLVMIntSGE;
  default: return predicate;
  }
}

// --- equality ----------------------------------------------------------------------------------

// String literals with the same contents or the same end may be one object or several.
static bool is_literal(LLVMValueRef value) {
  return LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) && LLVMGetLinkage(value) == LLVMPrivateLinkage;
}

// The end of one object may be the beginning of another. Of pointers into one class it is taken that they point into
// one object, unless both are computed from objects here.
static bool may_touch(struct layout *l, LLVMValueRef a, LLVMValueRef b) {
  struct front *f = l->f;
  LLVMValueRef x = base_of(a), y = base_of(b);
  if (is_object(x) && is_object(y)) return x != y && (a != x || b != y);
  if (!is_pointer(LLVMTypeOf(a)) || pointsto_is_plain(x) || pointsto_is_plain(y)) return false;
  uint32_t left = pointsto_target(f, a), right = pointsto_target(f, b);
  if (left == right || !(pointsto_flags(f, left) & pointsto_flags(f, right) & NODE_ORIGIN)) return false;
  return in_class(l, &l->moved, a) || in_class(l, &l->moved, b);
}

// May one of the two lead to a block that was freed before the other one's was made?
static bool may_be_reused(struct layout *l, LLVMValueRef compare, LLVMValueRef a, LLVMValueRef b) {
  if (!map_u32_get_or(&l->late, key_of(compare), 0) || is_object(base_of(a)) || is_object(base_of(b))) return false;
  return (in_class(l, &l->freed, a) && in_class(l, &l->blocks, b)) ||
         (in_class(l, &l->freed, b) && in_class(l, &l->blocks, a));
}

// May one of the two lead to a local that is gone, whose place another one has?
static bool may_be_gone(struct layout *l, LLVMValueRef a, LLVMValueRef b) {
  if (!in_class(l, &l->locals, a) || !in_class(l, &l->locals, b)) return false;
  return (!is_object(base_of(a)) && in_class(l, &l->kept, a)) || (!is_object(base_of(b)) && in_class(l, &l->kept, b));
}

// May it be a number that was cast to a pointer, or written where one lies?
static bool may_be_number(struct layout *l, LLVMValueRef value) {
  struct front *f = l->f;
  if (is_disguised(f, value)) return false;
  return has_numbers(l, pointsto_target(f, value)) || in_class(l, &l->numbers, value);
}

static void look_at_equality(struct layout *l, LLVMValueRef compare, LLVMValueRef a, LLVMValueRef b) {
  if (same_value(base_of(a), base_of(b), 8)) return;
  if (is_literal(base_of(a)) || is_literal(base_of(b)) || may_touch(l, a, b) || may_be_gone(l, a, b) ||
      may_be_number(l, a) || may_be_number(l, b))
    layout_say(l, compare);
  bool explored = provenance_is_comparing(l->f) && is_pointer(LLVMTypeOf(a)) && is_pointer(LLVMTypeOf(b));
  if (!explored && may_be_reused(l, compare, a, b)) layout_say_reuse(l, compare);
}

bool comparison_is_reused(struct layout *l, LLVMValueRef compare) {
  LLVMValueRef a = LLVMGetOperand(compare, 0), b = LLVMGetOperand(compare, 1);
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  return (predicate == LLVMIntEQ || predicate == LLVMIntNE) && is_pointer(LLVMTypeOf(a)) && !layout_is_null(a) &&
         !layout_is_null(b) && !same_value(base_of(a), base_of(b), 8) && may_be_reused(l, compare, a, b);
}

void comparison_look(struct layout *l, LLVMValueRef compare) {
  struct front *f = l->f;
  LLVMValueRef a = LLVMGetOperand(compare, 0), b = LLVMGetOperand(compare, 1);
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
  uint64_t number;
  if (!layout_is_address(f, a) && !layout_is_address(f, b)) return; // numbers.c
  bool left = number_of(f, a, &number);
  if (left || number_of(f, b, &number)) {
    if (place_decides(f, left ? turned(predicate) : predicate, number)) layout_say(l, compare);
  } else if (!layout_is_address(f, a) || !layout_is_address(f, b)) {
    layout_say(l, compare);
  } else if (equality) {
    look_at_equality(l, compare, a, b);
  } else if (!layout_same_object(l, a, b)) {
    layout_say(l, compare);
  }
}

// --- preparation -----------------------------------------------------------------------------

// May it move an address by elements of an array? A field lies inside its structure.
static bool is_step(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    bool field = i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
    if (!field && (!LLVMIsAConstantInt(index) || LLVMConstIntGetSExtValue(index))) return true;
    if (i > 1)
      type = field ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
                   : LLVMGetElementType(type);
  }
  return false;
}

// Is the address more than the place of an access?
static bool is_kept(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
    if (access || (is_gep(user) && !is_kept(user))) continue;
    return true;
  }
  return false;
}

static void look_at_operand(struct layout *l, LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value) || LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value))
    for (int k = 0; k < LLVMGetNumOperands(value); k++) look_at_operand(l, LLVMGetOperand(value, (unsigned)k));
  if (is_gep(value) && is_step(value) && is_kept(value)) put_class(l, &l->moved, pointsto_target(l->f, value), 1);
  uint64_t number;
  if (layout_opcode(value) == LLVMIntToPtr && LLVMIsAConstantInt(LLVMGetOperand(value, 0)) &&
      number_of(l->f, value, &number) && place_decides(l->f, LLVMIntEQ, number))
    put_class(l, &l->numbers, pointsto_target(l->f, value), 1);
}

static void prepare_called(struct layout *l, LLVMValueRef call, LLVMValueRef function) {
  uint32_t detail;
  switch (builtin_of(l->f, function, &detail)) {
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC: add_block(l, call); break;
  case BUILTIN_FREE:
    if (!layout_is_null(LLVMGetOperand(call, 0)))
      put_class(l, &l->freed, pointsto_target(l->f, LLVMGetOperand(call, 0)), 1);
    break;
  default: break;
  }
}

static void prepare_call(struct layout *l, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  struct vec_value called = {0};
  if (function) vec_value_push(&called, function);
  else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call))) indirect_candidates(l->f, call, &called);
  for (uint32_t i = 0; i < called.size; i++) prepare_called(l, call, called.data[i]);
  vec_value_release(&called);
}

// Does one of the values that a pointer comes from lie in the frame of the function? The entry function's frame stays.
static void keep_locals(struct layout *l, LLVMValueRef pointer) {
  struct origins o = {0};
  origins_find(l, pointer, false, false, &o);
  for (uint32_t i = 0; i < o.roots.size; i++) {
    LLVMValueRef root = o.roots.data[i];
    if (LLVMIsAAllocaInst(root) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(root)) != l->f->entry)
      put_class(l, &l->kept, pointsto_target(l->f, root), 1);
  }
  origins_release(&o);
}

// May the address lead to something else than the locals of a function?
static bool leads_out(struct layout *l, LLVMValueRef address, LLVMValueRef function) {
  struct front *f = l->f;
  uint32_t node = pointsto_root(f, pointsto_target(f, address));
  if (pointsto_flags(f, node) & (NODE_UNKNOWN | NODE_OUTSIDE | NODE_FOREIGN) || has_numbers(l, node)) return true;
  if (map_u32_get_or(&l->blocks, node, 0)) return true;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (object->function != function && pointsto_target(f, object->value) == node) return true;
  }
  return false;
}

// A pointer that is stored where the function's own variables do not lie may outlive them.
static void prepare_store(struct layout *l, LLVMValueRef store) {
  LLVMValueRef address = LLVMGetOperand(store, 1);
  if (!is_pointer(LLVMTypeOf(LLVMGetOperand(store, 0))) || LLVMIsAAllocaInst(address)) return;
  if (leads_out(l, address, LLVMGetBasicBlockParent(LLVMGetInstructionParent(store))))
    keep_locals(l, LLVMGetOperand(store, 0));
}

static void prepare(struct layout *l, LLVMValueRef i) {
  for (int n = 0; n < LLVMGetNumOperands(i); n++) look_at_operand(l, LLVMGetOperand(i, (unsigned)n));
  look_at_operand(l, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAlloca: put_class(l, &l->locals, pointsto_target(l->f, i), 1); break;
  case LLVMStore: prepare_store(l, i); break;
  case LLVMRet:
    if (LLVMGetNumOperands(i) && is_pointer(LLVMTypeOf(LLVMGetOperand(i, 0)))) keep_locals(l, LLVMGetOperand(i, 0));
    break;
  default: break;
  }
}

// Locals whose address a global or a block of the heap may hold, though another function puts it there.
static void keep_contents(struct layout *l, uint32_t node, const struct map_u32 *gone) {
  if (!pointsto_has_contents(l->f, node)) return;
  node = pointsto_root(l->f, pointsto_contents(l->f, node));
  if (map_u32_get_or(gone, node, 0)) map_u32_put(&l->kept, node, 1);
}

static void keep_held(struct layout *l) {
  struct front *f = l->f;
  struct map_u32 gone = {0}; // classes of locals of functions that return before the program ends
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (object->function && object->function != f->entry && !object->is_model && object->in_memory)
      put_class(l, &gone, pointsto_target(f, object->value), 1);
  }
  for (LLVMValueRef g = gone.size ? LLVMGetFirstGlobal(f->module) : NULL; g; g = LLVMGetNextGlobal(g))
    if (LLVMGetFirstUse(g) && !LLVMIsGlobalConstant(g)) keep_contents(l, pointsto_target(f, g), &gone);
  for (uint32_t i = 0; gone.size && i < l->blocks.capacity; i++)
    if (l->blocks.cells[i].key != MAP_EMPTY) keep_contents(l, (uint32_t)l->blocks.cells[i].key, &gone);
  map_u32_release(&gone);
}

void comparisons_prepare(struct layout *l) {
  struct front *f = l->f;
  for (uint32_t k = 0; k < f->functions.size; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) prepare_call(l, i);
  for (uint32_t k = 0; k < f->functions.size; k++) {
    if (is_model(f->functions.data[k])) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) prepare(l, i);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && map_u32_get_or(&f->points.named, key_of(g), 0))
      look_at_operand(l, LLVMGetInitializer(g));
  keep_held(l);
}
