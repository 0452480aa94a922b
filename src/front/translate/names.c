// What debug information says: names and C types of variables, source places.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/translate/names.h"
#include <stdio.h>

// Operands of a debug node, as LLVM orders them: a DILocalVariable is scope, name, file, type; a DIGlobalVariable the
// same; a DIDerivedType file, scope, name, base type; a DICompositeType file, scope, name, base type, elements; a
// DISubrange count.
LLVMValueRef debug_operand(struct front *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = LLVMMetadataAsValue(f->context, node);
  unsigned n = LLVMGetMDNodeNumOperands(value);
  if (i >= n || n > 4096) return NULL;
  LLVMValueRef *operands = mem_alloc(n * sizeof *operands);
  LLVMGetMDNodeOperands(value, operands);
  LLVMValueRef operand = operands[i];
  mem_free(operands);
  return operand;
}

LLVMMetadataRef debug_child(struct front *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef operand = debug_operand(f, node, i);
  return operand ? LLVMValueAsMetadata(operand) : NULL;
}

static const char *node_string(struct front *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef operand = debug_operand(f, node, i);
  unsigned n;
  const char *text = operand ? LLVMGetMDString(operand, &n) : NULL;
  if (!text) return NULL;
  char *copy = mem_strndup(text, n);
  const char *kept = cfa_string(f->cfa, copy);
  mem_free(copy);
  return kept;
}

static bool is_derived(LLVMMetadataRef type) { return LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind; }
static bool is_composite(LLVMMetadataRef type) { return LLVMGetMetadataKind(type) == LLVMDICompositeTypeMetadataKind; }

// Tags of types as DWARF numbers them.
enum {
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_POINTER = 0x0f,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};

static void print_type(struct front *f, LLVMMetadataRef type, struct text *out, int depth) {
  if (!type || depth > 8) {
    text_add(out, "void");
    return;
  }
  size_t n;
  const char *name = LLVMDITypeGetName(type, &n);
  if (LLVMGetMetadataKind(type) == LLVMDIBasicTypeMetadataKind) {
    text_add_n(out, name, n);
  } else if (is_derived(type)) {
    uint16_t tag = LLVMGetDINodeTag(type);
    if (tag == TAG_TYPEDEF && n) {
      text_add_n(out, name, n);
    } else if (tag == TAG_POINTER) {
      LLVMMetadataRef base = debug_child(f, type, 3);
      if (base && LLVMGetMetadataKind(base) == LLVMDISubroutineTypeMetadataKind) {
        text_add(out, "function *");
        return;
      }
      print_type(f, base, out, depth + 1);
      text_add(out, out->size && out->data[out->size - 1] == '*' ? "*" : " *");
    } else {
      if (tag == TAG_CONST) text_add(out, "const ");
      if (tag == TAG_VOLATILE) text_add(out, "volatile ");
      print_type(f, debug_child(f, type, 3), out, depth + 1);
    }
  } else if (is_composite(type)) {
    uint16_t tag = LLVMGetDINodeTag(type);
    if (tag == TAG_ARRAY) {
      print_type(f, debug_child(f, type, 3), out, depth + 1);
      text_add(out, "[]");
    } else {
      text_add(out, tag == TAG_UNION ? "union " : tag == TAG_ENUMERATION ? "enum " : "struct ");
      text_add_n(out, n ? name : "", n);
    }
  } else {
    text_add(out, "function");
  }
}

static const char *type_name(struct front *f, LLVMMetadataRef type) {
  struct text text = {0};
  print_type(f, type, &text, 0);
  const char *kept = cfa_string(f->cfa, text_cstr(&text));
  text_release(&text);
  return kept;
}

// Through typedefs and qualifiers.
LLVMMetadataRef debug_strip(struct front *f, LLVMMetadataRef type) {
  for (int i = 0; type && is_derived(type) && i < 32; i++) {
    uint16_t tag = LLVMGetDINodeTag(type);
    if (tag == TAG_POINTER) break;
    type = debug_child(f, type, 3);
  }
  return type;
}

bool debug_is_unsigned(struct front *f, LLVMMetadataRef type) {
  type = debug_strip(f, type);
  if (!type) return false;
  if (is_derived(type)) return true; // a pointer
  size_t n;
  const char *name = LLVMDITypeGetName(type, &n);
  return n >= 8 && !strncmp(name, "unsigned", 8);
}

// A DISubprogram is file, scope, name, linkage name, type; a DISubroutineType three that are empty, then the list of
// result and parameters.
bool names_may_write(struct front *f, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function), type = subprogram ? debug_child(f, subprogram, 4) : NULL;
  if (!type || LLVMGetMetadataKind(type) != LLVMDISubroutineTypeMetadataKind) return true;
  LLVMMetadataRef list = debug_child(f, type, 3);
  if (!list) return true;
  unsigned n = LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, list));
  for (unsigned i = 1; i < n; i++) {
    LLVMMetadataRef parameter = debug_strip(f, debug_child(f, list, i));
    if (!parameter) return true; // an ellipsis
    if (!is_derived(parameter) || LLVMGetDINodeTag(parameter) != TAG_POINTER) continue;
    LLVMMetadataRef base = debug_child(f, parameter, 3);
    bool is_const = false;
    for (int k = 0; base && is_derived(base) && k < 32 && !is_const; k++) {
      if (LLVMGetDINodeTag(base) == TAG_POINTER) break;
      is_const = LLVMGetDINodeTag(base) == TAG_CONST;
      base = debug_child(f, base, 3);
    }
    if (!is_const) return true;
  }
  return false;
}

void names_collect(struct front *f, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMGetInstructionOpcode(i) != LLVMCall) continue;
      LLVMValueRef callee = called_function(i);
      size_t n;
      const char *name = callee ? LLVMGetValueName2(callee, &n) : "";
      if (strcmp(name, "llvm.dbg.declare")) continue;
      LLVMValueRef address = LLVMGetOperand(i, 0), variable = LLVMGetOperand(i, 1);
      if (LLVMGetMDNodeNumOperands(address) != 1) continue;
      LLVMValueRef alloca;
      LLVMGetMDNodeOperands(address, &alloca);
      if (!alloca || !LLVMIsAAllocaInst(alloca)) continue;
      vec_ptr_push(&f->debug_values, LLVMValueAsMetadata(variable));
      map_u32_put(&f->variable_debug, key_of(alloca), f->debug_values.size);
    }
  }
}

// Of a global; NULL: there is no debug information.
static LLVMMetadataRef debug_of_global(struct front *f, LLVMValueRef global) {
  LLVMMetadataRef variable = NULL;
  size_t n;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n && !variable; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind) variable = debug_child(f, node, 0);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return variable;
}

static LLVMMetadataRef debug_of_local(struct front *f, LLVMValueRef alloca) {
  uint32_t at = map_u32_get_or(&f->variable_debug, key_of(alloca), 0);
  return at ? f->debug_values.data[at - 1] : NULL;
}

bool names_is_const(struct front *f, LLVMValueRef object) {
  LLVMMetadataRef variable = LLVMIsAGlobalVariable(object) ? debug_of_global(f, object) : debug_of_local(f, object);
  LLVMMetadataRef type = variable ? debug_child(f, variable, 3) : NULL;
  for (int i = 0; type && i < 32; i++) {
    if (!is_derived(type) && !is_composite(type)) return false;
    uint16_t tag = LLVMGetDINodeTag(type);
    if (tag == TAG_CONST) return true;
    if (is_composite(type) ? tag != TAG_ARRAY
                           : tag != TAG_TYPEDEF && tag != TAG_VOLATILE && tag != TAG_RESTRICT && tag != TAG_ATOMIC)
      return false;
    type = debug_child(f, type, 3);
  }
  return false;
}

// Also where the compiler worked. Files of a project may have the same name in several folders.
static uint32_t add_file(struct front *f, const char *name, unsigned n, const char *folder, unsigned length) {
  char *file = mem_strndup(name, n), *where = mem_strndup(length ? folder : "", length);
  uint32_t id = cfa_add_file(f->cfa, file);
  const char *known = f->cfa->folders.data[id];
  if (*where == '/' && *file != '/' && *known && strcmp(known, where)) {
    struct text path = {0};
    text_printf(&path, "%s/%s", where, file);
    id = cfa_add_file(f->cfa, text_cstr(&path));
    text_release(&path);
  }
  if (*where == '/') cfa_set_folder(f->cfa, id, where);
  mem_free(file);
  mem_free(where);
  return id;
}

void names_of_object(struct front *f, struct object *object) {
  LLVMMetadataRef variable = object->function ? debug_of_local(f, object->value) : debug_of_global(f, object->value);
  size_t n;
  const char *raw = LLVMGetValueName2(object->value, &n);
  object->ctype = "";
  if (!variable) {
    object->name = cfa_string(f->cfa, n ? raw : "tmp");
    return;
  }
  const char *name = node_string(f, variable, 1);
  object->name = name ? name : cfa_string(f->cfa, n ? raw : "tmp");
  object->debug_type = debug_child(f, variable, 3);
  if (object->debug_type) object->ctype = type_name(f, object->debug_type);
  object->place.line = LLVMDIVariableGetLine(variable);
  LLVMMetadataRef file = LLVMDIVariableGetFile(variable);
  if (file) {
    unsigned length;
    const char *text = LLVMDIFileGetFilename(file, &length);
    char *copy = mem_strndup(text, length);
    // The models are compiled in no directory (CMakeLists.txt), a program that is named by a relative path never is.
    unsigned n_folder;
    const char *folder = LLVMDIFileGetDirectory(file, &n_folder);
    object->place.file = add_file(f, text, length, folder, n_folder);
    object->is_model = !strncmp(copy, "models/", 7) && (!n_folder || (n_folder == 1 && *folder == '.'));
    mem_free(copy);
  }
}

// Is it all of this scalar, no part of it? A long double has fewer bytes than it takes up.
static bool is_whole(struct front *f, LLVMMetadataRef type, uint64_t offset, uint32_t size) {
  LLVMMetadataRef plain = debug_strip(f, type);
  uint64_t bytes = plain ? (LLVMDITypeGetSizeInBits(plain) + 7) / 8 : size;
  return !offset && (size == bytes || (size < bytes && size >= 10));
}

// Goes down from a type to the scalar at an offset, writing .field and [index]. NULL: there is no scalar of these
// bytes, but several, a part of one, or bit-fields.
static LLVMMetadataRef walk_to(struct front *f, LLVMMetadataRef type, uint64_t offset, uint32_t size,
                               struct text *path) {
  for (int depth = 0; depth < 16; depth++) {
    LLVMMetadataRef plain = debug_strip(f, type);
    if (!plain || !is_composite(plain)) return is_whole(f, type, offset, size) ? type : NULL;
    uint16_t tag = LLVMGetDINodeTag(plain);
    LLVMMetadataRef elements = debug_child(f, plain, 4);
    if (tag == TAG_ENUMERATION) return is_whole(f, type, offset, size) ? type : NULL;
    if (tag == TAG_ARRAY) {
      LLVMMetadataRef base = debug_child(f, plain, 3);
      uint64_t total = LLVMDITypeGetSizeInBits(plain) / 8,
               step = base ? LLVMDITypeGetSizeInBits(debug_strip(f, base)) / 8 : 0;
      if (!step || !total || offset % step + size > step) return NULL;
      // Inner dimensions are listed in one node; print them flat, row by row.
      text_printf(path, "[%llu]", (unsigned long long)(offset / step));
      offset %= step;
      type = base;
      continue;
    }
    if (!elements) return NULL;
    LLVMValueRef list = LLVMMetadataAsValue(f->context, elements);
    unsigned n = LLVMGetMDNodeNumOperands(list);
    LLVMMetadataRef found = NULL;
    uint64_t found_at = 0;
    LLVMValueRef *members = mem_alloc((n + 1) * sizeof *members);
    LLVMGetMDNodeOperands(list, members);
    for (unsigned i = 0; i < n; i++) {
      LLVMMetadataRef member = members[i] ? LLVMValueAsMetadata(members[i]) : NULL;
      if (!member || !is_derived(member)) continue;
      uint64_t at = LLVMDITypeGetOffsetInBits(member) / 8, bytes = (LLVMDITypeGetSizeInBits(member) + 7) / 8;
      if (offset >= at && offset + size <= at + bytes) {
        bool is_bits = (unsigned)LLVMDITypeGetFlags(member) & DEBUG_BIT_FIELD;
        found = is_bits ? NULL : member;
        found_at = at;
        break;
      }
    }
    mem_free(members);
    if (!found) return NULL;
    size_t length;
    const char *name = LLVMDITypeGetName(found, &length);
    if (length) {
      text_addc(path, '.');
      text_add_n(path, name, length);
    }
    offset -= found_at;
    type = debug_child(f, found, 3);
  }
  return NULL;
}

const char *names_of_cell(struct front *f, const struct object *object, uint64_t offset, uint32_t size,
                          const char **ctype, bool *is_unsigned) {
  struct text path = {0};
  text_add(&path, object->name);
  *ctype = object->ctype;
  *is_unsigned = false;
  if (object->debug_type) {
    LLVMMetadataRef type = walk_to(f, object->debug_type, offset, size, &path);
    if (type) {
      *ctype = type == object->debug_type ? object->ctype : type_name(f, type);
      *is_unsigned = debug_is_unsigned(f, type);
    } else { // nothing that C has a type for: people are told of the fields in it (shapes.c)
      *ctype = "";
      text_clear(&path);
      text_add(&path, object->name);
      text_printf(&path, "+%llu", (unsigned long long)offset);
    }
  } else if (offset || size != object->size) {
    text_printf(&path, "+%llu", (unsigned long long)offset);
  }
  const char *kept = cfa_string(f->cfa, text_cstr(&path));
  text_release(&path);
  return kept;
}

struct source_place place_of(struct front *f, LLVMValueRef instruction) {
  unsigned n;
  const char *file = LLVMGetDebugLocFilename(instruction, &n);
  if (!file || !n) return (struct source_place){0, 0, 0};
  unsigned length;
  const char *folder = LLVMGetDebugLocDirectory(instruction, &length);
  return (struct source_place){add_file(f, file, n, folder, folder ? length : 0), LLVMGetDebugLocLine(instruction),
                               LLVMGetDebugLocColumn(instruction)};
}

struct source_place place_of_function(struct front *f, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  if (!program) return (struct source_place){0, 0, 0};
  struct source_place place = {0, LLVMDISubprogramGetLine(program), 0};
  LLVMMetadataRef file = LLVMDIScopeGetFile(program);
  if (file) {
    unsigned n, length;
    const char *text = LLVMDIFileGetFilename(file, &n), *folder = LLVMDIFileGetDirectory(file, &length);
    place.file = add_file(f, text, n, folder, length);
  }
  return place;
}
