// Types and objects for reports, from debug information: see cfa/layout.h.
#include "front/context.h"
#include "front/link/functions.h"
#include "front/memory/objects.h"
#include "front/start/arguments.h"
#include "front/translate/names.h"
#include "front/translate/types.h"
#include "cfa/layout.h"
#include <stdlib.h>

// Tags of types as DWARF numbers them, and the operands of debug nodes: see names.c.
enum {
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_UNION = 0x17,
};
#define TYPES_MAX 20000u
#define ENUMERATORS_MAX 64u // of one type that are listed

struct shapes {
  struct front *f;
  struct layout *layout;
  struct map_u32 done; // debug node → type
};

static uint32_t shape_of(struct shapes *s, LLVMMetadataRef node, int depth);

static uint32_t add_type(struct shapes *s, LLVMMetadataRef node, struct layout_type type) {
  vec_layout_type_push(&s->layout->types, type);
  uint32_t id = s->layout->types.size - 1;
  if (node) map_u32_put(&s->done, key_of(node), id);
  return id;
}

static const char *kept_name(struct shapes *s, LLVMMetadataRef node) {
  size_t n;
  const char *name = LLVMDITypeGetName(node, &n);
  char *copy = mem_strndup(n ? name : "", n);
  const char *kept = cfa_string(s->f->cfa, copy);
  mem_free(copy);
  return kept;
}

static uint32_t list_size(struct shapes *s, LLVMMetadataRef list) {
  return list ? (uint32_t)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(s->f->context, list)) : 0;
}

static LLVMValueRef *list_items(struct shapes *s, LLVMMetadataRef list, uint32_t n) {
  LLVMValueRef *items = mem_zalloc(n + 1, sizeof *items);
  if (n) LLVMGetMDNodeOperands(LLVMMetadataAsValue(s->f->context, list), items);
  return items;
}

static uint32_t basic_shape(struct shapes *s, LLVMMetadataRef node) {
  struct layout_type type = {.kind = LAYOUT_INTEGER,
                             .name = kept_name(s, node),
                             .size = (LLVMDITypeGetSizeInBits(node) + 7) / 8};
  const char *name = type.name;
  type.is_unsigned = !strncmp(name, "unsigned", 8);
  if (!strcmp(name, "_Bool") || !strcmp(name, "bool")) type.kind = LAYOUT_BOOL;
  else if (!strcmp(name, "char")) type.kind = LAYOUT_CHAR;
  else if (strstr(name, "complex")) type.kind = LAYOUT_UNKNOWN;
  else if (strstr(name, "float") || strstr(name, "double") || !strcmp(name, "_Float16")) type.kind = LAYOUT_FLOAT;
  return add_type(s, node, type);
}

// The dimensions of an array are in one node; here an array has one dimension.
static uint32_t array_shape(struct shapes *s, LLVMMetadataRef node, int depth) {
  LLVMMetadataRef list = debug_child(s->f, node, 4);
  uint32_t n = list_size(s, list), base = shape_of(s, debug_child(s->f, node, 3), depth + 1);
  LLVMValueRef *items = list_items(s, list, n);
  for (uint32_t i = n; i-- > 0;) {
    LLVMValueRef count = items[i] ? debug_operand(s->f, LLVMValueAsMetadata(items[i]), 0) : NULL;
    uint64_t elements = count && LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0;
    if ((int64_t)elements < 0) elements = 0;
    const struct layout_type *element = layout_type(s->layout, base);
    struct layout_type type = {.kind = LAYOUT_ARRAY, .name = "", .size = elements * element->size, .base = base};
    base = add_type(s, i ? NULL : node, type);
  }
  mem_free(items);
  return base;
}

static void add_members(struct shapes *s, uint32_t id, LLVMMetadataRef node, int depth) {
  LLVMMetadataRef list = debug_child(s->f, node, 4);
  uint32_t n = list_size(s, list);
  LLVMValueRef *items = list_items(s, list, n);
  struct vec_layout_member members = {0};
  for (uint32_t i = 0; i < n; i++) {
    LLVMMetadataRef member = items[i] ? LLVMValueAsMetadata(items[i]) : NULL;
    if (!member || LLVMGetMetadataKind(member) != LLVMDIDerivedTypeMetadataKind) continue;
    uint64_t at = LLVMDITypeGetOffsetInBits(member), bits = LLVMDITypeGetSizeInBits(member);
    struct layout_member m = {.name = kept_name(s, member), .offset = at / 8};
    m.type = shape_of(s, debug_child(s->f, member, 3), depth + 1);
    if ((unsigned)LLVMDITypeGetFlags(member) & DEBUG_BIT_FIELD) m.bit = (uint32_t)(at % 8), m.bits = (uint32_t)bits;
    vec_layout_member_push(&members, m);
  }
  s->layout->types.data[id].first = s->layout->members.size;
  s->layout->types.data[id].count = members.size;
  for (uint32_t i = 0; i < members.size; i++) vec_layout_member_push(&s->layout->members, members.data[i]);
  vec_layout_member_release(&members);
  mem_free(items);
}

// LLVM's C API does not tell the value of an enumerator, but prints it.
static void add_enumerators(struct shapes *s, uint32_t id, LLVMMetadataRef node) {
  LLVMMetadataRef list = debug_child(s->f, node, 4);
  uint32_t n = list_size(s, list), first = s->layout->members.size;
  if (n > ENUMERATORS_MAX || s->layout->members.size > TYPES_MAX) return;
  LLVMValueRef *items = list_items(s, list, n);
  for (uint32_t i = 0; i < n; i++) {
    char *printed = items[i] ? LLVMPrintValueToString(items[i]) : NULL;
    const char *name = printed ? strstr(printed, "name: \"") : NULL,
               *value = printed ? strstr(printed, "value: ") : NULL;
    if (name && value) {
      char *copy = mem_strndup(name + 7, strcspn(name + 7, "\""));
      struct layout_member m = {.name = cfa_string(s->f->cfa, copy), .offset = (uint64_t)strtoll(value + 7, NULL, 10)};
      vec_layout_member_push(&s->layout->members, m);
      mem_free(copy);
    }
    if (printed) LLVMDisposeMessage(printed);
  }
  s->layout->types.data[id].first = first;
  s->layout->types.data[id].count = s->layout->members.size - first;
  mem_free(items);
}

static uint32_t composite_shape(struct shapes *s, LLVMMetadataRef node, int depth) {
  uint16_t tag = LLVMGetDINodeTag(node);
  if (tag == TAG_ARRAY) return array_shape(s, node, depth);
  bool is_enum = tag == TAG_ENUMERATION;
  struct layout_type type = {.kind = is_enum            ? LAYOUT_ENUM
                                     : tag == TAG_UNION ? LAYOUT_UNION
                                                        : LAYOUT_STRUCT,
                             .name = kept_name(s, node),
                             .size = LLVMDITypeGetSizeInBits(node) / 8};
  uint32_t id = add_type(s, node, type);
  if (is_enum) {
    LLVMMetadataRef base = debug_child(s->f, node, 3);
    s->layout->types.data[id].is_unsigned = base && debug_is_unsigned(s->f, base);
    add_enumerators(s, id, node);
  } else add_members(s, id, node, depth);
  return id;
}

static uint32_t pointer_shape(struct shapes *s, LLVMMetadataRef node, int depth) {
  struct layout_type type = {.kind = LAYOUT_POINTER, .name = "", .size = s->f->pointer_bits / 8, .is_unsigned = true};
  uint32_t id = add_type(s, node, type);
  LLVMMetadataRef target = debug_child(s->f, node, 3);
  // A chain of pointers is followed to its end, but only so far.
  uint32_t base = target ? shape_of(s, target, depth + 1) : 0;
  s->layout->types.data[id].base = base;
  return id;
}

static uint32_t shape_of(struct shapes *s, LLVMMetadataRef node, int depth) {
  node = debug_strip(s->f, node);
  if (!node || depth > 64 || s->layout->types.size > TYPES_MAX) return 0;
  uint32_t known = map_u32_get_or(&s->done, key_of(node), 0);
  if (known) return known;
  switch (LLVMGetMetadataKind(node)) {
  case LLVMDIBasicTypeMetadataKind: return basic_shape(s, node);
  case LLVMDICompositeTypeMetadataKind: return composite_shape(s, node, depth);
  case LLVMDIDerivedTypeMetadataKind: return pointer_shape(s, node, depth);
  case LLVMDISubroutineTypeMetadataKind:
    return add_type(s, node, (struct layout_type){.kind = LAYOUT_FUNCTION, .name = "function"});
  default: return 0;
  }
}

// --- objects, parameters, results ---------------------------------------------------------

static void add_initial(struct shapes *s, LLVMValueRef global, struct layout_object *made) {
  LLVMValueRef initial = LLVMIsDeclaration(global) ? NULL : LLVMGetInitializer(global);
  if (!initial) return;
  made->is_zero = LLVMIsNull(initial);
  if (!LLVMIsAConstantDataSequential(initial) || !LLVMIsConstantString(initial)) return;
  size_t n;
  const char *text = LLVMGetAsString(initial, &n);
  char *kept = arena_alloc(&s->f->cfa->arena, n + 1);
  memcpy(kept, text, n);
  kept[n] = 0;
  made->text = kept;
  made->length = n;
}

static void add_object(struct shapes *s, const struct object *object) {
  struct cfa *cfa = s->f->cfa;
  uint32_t type = object->debug_type ? shape_of(s, object->debug_type, 0) : 0;
  if (!object->in_memory) {
    for (uint32_t i = 0; i < object->cells.size; i++) {
      const struct cell *c = &object->cells.data[i];
      if (c->var == CFA_NONE) continue;
      uint64_t offset = c->offset;
      if (object->is_model) map_u32_put(&s->layout->hidden, cfa->vars.data[c->var].term.id, 1);
      uint32_t at = layout_walk(s->layout, type, &offset, c->size, NULL);
      if (at && !offset && layout_type(s->layout, at)->size == c->size)
        map_u32_put(&s->layout->type_of, cfa->vars.data[c->var].term.id, at);
      if (type && !*cfa->vars.data[c->var].ctype && !object->is_model) {
        struct layout_part part = {.name = object->name, .type = type, .offset = c->offset, .size = c->size};
        vec_layout_part_push(&s->layout->parts, part);
        map_u32_put(&s->layout->part_of, cfa->vars.data[c->var].term.id, s->layout->parts.size);
      }
    }
    return;
  }
  size_t n;
  const char *raw = LLVMGetValueName2(object->value, &n);
  bool is_literal = !object->function && !strncmp(raw, ".str", 4); // no name in C begins so
  struct layout_object made = {.name = object->name,
                               .type = type,
                               .address = object->address,
                               .size = object->size,
                               .place = object->place,
                               .is_literal = is_literal,
                               .is_hidden = !object->debug_type && !is_literal};
  if (object->function) {
    made.function = cfa->functions.data[map_u32_get_or(&s->f->function_ids, key_of(object->function), 0)].name;
    made.is_hidden |= is_model(object->function);
  } else {
    made.is_hidden |= object->is_model;
    add_initial(s, object->value, &made);
  }
  if (object->address_var != CFA_NONE) made.address_var = cfa->vars.data[object->address_var].term;
  if (made.address || object->function) vec_layout_object_push(&s->layout->objects, made);
}

// The object that a parameter is stored to: by its name, without what the calling convention adds to it.
static const struct object *parameter_object(struct front *f, LLVMValueRef function, const char *name, size_t n) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)); i; i = LLVMGetNextInstruction(i)) {
    const struct object *object = LLVMIsAAllocaInst(i) ? object_of(f, i) : NULL;
    if (object && object->debug_type && strlen(object->name) == n && !strncmp(object->name, name, n)) return object;
  }
  return NULL;
}

static struct layout_param parameter_shape(struct shapes *s, LLVMValueRef function, const char *name, size_t n,
                                           uint64_t *offset, uint64_t size) {
  size_t base = n;
  const char *coerce = NULL;
  for (size_t i = 0; i + 7 <= n && !coerce; i++)
    if (!strncmp(name + i, ".coerce", 7)) coerce = name + i, base = i;
  const struct object *object = parameter_object(s->f, function, name, base);
  if (!object) return (struct layout_param){0};
  // Parts of one structure follow each other.
  if (!coerce || (coerce + 7 < name + n && coerce[7] == '0') || coerce + 7 == name + n) *offset = 0;
  struct layout_param param = {.name = object->name, .type = shape_of(s, object->debug_type, 0), .offset = *offset};
  *offset += size > 8 ? size : 8;
  return param;
}

// A compiler may keep no names of values: then by where the parameter is stored to, which an object with a name is.
static struct layout_param nameless_parameter(struct shapes *s, LLVMValueRef param) {
  for (LLVMUseRef use = LLVMGetFirstUse(param); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef store = LLVMGetUser(use);
    uint64_t offset;
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != param) continue;
    const struct object *object = object_at(s->f, LLVMGetOperand(store, 1), &offset);
    if (!object || !object->function || !object->debug_type) continue;
    return (struct layout_param){object->name, shape_of(s, object->debug_type, 0), .offset = offset};
  }
  return (struct layout_param){0};
}

static void add_function(struct shapes *s, LLVMValueRef function) {
  struct front *f = s->f;
  const struct cfa_function *made = &f->cfa->functions.data[map_u32_get_or(&f->function_ids, key_of(function), 0)];
  struct vec_leaf leaves = {0};
  uint64_t offset = 0;
  for (unsigned k = 0, at = 0; k < LLVMCountParams(function); k++) {
    LLVMValueRef param = LLVMGetParam(function, k);
    size_t n;
    const char *name = LLVMGetValueName2(param, &n);
    vec_leaf_clear(&leaves);
    type_leaves(f, LLVMTypeOf(param), 0, &leaves);
    struct layout_param shape = n ? parameter_shape(s, function, name, n, &offset, type_size(f, LLVMTypeOf(param)))
                                  : nameless_parameter(s, param);
    for (uint32_t i = 0; i < leaves.size && at < made->params.size; i++, at++) {
      struct layout_param part = shape;
      part.offset += leaves.data[i].offset;
      vec_layout_param_push(&s->layout->params, part);
      map_u32_put(&s->layout->param_of, f->cfa->vars.data[made->params.data[at]].term.id, s->layout->params.size);
    }
  }
  vec_leaf_release(&leaves);
  LLVMMetadataRef program = LLVMGetSubprogram(function), type = program ? debug_child(f, program, 4) : NULL,
                  list = type ? debug_child(f, type, 3) : NULL;
  if (made->result == CFA_NONE || !list_size(s, list)) return;
  uint32_t result = shape_of(s, debug_child(f, list, 0), 0);
  if (result) map_u32_put(&s->layout->type_of, f->cfa->vars.data[made->result].term.id, result);
}

static void add_block(struct shapes *s, uint32_t address, uint32_t object) {
  LLVMMetadataRef type = s->f->objects.data[object].debug_type;
  uint32_t pointer = shape_of(s, type, 0);
  if (layout_type(s->layout, pointer)->kind == LAYOUT_POINTER) map_u32_put(&s->layout->type_of, address, pointer);
}

// The list of main's arguments is an object that no declaration names.
static void add_arguments(struct shapes *s) {
  struct front *f = s->f;
  const struct cfa_arguments *a = &f->cfa->arguments;
  struct term list = term_none(a->argc) ? TERM_NONE : arguments_value(f, f->entry, 1, TERM_NONE);
  const struct cfa_function *main = &f->cfa->functions.data[map_u32_get_or(&f->function_ids, key_of(f->entry), 0)];
  uint64_t address;
  if (term_none(list) || !term_value64(f->tm, list, &address) || main->params.size < 2) return;
  uint32_t at = map_u32_get_or(&s->layout->param_of, f->cfa->vars.data[main->params.data[1]].term.id, 0);
  uint32_t type = at ? s->layout->params.data[at - 1].type : 0;
  if (layout_type(s->layout, type)->kind != LAYOUT_POINTER) return;
  uint64_t size = (a->count + UINT64_C(1)) * (f->pointer_bits / 8);
  uint32_t base = layout_type(s->layout, type)->base;
  type = add_type(s, NULL, (struct layout_type){.kind = LAYOUT_ARRAY, .name = "", .size = size, .base = base});
  vec_layout_object_push(&s->layout->objects,
                         (struct layout_object){.name = "argv", .type = type, .address = address, .size = size});
}

// What globals start with: the first edge of the program gives it to them.
static void add_initial_values(struct shapes *s) {
  const struct cfa *cfa = s->f->cfa;
  const struct cfa_location *entry = cfa_location(cfa, cfa->functions.data[cfa->main].entry);
  for (uint32_t i = 0; i < entry->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, entry->out.data[i]);
    for (uint32_t u = 0; u < e->updates.size; u++) {
      const struct cfa_var *v = &cfa->vars.data[e->updates.data[u].var];
      if (v->kind == VAR_PROGRAM && v->function == CFA_NONE && term_is_const(cfa->tm, e->updates.data[u].value))
        map_u32_put(&s->layout->initial_of, v->term.id, e->updates.data[u].value.id);
    }
  }
}

void shapes_collect(struct front *f) {
  struct shapes s = {.f = f, .layout = layout_new()};
  f->cfa->layout = s.layout;
  for (uint32_t i = 0; i < f->objects.size; i++) add_object(&s, &f->objects.data[i]);
  for (uint32_t i = 0; i < f->functions.size; i++)
    if (!is_model(f->functions.data[i])) add_function(&s, f->functions.data[i]);
  for (uint32_t i = 0; i < f->new_blocks.capacity; i++)
    if (f->new_blocks.cells[i].key != MAP_EMPTY)
      add_block(&s, (uint32_t)f->new_blocks.cells[i].key, f->new_blocks.cells[i].value - 1);
  add_arguments(&s);
  add_initial_values(&s);
  map_u32_release(&s.done);
}
