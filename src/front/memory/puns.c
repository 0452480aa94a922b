// Addresses that are written as integers and read as pointers, or the other way round, without a cast: through unions,
// through pointers to other types, byte by byte, or by memcpy. Such an address need not be aligned and need not point
// to what was stored as a pointer.
//
// Classes of memory (pointsto.c) have no fields, and most of them hold both pointers and integers. So accesses are told
// apart by the field of the innermost structure that they name. A class is punned if
// - a field is accessed both ways, or fields of structures that have nothing to do with each other are, or a field and
//   one of a structure inside its own that has bytes in common with it, as the members of a union have (overlaid.c);
// - accesses that name no field are of both kinds, or of another kind than those of a field that they may touch: one
//   whose address is taken, one at the start of its structure, and any field where addresses in the class are computed
//   without naming fields, be it by steps of a structure that is not the field's.
// Copies make the classes on both sides one in this respect. Variadic arguments are left out: C gives no meaning to
// reading them with another type.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"
#include <stdlib.h>

enum {
  AS_POINTER = 1,
  AS_INTEGER = 2,
  BOTH_WAYS = 3,
  TAKEN = 4, // the address of the field goes elsewhere
  COMPUTED = 8, // addresses are computed without naming a field
  STEPPED = 16, // addresses are computed by steps of the structure's size
  READ = 32, // as an integer
};

struct pun_access {
  uint32_t group; // the root of the class, later of the group of classes
  uint32_t kinds;
  LLVMTypeRef type; // the structure, NULL if none was named
  unsigned field;
  uint64_t from, to; // bytes of the structure that are accessed; to 0: none
};
VEC_TYPE(vec_pun_access, struct pun_access)

struct puns {
  struct front *f;
  struct vec_pun_access accesses;
  struct vec_u32 group; // union-find over nodes: classes that are copied into each other
  struct overlaid overlaid;
};

// A constant gets its class when it is asked for: there may be more than at the start.
static uint32_t group_root(struct puns *s, uint32_t n) {
  while (s->group.size <= n) vec_u32_push(&s->group, s->group.size);
  while (s->group.data[n] != n) n = s->group.data[n] = s->group.data[s->group.data[n]];
  return n;
}

// The innermost structure, its field and the place in it at an offset of a type; false if there is none.
static bool field_at(struct front *f, LLVMTypeRef type, uint64_t offset, LLVMTypeRef *in, unsigned *field,
                     uint64_t *place) {
  bool found = false;
  for (;;) {
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
      type = LLVMGetElementType(type);
      uint64_t size = type_alloc_size(f, type);
      offset = size ? offset % size : 0;
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) &&
               offset < type_alloc_size(f, type)) {
      *in = type;
      *place = offset;
      *field = LLVMElementAtOffset(f->layout, type, offset);
      offset -= LLVMOffsetOfElement(f->layout, type, *field);
      type = LLVMStructGetTypeAtIndex(type, *field);
      found = true;
    } else {
      return found;
    }
  }
}

// A number that the text shows, be it by way of local variables that hold nothing else.
static bool known_number(struct front *f, LLVMValueRef value, int64_t *number, unsigned depth) {
  int64_t left, right;
  if (!depth--) return false;
  if (LLVMIsAConstantInt(value)) {
    *number = LLVMConstIntGetSExtValue(value);
    return true;
  }
  if (LLVMIsALoadInst(value)) {
    value = disguised_only_store(f, value);
    return value && known_number(f, value, number, depth);
  }
  if (!LLVMIsABinaryOperator(value) || !known_number(f, LLVMGetOperand(value, 0), &left, depth) ||
      !known_number(f, LLVMGetOperand(value, 1), &right, depth))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd: *number = (int64_t)((uint64_t)left + (uint64_t)right); return true;
  case LLVMMul: *number = (int64_t)((uint64_t)left * (uint64_t)right); return true;
  default: return false;
  }
}

// The pointer that a disguised one was made from by known steps, or NULL.
static LLVMValueRef undisguise(struct front *f, LLVMValueRef number, int64_t *sum) {
  for (unsigned steps = 0; number && is_disguised(f, number) && steps < 16; steps++) {
    bool constant = LLVMIsAConstantExpr(number);
    if (!constant && !LLVMIsAInstruction(number)) return NULL;
    int64_t step;
    switch (constant ? LLVMGetConstOpcode(number) : LLVMGetInstructionOpcode(number)) {
    case LLVMPtrToInt: return LLVMGetOperand(number, 0);
    case LLVMLoad: number = disguised_only_store(f, number); break;
    case LLVMAdd: {
      unsigned base = is_disguised(f, LLVMGetOperand(number, 0)) ? 0 : 1;
      if (!known_number(f, LLVMGetOperand(number, 1 - base), &step, 8)) return NULL;
      *sum += step;
      number = LLVMGetOperand(number, base);
      break;
    }
    default: return NULL;
    }
  }
  return NULL;
}

// The type of the object that a pointer points into at a known offset, or NULL.
static LLVMTypeRef object_type(struct front *f, LLVMValueRef pointer, uint64_t *offset) {
  int64_t sum = 0, step;
  for (;;) {
    if (is_gep(pointer)) {
      if (!gep_constant_offset(f, pointer, &step)) return NULL;
      sum += step;
      pointer = LLVMGetOperand(pointer, 0);
    } else if (LLVMIsAIntToPtrInst(pointer)) {
      pointer = undisguise(f, LLVMGetOperand(pointer, 0), &sum);
      if (!pointer) return NULL;
    } else {
      break;
    }
  }
  *offset = (uint64_t)sum;
  if (LLVMIsAAllocaInst(pointer)) return LLVMGetAllocatedType(pointer);
  return LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer) : NULL;
}

static bool is_zero(LLVMValueRef index) { return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0; }

bool gep_field(LLVMValueRef pointer, LLVMTypeRef *in, unsigned *field, bool *at_start) {
  *at_start = true;
  for (; is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    bool found = false, stays = is_zero(LLVMGetOperand(pointer, 1));
    for (int i = 2; i < LLVMGetNumOperands(pointer); i++) {
      LLVMValueRef index = LLVMGetOperand(pointer, (unsigned)i);
      if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        *in = type;
        *field = (unsigned)LLVMConstIntGetZExtValue(index);
        type = LLVMStructGetTypeAtIndex(type, *field);
        found = stays = true;
      } else {
        type = LLVMGetElementType(type);
        stays &= is_zero(index);
      }
    }
    *at_start &= stays;
    if (found) return true;
  }
  return false;
}

static void add_kind(struct puns *s, uint32_t node, struct pun_access access) {
  access.group = pointsto_root(s->f, node);
  if (!(pointsto_flags(s->f, access.group) & NODE_VARIADIC)) vec_pun_access_push(&s->accesses, access);
}

static uint32_t kind_of(LLVMTypeRef accessed) {
  return LLVMGetTypeKind(accessed) == LLVMPointerTypeKind ? AS_POINTER : AS_INTEGER;
}

static void add_unnamed(struct puns *s, uint32_t node, uint32_t kinds) {
  add_kind(s, node, (struct pun_access){.kinds = kinds});
}

// All of a field.
static void add_field(struct puns *s, uint32_t node, LLVMTypeRef in, unsigned field, uint32_t kinds) {
  uint64_t from = LLVMOffsetOfElement(s->f->layout, in, field);
  uint64_t to = from + type_alloc_size(s->f, LLVMStructGetTypeAtIndex(in, field));
  add_kind(s, node, (struct pun_access){.kinds = kinds, .type = in, .field = field, .from = from, .to = to});
}

// Through an address that is computed from one that is not known.
static void add_access(struct puns *s, LLVMValueRef pointer, struct leaf leaf, uint32_t kind) {
  uint32_t node = pointsto_target(s->f, pointer);
  LLVMTypeRef in = NULL;
  unsigned field = 0;
  bool at_start;
  if (!gep_field(pointer, &in, &field, &at_start)) {
    add_unnamed(s, node, kind | (LLVMIsAIntToPtrInst(pointer) ? COMPUTED : 0));
  } else if (at_start) {
    uint64_t from = LLVMOffsetOfElement(s->f->layout, in, field) + leaf.offset;
    uint64_t to = from + type_size(s->f, leaf.type);
    add_kind(s, node, (struct pun_access){.kinds = kind, .type = in, .field = field, .from = from, .to = to});
  } else {
    add_field(s, node, in, field, kind);
    // Only an array is a place to move in.
    if (LLVMGetTypeKind(LLVMStructGetTypeAtIndex(in, field)) != LLVMArrayTypeKind)
      add_unnamed(s, node, kind | COMPUTED);
  }
}

static void add_accesses(struct puns *s, LLVMValueRef pointer, LLVMTypeRef type, bool reads) {
  struct front *f = s->f;
  uint32_t node = pointsto_target(f, pointer);
  uint64_t offset = 0;
  LLVMTypeRef object = object_type(f, pointer, &offset);
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++) {
    struct leaf leaf = leaves.data[i];
    struct pun_access last = {0};
    uint32_t kind = kind_of(leaf.type);
    if (reads && kind == AS_INTEGER) kind |= READ;
    // An access may cover several fields of the object, as the calling convention does.
    for (uint64_t at = 0, size = type_size(f, leaf.type); object && at < size; at++) {
      struct pun_access here = {.kinds = kind};
      if (!field_at(f, object, offset + leaf.offset + at, &here.type, &here.field, &here.from)) break;
      here.to = here.from + 1;
      if (last.type == here.type && last.field == here.field && last.to == here.from) {
        here.from = last.from;
      } else if (last.type) {
        add_kind(s, node, last);
      }
      last = here;
    }
    if (last.type) add_kind(s, node, last);
    else if (object) add_unnamed(s, node, kind);
    else add_access(s, pointer, leaf, kind);
  }
  vec_leaf_release(&leaves);
}

static bool goes_elsewhere(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool stays = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
                 (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) ||
                 (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == pointer);
    if (!stays) return true;
  }
  return false;
}

// An address computation: does it give away the address of a field, or move without naming one?
static void add_address(struct puns *s, LLVMValueRef gep) {
  LLVMTypeRef in = NULL;
  unsigned field = 0;
  int64_t offset = 0;
  bool at_start;
  if (gep_field(gep, &in, &field, &at_start)) {
    if (!LLVMIsAInstruction(gep) || goes_elsewhere(gep))
      add_kind(s, pointsto_target(s->f, gep), (struct pun_access){.kinds = TAKEN, .type = in, .field = field});
  } else if (!gep_constant_offset(s->f, gep, &offset) || offset) {
    LLVMTypeRef step = LLVMGetGEPSourceElementType(gep);
    bool structure = LLVMGetTypeKind(step) == LLVMStructTypeKind;
    add_kind(s, pointsto_target(s->f, gep),
             (struct pun_access){.kinds = structure ? STEPPED : COMPUTED, .type = structure ? step : NULL});
  }
}

static void add_operands(struct puns *s, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (LLVMIsAConstantExpr(operand) && is_gep(operand)) add_address(s, operand);
  }
}

// Each field of an initialiser's type once.
static void add_initial(struct puns *s, uint32_t node, LLVMTypeRef type, LLVMTypeRef in, unsigned field) {
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    add_initial(s, node, LLVMGetElementType(type), in, field);
  } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      add_initial(s, node, LLVMStructGetTypeAtIndex(type, i), type, i);
  } else if (in) {
    add_field(s, node, in, field, kind_of(type));
  } else {
    add_unnamed(s, node, kind_of(type));
  }
}

static void add_call(struct puns *s, LLVMValueRef call) {
  struct front *f = s->f;
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  enum builtin builtin = function ? builtin_of(f, function, &detail) : BUILTIN_NONE;
  if (builtin == BUILTIN_NONDET_MEMORY) add_unnamed(s, pointsto_target(f, LLVMGetOperand(call, 0)), AS_INTEGER);
  if (builtin != BUILTIN_MEMCPY) return;
  uint32_t a = pointsto_target(f, LLVMGetOperand(call, 0)), b = pointsto_target(f, LLVMGetOperand(call, 1));
  if ((pointsto_flags(f, a) | pointsto_flags(f, b)) & NODE_VARIADIC) return;
  uint32_t into = group_root(s, a), from = group_root(s, b); // both may make the list longer
  s->group.data[from] = into;
}

static void collect(struct puns *s) {
  struct front *f = s->f;
  for (uint32_t g = 0; g < f->functions.size; g++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[g]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        switch (LLVMGetInstructionOpcode(i)) {
        case LLVMLoad: add_accesses(s, LLVMGetOperand(i, 0), LLVMTypeOf(i), true); break;
        case LLVMStore: add_accesses(s, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), false); break;
        case LLVMAtomicRMW:
        case LLVMAtomicCmpXchg: add_accesses(s, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)), true); break;
        case LLVMGetElementPtr: add_address(s, i); break;
        case LLVMCall: add_call(s, i); break;
        default: break;
        }
        add_operands(s, i);
      }
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef initial = LLVMGetInitializer(g);
    if (initial && LLVMGetFirstUse(g) && !constant_is_zero(initial))
      add_initial(s, pointsto_target(f, g), LLVMTypeOf(initial), NULL, 0);
  }
}

static int by_group(const void *a, const void *b) {
  const struct pun_access *x = a, *y = b;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  if (x->type != y->type) return (uintptr_t)x->type < (uintptr_t)y->type ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

// Is one of the structures a part of the other?
static bool contains(LLVMTypeRef outer, LLVMTypeRef inner) {
  if (outer == inner) return true;
  if (LLVMGetTypeKind(outer) == LLVMArrayTypeKind) return contains(LLVMGetElementType(outer), inner);
  if (LLVMGetTypeKind(outer) != LLVMStructTypeKind) return false;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(outer); i++)
    if (contains(LLVMStructGetTypeAtIndex(outer, i), inner)) return true;
  return false;
}

// Does an access to a structure wherever it lies in a type touch these bytes of the type?
static bool touches(struct front *f, const struct pun_access *inner, LLVMTypeRef type, uint64_t from, uint64_t to) {
  if (from >= to) return false;
  if (type == inner->type) return from < inner->to && inner->from < to;
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t size = type_alloc_size(f, element);
    if (!size) return false;
    bool one = from / size == (to - 1) / size; // of several elements, all is touched
    return touches(f, inner, element, one ? from % size : 0, one ? (to - 1) % size + 1 : size);
  }
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(type, i);
    uint64_t start = LLVMOffsetOfElement(f->layout, type, i), end = start + type_alloc_size(f, element);
    if (from < end && start < to &&
        touches(f, inner, element, from > start ? from - start : 0, (to < end ? to : end) - start))
      return true;
  }
  return false;
}

// May accesses to fields of two structures touch the same bytes?
static bool may_meet(struct puns *s, const struct pun_access *a, const struct pun_access *b) {
  bool outer = contains(a->type, b->type);
  if (!outer && !contains(b->type, a->type)) return true;
  if (outer ? touches(s->f, b, a->type, a->from, a->to) : touches(s->f, a, b->type, b->from, b->to)) return true;
  return a->from < b->to && b->from < a->to && overlaid_are(&s->overlaid, a->type, b->type);
}

// Do steps of a structure's size lead to fields of others? Not if these have its size or lie in it.
static bool steps_elsewhere(struct front *f, const struct pun_access *a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (!(a[i].kinds & STEPPED)) continue;
    for (uint32_t k = 0; k < n; k++)
      if (a[k].type && a[k].kinds & BOTH_WAYS && !contains(a[i].type, a[k].type) &&
          type_alloc_size(f, a[k].type) != type_alloc_size(f, a[i].type))
        return true;
  }
  return false;
}

// Are there both ways to access the same place among the accesses of a group? Each field stands there once, what names
// none comes first.
static bool both_ways(struct puns *s, const struct pun_access *a, uint32_t n) {
  struct front *f = s->f;
  uint32_t unnamed = a[0].type ? 0 : a[0].kinds;
  if ((unnamed & BOTH_WAYS) == BOTH_WAYS) return true;
  if (unnamed && steps_elsewhere(f, a, n)) unnamed |= COMPUTED;
  for (uint32_t i = 0; i < n; i++) {
    if (!a[i].type || !(a[i].kinds & BOTH_WAYS)) continue;
    bool touched = unnamed & COMPUTED || a[i].kinds & TAKEN ||
                   LLVMOffsetOfElement(f->layout, a[i].type, a[i].field) == 0;
    if (((touched ? unnamed | a[i].kinds : a[i].kinds) & BOTH_WAYS) == BOTH_WAYS) return true;
    for (uint32_t k = 0; k < i; k++)
      if (a[k].type && ((a[i].kinds | a[k].kinds) & BOTH_WAYS) == BOTH_WAYS && may_meet(s, &a[i], &a[k])) return true;
  }
  return false;
}

// Fields once each, with all the ways they are accessed.
static void join_accesses(struct puns *s) {
  struct vec_pun_access *a = &s->accesses;
  for (uint32_t i = 0; i < a->size; i++) a->data[i].group = group_root(s, a->data[i].group);
  if (a->size) qsort(a->data, a->size, sizeof *a->data, by_group);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->size; i++) {
    struct pun_access next = a->data[i], *last = n ? &a->data[n - 1] : NULL;
    if (!last || by_group(last, &next)) {
      a->data[n++] = next;
      continue;
    }
    last->kinds |= next.kinds;
    if (!last->to || (next.to && next.from < last->from)) last->from = next.from;
    if (next.to > last->to) last->to = next.to;
  }
  a->size = n;
}

static bool has_bits(struct front *f, LLVMValueRef value) {
  uint32_t wanted = NODE_ORIGIN | NODE_BITS;
  return !pointsto_is_plain(value) && (pointsto_flags(f, pointsto_target(f, value)) & wanted) == wanted;
}

// An index that is made of the bits of an address selects contents that stand for it.
static bool follow_indices(struct front *f, LLVMValueRef gep) {
  bool changed = false;
  for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
    if (has_bits(f, index))
      changed |= pointsto_unify(f, pointsto_contents(f, pointsto_target(f, gep)), pointsto_target(f, index));
  }
  return changed;
}

// Arithmetic on floats keeps the bits of an address that was read as one, as that on integers does. It is followed for
// those only: other floats need no classes.
static bool follow_floats(struct front *f, LLVMValueRef i, unsigned operands) {
  bool changed = false;
  for (unsigned k = 0; k < operands; k++)
    if (has_bits(f, LLVMGetOperand(i, k)))
      changed |= pointsto_unify(f, pointsto_target(f, i), pointsto_target(f, LLVMGetOperand(i, k)));
  return changed;
}

static bool follow_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  if (!function || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  if (builtin < BUILTIN_FP_FABS || builtin > BUILTIN_FP_TO_INT) return false;
  return follow_floats(f, call, LLVMGetNumArgOperands(call));
}

static bool follow_bits(struct front *f) {
  bool changed = false;
  for (uint32_t g = 0; g < f->functions.size; g++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[g]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        switch (LLVMGetInstructionOpcode(i)) {
        case LLVMGetElementPtr: changed |= follow_indices(f, i); break;
        case LLVMFNeg:
        case LLVMFAdd:
        case LLVMFSub:
        case LLVMFMul:
        case LLVMFDiv:
        case LLVMFRem:
        case LLVMFPTrunc:
        case LLVMFPExt:
        case LLVMFPToUI:
        case LLVMFPToSI: changed |= follow_floats(f, i, (unsigned)LLVMGetNumOperands(i)); break;
        case LLVMCall: changed |= follow_call(f, i); break;
        default: break;
        }
  return changed;
}

// NODE_PUNNED and the like, for the contents of a group.
static uint32_t flags_of_group(struct puns *s, struct pun_access *a, uint32_t n) {
  if (!both_ways(s, a, n)) return 0;
  // An address that is read as an integer has been cast, in effect.
  for (uint32_t i = 0; i < n; i++)
    if (!(a[i].kinds & READ)) a[i].kinds &= ~(uint32_t)AS_INTEGER;
  return NODE_PUNNED | NODE_BITS | (both_ways(s, a, n) ? NODE_EXPOSED : 0);
}

bool puns_mark(struct front *f) {
  struct puns s = {.f = f};
  for (uint32_t i = 0; i < f->points.parent.size; i++) vec_u32_push(&s.group, i);
  collect(&s);
  overlaid_init(&s.overlaid, f);
  for (uint32_t i = s.group.size; i < f->points.parent.size; i++) vec_u32_push(&s.group, i); // nodes made on the way
  join_accesses(&s);
  bool changed = false;
  struct map_u32 punned = {0};
  for (uint32_t from = 0, to; from < s.accesses.size; from = to) {
    uint32_t group = s.accesses.data[from].group;
    for (to = from; to < s.accesses.size && s.accesses.data[to].group == group;) to++;
    map_u32_put(&punned, group, flags_of_group(&s, s.accesses.data + from, to - from));
  }
  for (uint32_t n = 1; n < s.group.size; n++) {
    uint32_t flags = pointsto_root(f, n) == n ? map_u32_get_or(&punned, group_root(&s, n), 0) : 0;
    if (!flags) continue;
    uint32_t contents = pointsto_contents(f, n);
    if (!(pointsto_flags(f, contents) & NODE_ORIGIN)) flags &= ~(uint32_t)NODE_EXPOSED;
    changed |= pointsto_mark(f, contents, flags);
  }
  changed |= follow_bits(f);
  map_u32_release(&punned);
  overlaid_release(&s.overlaid);
  vec_u32_release(&s.group);
  vec_pun_access_release(&s.accesses);
  return changed;
}
