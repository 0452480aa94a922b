// Loads, stores, fills and copies: on variables where the object is one, on
// regions otherwise.
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <assert.h>
#include <stdio.h>

// A dereference of null, or of what lies near it, ends the path.
static void memory_check(struct translation *t, struct term address) {
  struct terms *tm = t->f->tm;
  segment_check(t, term_ule(tm, term_bv(tm, t->f->pointer_bits, 0x1000), address), "an access through a null pointer");
}

static struct term cell_index(struct front *f, uint32_t node, struct term address) {
  uint32_t cell = region_cell(f, node);
  return cell == 1 ? address : term_extract(f->tm, f->pointer_bits - 1, (uint32_t)__builtin_ctz(cell), address);
}

struct term memory_load_from(struct translation *t, uint32_t var, uint32_t node, struct term address, uint32_t bytes) {
  struct front *f = t->f;
  struct term memory = segment_var(t, var);
  if (region_cell(f, node) == bytes) return term_select(f->tm, memory, cell_index(f, node, address));
  assert(region_cell(f, node) == 1);
  struct term bits = TERM_NONE;
  for (uint32_t i = 0; i < bytes; i++) {
    struct term byte = term_select(f->tm, memory, term_add(f->tm, address, term_bv(f->tm, f->pointer_bits, i)));
    bits = i ? term_concat(f->tm, byte, bits) : byte;
  }
  return bits;
}

struct term memory_load(struct translation *t, uint32_t node, struct term address, uint32_t bytes) {
  return memory_load_from(t, region_var(t->f, node), node, address, bytes);
}

void memory_store_to(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term bits) {
  struct front *f = t->f;
  uint32_t bytes = term_width(f->tm, bits) / 8;
  struct term memory = segment_var(t, var);
  if (region_cell(f, node) == bytes) {
    segment_set(t, var, term_store(f->tm, memory, cell_index(f, node, address), bits));
    return;
  }
  assert(region_cell(f, node) == 1);
  for (uint32_t i = 0; i < bytes; i++)
    memory = term_store(f->tm, memory, term_add(f->tm, address, term_bv(f->tm, f->pointer_bits, i)),
                        term_extract(f->tm, 8 * i + 7, 8 * i, bits));
  segment_set(t, var, memory);
}

void memory_store(struct translation *t, uint32_t node, struct term address, struct term bits) {
  memory_store_to(t, region_var(t->f, node), node, address, bits);
}

// The object whose address a pointer was computed from without leaving the expression, whatever the indices.
static struct object *root_object(struct front *f, LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) ? object_of(f, pointer) : NULL;
}

// An external pointer is aligned for what it points to: C gives no meaning to an access through another one.
static void check_alignment(struct translation *t, LLVMValueRef pointer, struct term address) {
  struct front *f = t->f;
  uint32_t node = pointsto_target(f, pointer), cell = region_cell(f, node);
  if (cell == 1 || !(pointsto_flags(f, node) & (NODE_UNKNOWN | NODE_OUTSIDE | NODE_FOREIGN))) return;
  uint32_t bits = (uint32_t)__builtin_ctz(cell);
  segment_guard(t, term_eq(f->tm, term_extract(f->tm, bits - 1, 0, address), term_bv(f->tm, bits, 0)));
}

// The path ends where the access is not inside its object, as far as the object is known; elsewhere where it is near
// null.
static void check_access(struct translation *t, LLVMValueRef pointer, struct term address, uint64_t bytes) {
  struct front *f = t->f;
  struct object *object = root_object(f, pointer);
  bool declared_only = object && LLVMIsAGlobalVariable(object->value) && LLVMIsDeclaration(object->value);
  if (!object || declared_only || !object->size) {
    memory_check(t, address);
    variadic_check(t, pointer, address);
    check_alignment(t, pointer, address);
    if (object && f->pointer_bits == 32 && object_room(f, object)) {
      struct term offset = term_sub(f->tm, address, operand(t, object->value));
      struct term last = term_bv(f->tm, 32, object_room(f, object) - bytes);
      segment_unsupported(t, term_ult(f->tm, last, offset), "an access far into an object whose size is not declared");
    }
    return;
  }
  char what[200];
  snprintf(what, sizeof what, "an access outside `%s`", object->name && *object->name ? object->name : "an object");
  if (object->size < bytes) {
    segment_check(t, term_false(f->tm), what);
    return;
  }
  struct term base = operand(t, object->value);
  struct term offset = term_sub(f->tm, address, base);
  segment_check(t, term_ule(f->tm, offset, term_bv(f->tm, f->pointer_bits, object->size - bytes)), what);
}

static struct term load_value(struct translation *t, uint32_t node, struct term address, LLVMTypeRef type) {
  struct term bits = memory_load(t, node, address, (uint32_t)type_size(t->f, type));
  if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
    segment_check(t, is_long_double(t->f, bits), "a read of a long double whose bytes are no number");
  return value_of_bits(t->f, type, bits);
}

void load_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, struct vec_term *out) {
  struct front *f = t->f;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  uint64_t offset;
  struct object *object = object_at(f, pointer, &offset);
  struct term address = TERM_NONE;
  if (!object || object->in_memory) {
    address = operand(t, pointer);
    check_access(t, pointer, address, type_size(f, type));
  }
  for (uint32_t i = 0; i < leaves.size; i++) {
    struct leaf leaf = leaves.data[i];
    uint32_t bytes = (uint32_t)type_size(f, leaf.type);
    if (object && !object->in_memory) {
      struct cell *cell = &object->cells.data[object_cell(object, offset + leaf.offset, bytes)];
      vec_term_push(out, segment_var(t, cell->var));
    } else {
      struct term at = term_add(f->tm, address, term_bv(f->tm, f->pointer_bits, leaf.offset));
      vec_term_push(out, load_value(t, pointsto_target(f, pointer), at, leaf.type));
    }
  }
  vec_leaf_release(&leaves);
}

void store_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, const struct term *values) {
  struct front *f = t->f;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  uint64_t offset;
  struct object *object = object_at(f, pointer, &offset);
  struct term address = TERM_NONE;
  if (!object || object->in_memory) {
    address = operand(t, pointer);
    check_access(t, pointer, address, type_size(f, type));
  }
  for (uint32_t i = 0; i < leaves.size; i++) {
    struct leaf leaf = leaves.data[i];
    if (object && !object->in_memory) {
      struct cell *cell =
          &object->cells.data[object_cell(object, offset + leaf.offset, (uint32_t)type_size(f, leaf.type))];
      segment_set(t, cell->var, values[i]);
    } else {
      struct term at = term_add(f->tm, address, term_bv(f->tm, f->pointer_bits, leaf.offset));
      struct term bits = bits_of_value(f, leaf.type, values[i]);
      uint32_t width = (uint32_t)type_size(f, leaf.type) * 8;
      memory_store(t, pointsto_target(f, pointer), at,
                   term_width(f->tm, bits) < width ? term_zext(f->tm, bits, width) : bits);
    }
  }
  vec_leaf_release(&leaves);
}

// --- ranges -------------------------------------------------------------------------------

static struct term cells_of(struct front *f, uint32_t node, struct term bytes) {
  uint32_t cell = region_cell(f, node), bits = f->pointer_bits;
  return cell == 1 ? bytes : term_extract(f->tm, bits - 1, (uint32_t)__builtin_ctz(cell), bytes);
}

static struct term repeat_byte(struct front *f, struct term byte, uint32_t bytes) {
  struct term bits = byte;
  for (uint32_t i = 1; i < bytes; i++) bits = term_concat(f->tm, bits, byte);
  return bits;
}

void memory_fill_in(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term byte,
                    struct term length) {
  struct front *f = t->f;
  struct term cell_value = repeat_byte(f, byte, region_cell(f, node));
  struct term memory = segment_var(t, var);
  struct term at = cell_index(f, node, address);
  struct term source = term_array_const(f->tm, term_sort(f->tm, memory), cell_value);
  segment_set(t, var, term_copy(f->tm, memory, at, source, at, cells_of(f, node, length)));
}

void memory_zero_range(struct translation *t, uint32_t node, struct term address, struct term length) {
  memory_fill_in(t, region_var(t->f, node), node, address, term_bv(t->f->tm, 8, 0), length);
}

// From the second to the first of both.
void memory_copy_in(struct translation *t, const uint32_t vars[2], const uint32_t nodes[2], struct term to,
                    struct term from, struct term length) {
  struct front *f = t->f;
  struct term memory = segment_var(t, vars[0]), source = segment_var(t, vars[1]);
  segment_set(t, vars[0],
              term_copy(f->tm, memory, cell_index(f, nodes[0], to), source, cell_index(f, nodes[1], from),
                        cells_of(f, nodes[0], length)));
}

// A length of zero touches nothing, wherever the pointer points.
static void check_range(struct translation *t, struct term address, struct term length) {
  struct terms *tm = t->f->tm;
  struct term empty = term_eq(tm, length, term_bv(tm, t->f->pointer_bits, 0));
  struct term far = term_ule(tm, term_bv(tm, t->f->pointer_bits, 0x1000), address);
  segment_check(t, term_or(tm, empty, far), "an access through a null pointer");
}

void memory_fill_range(struct translation *t, LLVMValueRef pointer, struct term byte, LLVMValueRef length_value,
                       struct term length) {
  struct front *f = t->f;
  uint64_t offset;
  struct object *object = object_at(f, pointer, &offset);
  if (object && !object->in_memory) {
    uint64_t n = LLVMConstIntGetZExtValue(length_value);
    for (uint32_t i = 0; i < object->cells.size; i++) {
      struct cell *c = &object->cells.data[i];
      if (c->offset < offset || c->offset >= offset + n) continue;
      segment_set(t, c->var, value_of_bits(f, c->type, repeat_byte(f, byte, c->size)));
    }
    return;
  }
  uint32_t node = pointsto_target(f, pointer);
  struct term address = operand(t, pointer);
  check_range(t, address, length);
  memory_fill_in(t, region_var(f, node), node, address, byte, length);
}

void memory_copy_range(struct translation *t, LLVMValueRef to, LLVMValueRef from, LLVMValueRef length_value,
                       struct term length) {
  struct front *f = t->f;
  uint64_t a, b;
  struct object *dst = object_at(f, to, &a), *src = object_at(f, from, &b);
  if (dst && !dst->in_memory) {
    uint64_t n = LLVMConstIntGetZExtValue(length_value);
    bool src_var = src && !src->in_memory;
    struct term address = TERM_NONE;
    if (!src_var) check_access(t, from, address = operand(t, from), n);
    struct vec_term values = {0};
    for (uint32_t pass = 0; pass < 2; pass++) { // all reads before all writes: the objects may be the same
      uint32_t k = 0;
      for (uint32_t i = 0; i < dst->cells.size; i++) {
        struct cell *c = &dst->cells.data[i];
        if (c->offset < a || c->offset >= a + n) continue;
        if (pass) {
          segment_set(t, c->var, values.data[k++]);
        } else if (src_var) {
          struct cell *s = &src->cells.data[object_cell(src, c->offset - a + b, c->size)];
          vec_term_push(&values, coerce(f, segment_var(t, s->var), type_sort(f, c->type)));
        } else {
          struct term at = term_add(f->tm, address, term_bv(f->tm, f->pointer_bits, c->offset - a));
          vec_term_push(&values, value_of_bits(f, c->type, memory_load(t, pointsto_target(f, from), at, c->size)));
        }
      }
    }
    vec_term_release(&values);
    return;
  }
  uint32_t dst_node = pointsto_target(f, to), src_node = pointsto_target(f, from);
  struct term d = operand(t, to), s = operand(t, from);
  check_range(t, d, length);
  check_range(t, s, length);
  variadic_check(t, from, s);
  uint32_t vars[] = {region_var(f, dst_node), region_var(f, src_node)}, nodes[] = {dst_node, src_node};
  memory_copy_in(t, vars, nodes, d, s, length);
}
