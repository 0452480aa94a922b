// Which C objects become variables and which live in memory.
//
// An alloca or global becomes variables, one for each scalar cell, if its address is used only to
// load and store at constant offsets with one type for each cell, or to be filled or copied as a whole
// with constant length. Everything else lives in a region.
#include "front/check/checks.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/translate/constant.h"
#include "front/translate/names.h"
#include "front/translate/types.h"
#include <stdlib.h>

#define MAX_CELLS 256

struct object *object_of(struct front *f, LLVMValueRef value) {
  uint32_t at = map_u32_get_or(&f->object_of, key_of(value), 0);
  return at ? &f->objects.data[at - 1] : NULL;
}

bool global_is_private(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

struct object *object_at(struct front *f, LLVMValueRef pointer, uint64_t *offset) {
  int64_t sum = 0;
  for (;;) {
    if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) {
      *offset = (uint64_t)sum;
      return object_of(f, pointer);
    }
    int64_t step;
    if (!is_gep(pointer) || !gep_constant_offset(f, pointer, &step)) return NULL;
    sum += step;
    pointer = LLVMGetOperand(pointer, 0);
  }
}

uint32_t object_cell(const struct object *object, uint64_t offset, uint32_t size) {
  uint32_t low = 0, high = object->cells.size;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (object->cells.data[middle].offset < offset) low = middle + 1;
    else high = middle;
  }
  if (low < object->cells.size && object->cells.data[low].offset == offset && object->cells.data[low].size == size)
    return low;
  return CFA_NONE;
}

bool object_has(const struct object *object, uint64_t offset, uint64_t bytes) {
  return bytes <= object->size && offset <= object->size - bytes;
}

static bool is_float_type(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMDoubleTypeKind ||
         kind == LLVMX86_FP80TypeKind || kind == LLVMHalfTypeKind || kind == LLVMFP128TypeKind;
}

// Adds a cell; false if it overlaps another one in a way that variables cannot express.
static bool add_cell(struct front *f, struct object *object, uint64_t offset, LLVMTypeRef type, bool *added) {
  uint32_t size = (uint32_t)type_size(f, type);
  struct vec_cell *cells = &object->cells;
  if (!object_has(object, offset, size) || LLVMGetTypeKind(type) == LLVMVectorTypeKind) return false;
  uint32_t i = 0;
  while (i < cells->size && cells->data[i].offset + cells->data[i].size <= offset) i++;
  if (i < cells->size && cells->data[i].offset < offset + size) {
    struct cell *c = &cells->data[i];
    return c->offset == offset && c->size == size && is_float_type(c->type) == is_float_type(type) &&
           type_bits(f, c->type) == type_bits(f, type);
  }
  if (cells->size >= MAX_CELLS) return false;
  vec_cell_push(cells, (struct cell){0});
  memmove(cells->data + i + 1, cells->data + i, (cells->size - 1 - i) * sizeof *cells->data);
  cells->data[i] = (struct cell){.offset = offset, .size = size, .type = type, .var = CFA_NONE};
  if (added) *added = true;
  return true;
}

static bool add_cells(struct front *f, struct object *object, uint64_t offset, LLVMTypeRef type) {
  if (type_size(f, type) > 16 * MAX_CELLS) return false;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, offset, &leaves);
  bool fits = true;
  for (uint32_t i = 0; i < leaves.size && fits; i++)
    fits = add_cell(f, object, leaves.data[i].offset, leaves.data[i].type, NULL);
  vec_leaf_release(&leaves);
  return fits;
}

struct pointer_use {
  LLVMValueRef pointer;
  uint64_t offset;
};
VEC_TYPE(vec_pointer_use, struct pointer_use)

// A fill or copy of constant length that touches an object.
struct range {
  LLVMValueRef call;
};
VEC_TYPE(vec_range, struct range)

static bool call_use(struct front *f, struct object *object, LLVMValueRef call, LLVMValueRef pointer, uint64_t offset,
                     struct vec_range *ranges) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  if (!function || LLVMGetCalledValue(call) == pointer) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  if ((builtin == BUILTIN_IGNORE || builtin == BUILTIN_LIFETIME) && LLVMGetIntrinsicID(function)) return true;
  if (builtin != BUILTIN_MEMCPY && builtin != BUILTIN_MEMSET) return false;
  if (LLVMGetNumArgOperands(call) < 3 || !LLVMIsAConstantInt(LLVMGetOperand(call, 2)) ||
      LLVMGetOperand(call, 2) == pointer)
    return false;
  if (!LLVMGetIntrinsicID(function) && LLVMGetFirstUse(call)) return false; // memcpy's result is the address again
  if (!object_has(object, offset, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)))) return false;
  vec_range_push(ranges, (struct range){call});
  return true;
}

// True if all uses are of the kind that variables can serve; collects the cells.
static bool find_cells(struct front *f, struct object *object, struct vec_range *ranges) {
  struct vec_pointer_use work = {0};
  vec_pointer_use_push(&work, (struct pointer_use){object->value, 0});
  bool fits = true;
  while (work.size && fits) {
    struct pointer_use at = vec_pointer_use_pop(&work);
    for (LLVMUseRef use = LLVMGetFirstUse(at.pointer); use && fits; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      int64_t step;
      if (LLVMIsALoadInst(user)) {
        fits = add_cells(f, object, at.offset, LLVMTypeOf(user));
      } else if (LLVMIsAStoreInst(user)) {
        fits = LLVMGetOperand(user, 0) != at.pointer &&
               add_cells(f, object, at.offset, LLVMTypeOf(LLVMGetOperand(user, 0)));
      } else if (is_gep(user)) {
        fits = LLVMGetOperand(user, 0) == at.pointer && gep_constant_offset(f, user, &step);
        if (fits) vec_pointer_use_push(&work, (struct pointer_use){user, at.offset + (uint64_t)step});
      } else if (LLVMIsACallInst(user)) {
        fits = call_use(f, object, user, at.pointer, at.offset, ranges);
      } else {
        fits = false;
      }
    }
  }
  vec_pointer_use_release(&work);
  return fits;
}

// Takes the cells of `from` in [a, a+n) over to `to` at b; false on a conflict.
static bool mirror_cells(struct front *f, struct object *from, uint64_t a, struct object *to, uint64_t b, uint64_t n,
                         bool *changed) {
  for (uint32_t i = 0; i < from->cells.size; i++) {
    struct cell c = from->cells.data[i];
    if (c.offset + c.size <= a || c.offset >= a + n) continue;
    if (c.offset < a || c.offset + c.size > a + n) return false;
    if (!add_cell(f, to, c.offset - a + b, c.type, changed)) return false;
  }
  return true;
}

static bool whole_cells(const struct object *object, uint64_t a, uint64_t n) {
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (c->offset + c->size <= a || c->offset >= a + n) continue;
    if (c->offset < a || c->offset + c->size > a + n) return false;
  }
  return true;
}

// Would bytes be lost that are no number, and are looked at where it is read?
static bool has_long_double(const struct object *object, uint64_t a, uint64_t n) {
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (c->offset >= a && c->offset < a + n && LLVMGetTypeKind(c->type) == LLVMX86_FP80TypeKind) return true;
  }
  return false;
}

static bool is_zero(LLVMValueRef value) { return LLVMIsAConstantInt(value) && LLVMIsNull(value); }

// Ranges must meet whole cells on both sides, and a variable's bytes must not be copied out to memory (bytes without a
// cell would be lost). Repeats until nothing changes, since moving one object to memory may move others.
static void resolve_ranges(struct front *f, const struct vec_range *ranges) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < ranges->size; i++) {
      LLVMValueRef call = ranges->data[i].call;
      uint32_t detail;
      enum builtin builtin = builtin_of(f, called_function(call), &detail);
      uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)), a = 0, b = 0;
      struct object *to = object_at(f, LLVMGetOperand(call, 0), &a), *from = NULL;
      bool to_var = to && !to->in_memory;
      if (builtin == BUILTIN_MEMSET) {
        bool plain = to_var && (is_zero(LLVMGetOperand(call, 1)) || !has_long_double(to, a, n));
        if (to_var && (!plain || !whole_cells(to, a, n))) to->in_memory = changed = true;
        continue;
      }
      from = object_at(f, LLVMGetOperand(call, 1), &b);
      bool from_var = from && !from->in_memory;
      if (from_var && !to_var) from->in_memory = changed = true;
      else if (to_var && !from_var && (!whole_cells(to, a, n) || has_long_double(to, a, n)))
        to->in_memory = changed = true;
      else if (to_var && from_var &&
               (!mirror_cells(f, from, b, to, a, n, &changed) || !mirror_cells(f, to, a, from, b, n, &changed)))
        to->in_memory = from->in_memory = changed = true;
    }
  }
}

static void add_object(struct front *f, LLVMValueRef value, LLVMTypeRef type, LLVMValueRef function,
                       struct vec_range *ranges) {
  struct object object = {.value = value, .type = type, .address_var = CFA_NONE, .function = function};
  object.size = type_alloc_size(f, type);
  names_of_object(f, &object);
  bool fixed = true;
  if (function) {
    LLVMValueRef count = LLVMGetOperand(value, 0);
    fixed = LLVMIsAConstantInt(count) && LLVMGetInstructionParent(value) == LLVMGetFirstBasicBlock(function);
    if (LLVMIsAConstantInt(count)) object.size *= LLVMConstIntGetZExtValue(count);
    else object.size = 0;
  }
  bool exposed = !function && f->globals_exposed && !global_is_private(value);
  bool placed = !function && (exposed || LLVMIsThreadLocal(value) || is_linker_symbol(f, value));
  object.in_memory = !fixed || placed || !find_cells(f, &object, ranges);
  vec_object_push(&f->objects, object);
  map_u32_put(&f->object_of, key_of(value), f->objects.size);
}

void objects_find(struct front *f) {
  struct vec_range ranges = {0};
  for (uint32_t i = 0; i < f->objects.size; i++) vec_cell_release(&f->objects.data[i].cells);
  vec_object_clear(&f->objects);
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    size_t n;
    if (!LLVMGetFirstUse(g) || !strncmp(LLVMGetValueName2(g, &n), "llvm.", 5)) continue;
    add_object(f, g, LLVMGlobalGetValueType(g), NULL, &ranges);
  }
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    names_collect(f, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i)) add_object(f, i, LLVMGetAllocatedType(i), function, &ranges);
  }
  looked_at_find(f);
  resolve_ranges(f, &ranges);
  vec_range_release(&ranges);
}

// --- reads before writes -----------------------------------------------------------------
// A forward analysis: which cells are certainly written when a block is entered. A cell that some read may find
// unwritten is arbitrary when its object's lifetime begins and needs an input.

struct written {
  uint64_t *bits;
  uint32_t words;
};

enum event_kind { EVENT_READ, EVENT_WRITE, EVENT_FORGET };
struct cell_event {
  uint32_t cell;
  enum event_kind kind;
};
VEC_TYPE(vec_cell_event, struct cell_event)

struct uninit {
  struct front *f;
  struct map_u32 first;        // object value → first cell number + 1
  struct vec_u32 cell_object, cell_index;
};

static void object_events(struct uninit *u, struct object *object, uint64_t offset, uint64_t size, enum event_kind kind,
                          struct vec_cell_event *out) {
  uint32_t first = map_u32_get_or(&u->first, key_of(object->value), 0);
  if (!first) return;
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (c->offset >= offset && c->offset < offset + size)
      vec_cell_event_push(out, (struct cell_event){first - 1 + i, kind});
  }
}

static void instruction_events(struct uninit *u, LLVMValueRef i, struct vec_cell_event *out) {
  struct front *f = u->f;
  uint64_t offset;
  struct object *object;
  uint32_t detail;
  if (LLVMIsALoadInst(i)) {
    object = object_at(f, LLVMGetOperand(i, 0), &offset);
    if (object) object_events(u, object, offset, type_size(f, LLVMTypeOf(i)), EVENT_READ, out);
  } else if (LLVMIsAStoreInst(i)) {
    object = object_at(f, LLVMGetOperand(i, 1), &offset);
    if (object) object_events(u, object, offset, type_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))), EVENT_WRITE, out);
  } else if (LLVMIsACallInst(i) && called_function(i)) {
    enum builtin builtin = builtin_of(f, called_function(i), &detail);
    if (builtin == BUILTIN_LIFETIME && (object = object_at(f, LLVMGetOperand(i, 1), &offset)))
      object_events(u, object, 0, object->size, EVENT_FORGET, out);
    if (builtin != BUILTIN_MEMCPY && builtin != BUILTIN_MEMSET) return;
    if (!LLVMIsAConstantInt(LLVMGetOperand(i, 2))) return;
    uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2));
    if (builtin == BUILTIN_MEMCPY && (object = object_at(f, LLVMGetOperand(i, 1), &offset)))
      object_events(u, object, offset, n, EVENT_READ, out);
    if ((object = object_at(f, LLVMGetOperand(i, 0), &offset))) object_events(u, object, offset, n, EVENT_WRITE, out);
  }
}

static void find_uninit(struct front *f, LLVMValueRef function) {
  struct uninit u = {.f = f};
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)); i; i = LLVMGetNextInstruction(i)) {
    struct object *object = LLVMIsAAllocaInst(i) ? object_of(f, i) : NULL;
    if (!object || object->in_memory) continue;
    map_u32_put(&u.first, key_of(i), u.cell_object.size + 1);
    for (uint32_t k = 0; k < object->cells.size; k++) {
      vec_u32_push(&u.cell_object, (uint32_t)(object - f->objects.data));
      vec_u32_push(&u.cell_index, k);
    }
  }
  uint32_t cells = u.cell_object.size, words = (cells + 63) / 64, n = 0;
  struct map_u32 number = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    map_u32_put(&number, key_of(b), n++);
  // in[b]: all ones at first, nothing at the entry
  uint64_t *in = mem_alloc((size_t)n * words * 8 + 8);
  memset(in, 0xff, (size_t)n * words * 8);
  memset(in, 0, (size_t)words * 8);
  uint64_t *now = mem_alloc((size_t)words * 8 + 8);
  struct vec_cell_event events = {0};
  for (bool changed = cells > 0; changed;) {
    changed = false;
    uint32_t k = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b), k++) {
      memcpy(now, in + (size_t)k * words, (size_t)words * 8);
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        vec_cell_event_clear(&events);
        instruction_events(&u, i, &events);
        for (uint32_t e = 0; e < events.size; e++) {
          uint32_t c = events.data[e].cell;
          if (events.data[e].kind == EVENT_WRITE) now[c / 64] |= 1ull << (c % 64);
          else if (events.data[e].kind == EVENT_FORGET) now[c / 64] &= ~(1ull << (c % 64));
          else if (!(now[c / 64] >> (c % 64) & 1))
            f->objects.data[u.cell_object.data[c]].cells.data[u.cell_index.data[c]].maybe_uninit = true;
        }
      }
      LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
      for (unsigned s = 0; last && s < LLVMGetNumSuccessors(last); s++) {
        uint64_t *to = in + (size_t)map_u32_get_or(&number, key_of(LLVMGetSuccessor(last, s)), 0) * words;
        for (uint32_t w = 0; w < words; w++) {
          uint64_t meet = to[w] & now[w];
          changed |= meet != to[w];
          to[w] = meet;
        }
      }
    }
  }
  vec_cell_event_release(&events);
  mem_free(in);
  mem_free(now);
  map_u32_release(&number);
  map_u32_release(&u.first);
  vec_u32_release(&u.cell_object);
  vec_u32_release(&u.cell_index);
}

bool objects_mark_unwritten(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++) find_uninit(f, f->functions.data[k]);
  bool changed = false;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    bool unwritten = object->function && object->in_memory;
    for (uint32_t c = 0; c < object->cells.size; c++) unwritten |= object->cells.data[c].maybe_uninit;
    if (!unwritten) continue;
    changed |= pointsto_mark(f, pointsto_contents(f, pointsto_target(f, object->value)), NODE_UNWRITTEN);
  }
  return changed;
}

// Static objects lie below the heap and the stack; where they have no room the program is refused (see initial.c).
uint64_t object_place(struct front *f, uint64_t size, uint64_t align) {
  uint64_t end = f->pointer_bits == 32 ? UINT64_C(0x90000000) : UINT64_C(1) << 45;
  if (align < 16) align = 16;
  uint64_t address = (f->next_address + align - 1) & ~(align - 1);
  if (address >= end || size >= end - address) {
    f->no_room = true;
    return address;
  }
  f->next_address = (address + size + 16 + 15) & ~(uint64_t)15;
  return address;
}

uint64_t object_room(struct front *f, const struct object *object) {
  if (object->size || !LLVMIsAGlobalVariable(object->value) || !LLVMIsDeclaration(object->value)) return 0;
  return f->pointer_bits == 32 ? UINT64_C(1) << 24 : UINT64_C(1) << 38;
}

static void assume_room(struct front *f, const struct object *object) {
  struct text text = {0};
  unsigned long long room = object_room(f, object);
  text_printf(&text, "%s, whose size is not declared, has at most %llu bytes", object->name, room);
  if (asks(f, TRAIT_ACCESSES)) text_add(&text, ", and accesses from its start on lie inside of it");
  cfa_add_assumption(f->cfa, "extern-size", text_cstr(&text), object->place);
  text_release(&text);
}

void objects_make_vars(struct front *f) {
  for (uint32_t i = 0; i < f->objects.size; i++) {
    struct object *object = &f->objects.data[i];
    uint32_t function = object->function ? map_u32_get_or(&f->function_ids, key_of(object->function), CFA_NONE)
                                         : CFA_NONE;
    if (object->in_memory) {
      if (!object->function) {
        uint64_t size = object->size ? object->size : 1;
        if (object_room(f, object)) {
          size = object_room(f, object);
          assume_room(f, object);
        }
        object->address = object_place(f, size, LLVMGetAlignment(object->value));
      }
      continue;
    }
    for (uint32_t c = 0; c < object->cells.size; c++) {
      struct cell *cell = &object->cells.data[c];
      const char *ctype;
      bool is_unsigned;
      const char *name = names_of_cell(f, object, cell->offset, cell->size, &ctype, &is_unsigned);
      bool named = object->debug_type != NULL;
      cell->var = cfa_add_var(f->cfa, function, named ? VAR_PROGRAM : VAR_TEMP, name, ctype, type_sort(f, cell->type));
      f->cfa->vars.data[cell->var].is_unsigned = is_unsigned;
      f->cfa->vars.data[cell->var].place = object->place;
    }
  }
}
