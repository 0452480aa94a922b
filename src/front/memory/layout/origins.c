// What a pointer was computed from: the values behind steps, casts, selections and local variables.
#include "front/memory/layout/observations.h"
#include "front/library/builtins.h"
#include "front/memory/puns.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"

LLVMOpcode layout_opcode(LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value);
  return LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
}

bool layout_is_null(LLVMValueRef value) {
  return LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value) || LLVMIsAConstantAggregateZero(value) ||
         (LLVMIsAConstantInt(value) && constant_is_zero(value));
}

// Does it only speak of a variable: of its life, or for a debugger?
static bool is_quiet(struct front *f, LLVMValueRef user) {
  LLVMValueRef function = LLVMIsACallInst(user) ? called_function(user) : NULL;
  uint32_t detail;
  if (!function || !LLVMGetIntrinsicID(function)) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  return builtin == BUILTIN_IGNORE || builtin == BUILTIN_LIFETIME;
}

static bool is_only_loaded_and_stored(struct front *f, LLVMValueRef value) {
  LLVMTypeRef type = LLVMGetAllocatedType(value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != value && LLVMTypeOf(LLVMGetOperand(user, 0)) == type)
      continue;
    if (!is_quiet(f, user)) return false;
  }
  return true;
}

bool layout_is_plain_local(struct layout *l, LLVMValueRef value) {
  if (!LLVMIsAAllocaInst(value) || type_is_aggregate(LLVMGetAllocatedType(value))) return false;
  uint32_t known = map_u32_get_or(&l->plain, key_of(value), 0);
  if (!known) {
    known = is_only_loaded_and_stored(l->f, value) ? 1 : 2;
    map_u32_put(&l->plain, key_of(value), known);
  }
  return known == 1;
}

// --- loops -----------------------------------------------------------------------------------

bool layout_reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  struct map_u32 seen = {0};
  struct vec_ptr open = {0};
  bool found = false;
  vec_ptr_push(&open, from);
  while (open.size && !found) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator((LLVMBasicBlockRef)vec_ptr_pop(&open));
    for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last) && !found; i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
      found = next == to;
      if (map_u32_find(&seen, key_of(next))) continue;
      map_u32_put(&seen, key_of(next), 1);
      vec_ptr_push(&open, next);
    }
  }
  vec_ptr_release(&open);
  map_u32_release(&seen);
  return found;
}

// A block on the way of the search for cycles (Tarjan): its components are found as they are left.
struct visited {
  LLVMBasicBlockRef block;
  uint32_t low;
  unsigned next; // of its successors
};
VEC_TYPE(vec_visited, struct visited)

struct cycles {
  struct map_u32 *found; // what is asked for
  struct map_u32 number; // of blocks that were met; 0 when the component is left
  struct vec_visited way;
  struct vec_ptr open; // blocks whose component is not known yet
  uint32_t met;
};

static void enter_block(struct cycles *c, LLVMBasicBlockRef block) {
  c->met++;
  map_u32_put(&c->number, key_of(block), c->met);
  vec_visited_push(&c->way, (struct visited){.block = block, .low = c->met});
  vec_ptr_push(&c->open, block);
}

static void leave_block(struct cycles *c) {
  struct visited last = vec_visited_pop(&c->way);
  if (c->way.size && last.low < c->way.data[c->way.size - 1].low) c->way.data[c->way.size - 1].low = last.low;
  if (last.low != map_u32_get_or(&c->number, key_of(last.block), 0)) return;
  bool alone = c->open.data[c->open.size - 1] == last.block, loops = !alone;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(last.block);
  for (unsigned k = 0; alone && end && k < LLVMGetNumSuccessors(end); k++)
    loops |= LLVMGetSuccessor(end, k) == last.block;
  for (LLVMBasicBlockRef block = NULL; block != last.block;) {
    block = vec_ptr_pop(&c->open);
    map_u32_put(&c->number, key_of(block), UINT32_MAX);
    map_u32_put(c->found, key_of(block), loops ? 1 : 2);
  }
}

// All blocks of a function at once: which one asks next is not known, and one search for each is quadratic.
static void find_cycles(struct map_u32 *found, LLVMValueRef function) {
  struct cycles c = {.found = found};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    if (!map_u32_get_or(&c.number, key_of(b), 0)) enter_block(&c, b);
    while (c.way.size) {
      struct visited *top = &c.way.data[c.way.size - 1];
      LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
      if (!end || top->next >= LLVMGetNumSuccessors(end)) {
        leave_block(&c);
        continue;
      }
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);
      uint32_t number = map_u32_get_or(&c.number, key_of(to), 0);
      if (!number) enter_block(&c, to);
      else if (number < top->low) top->low = number;
    }
  }
  vec_visited_release(&c.way);
  vec_ptr_release(&c.open);
  map_u32_release(&c.number);
}

bool layout_in_cycle(struct layout *l, LLVMBasicBlockRef block) {
  if (!map_u32_get_or(&l->cycles, key_of(block), 0)) find_cycles(&l->cycles, LLVMGetBasicBlockParent(block));
  return map_u32_get_or(&l->cycles, key_of(block), 0) == 1;
}

// Is the variable a new one in each iteration of the loop that it is in?
static bool is_renewed(struct layout *l, LLVMValueRef variable) {
  struct front *f = l->f;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use), function = LLVMIsACallInst(user) ? called_function(user) : NULL;
    uint32_t detail;
    if (function && builtin_of(f, function, &detail) == BUILTIN_LIFETIME)
      return layout_in_cycle(l, LLVMGetInstructionParent(user));
  }
  return false;
}

// --- the search ------------------------------------------------------------------------------

struct search {
  struct layout *l;
  struct origins *out;
  struct vec_value open;
  bool callers, fields;
};

static void add(struct search *s, LLVMValueRef value) {
  if (layout_is_null(value) || map_u32_find(&s->out->seen, key_of(value))) return;
  map_u32_put(&s->out->seen, key_of(value), 1);
  vec_value_push(&s->open, value);
}

static bool add_stored(struct search *s, LLVMValueRef load) {
  LLVMValueRef variable = LLVMGetOperand(load, 0);
  if (!layout_is_plain_local(s->l, variable)) return false;
  if (!is_renewed(s->l, variable)) s->out->carried = true;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use))) add(s, LLVMGetOperand(LLVMGetUser(use), 0));
  return true;
}

// What all calls pass for a parameter; false: calls that the text does not show may pass something else.
static bool add_passed(struct search *s, LLVMValueRef parameter) {
  LLVMValueRef function = LLVMGetParamParent(parameter);
  if (function == s->l->f->entry || !LLVMGetFirstUse(function)) return false;
  unsigned k = 0;
  while (LLVMGetParam(function, k) != parameter) k++;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || called_function(user) != function || k >= LLVMGetNumArgOperands(user)) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return false;
  }
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    add(s, LLVMGetOperand(LLVMGetUser(use), k));
  return true;
}

// Is it the address of a part of a structure, not only of another one of several?
static bool names_field(LLVMValueRef gep) {
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  return LLVMGetNumOperands(gep) > 2 && gep_field(gep, &in, &field, &at_start);
}

static bool step_back(struct search *s, LLVMValueRef value) {
  struct front *f = s->l->f;
  if (LLVMIsAArgument(value)) return s->callers && add_passed(s, value);
  switch (layout_opcode(value)) {
  case LLVMGetElementPtr:
    if (s->fields && names_field(value)) return false; // fall through
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze: add(s, LLVMGetOperand(value, 0)); return true;
  case LLVMAdd:
  case LLVMSub:
    if (!is_disguised(f, value)) return false;
    add(s, LLVMGetOperand(value, is_disguised(f, LLVMGetOperand(value, 0)) ? 0 : 1));
    return true;
  case LLVMSelect:
    add(s, LLVMGetOperand(value, 1));
    add(s, LLVMGetOperand(value, 2));
    return true;
  case LLVMPHI:
    for (unsigned k = 0; k < LLVMCountIncoming(value); k++) add(s, LLVMGetIncomingValue(value, k));
    return true;
  case LLVMLoad: return add_stored(s, value);
  default: return false;
  }
}

void origins_find(struct layout *l, LLVMValueRef pointer, bool callers, bool fields, struct origins *out) {
  struct search s = {.l = l, .out = out, .callers = callers, .fields = fields};
  add(&s, pointer);
  while (s.open.size) {
    LLVMValueRef value = vec_value_pop(&s.open);
    if (!step_back(&s, value)) vec_value_push(&out->roots, value);
  }
  vec_value_release(&s.open);
}

void origins_release(struct origins *o) {
  vec_value_release(&o->roots);
  map_u32_release(&o->seen);
}
