// An entry function with parameters whose sizes are stated: --entry 'parse(char buf[n], size_t n)'.
//
// A function is added to the module that has the other parameters, makes the objects and calls the entry function. It
// takes its place: execution starts there, with arguments that are arbitrary as those of any entry function. The
// objects are blocks of the heap, whose contents are arbitrary. So the automaton and a
// native run see the same.
//
//   void start(size_t n) {
//     if (n > MOST) return;
//     parse(malloc(n), n);
//   }
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include <inttypes.h>

#define START "clew.start"
#define SCRATCH "__clew_scratch"
enum { TAG_POINTER = 0x0f };

// The LLVM parameters that a parameter of C became: a structure may be several.
struct place {
  unsigned first, count;
};
VEC_TYPE(vec_place, struct place)

struct wrapping {
  struct front *f;
  LLVMValueRef function;
  struct vec_place places; // by parameter
};

static bool has_attribute(LLVMValueRef function, unsigned k, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, k + 1, kind) != NULL;
}

// clang names the parts of a structure after it: p.coerce0, p.coerce1, or p.0, p.1.
static size_t name_without_part(LLVMValueRef parameter, bool *is_part) {
  size_t n;
  const char *name = LLVMGetValueName2(parameter, &n), *part = strchr(name, '.');
  *is_part = part != NULL;
  return part ? (size_t)(part - name) : n;
}

static bool is_same_structure(LLVMValueRef a, LLVMValueRef b) {
  size_t length;
  bool is_part, is_other;
  size_t n = name_without_part(a, &is_part), m = name_without_part(b, &is_other);
  return is_part && is_other && n == m && !strncmp(LLVMGetValueName2(a, &length), LLVMGetValueName2(b, &length), n);
}

static void find_places(struct wrapping *w) {
  for (unsigned k = 0; k < LLVMCountParams(w->function); k++) {
    LLVMValueRef parameter = LLVMGetParam(w->function, k);
    if (has_attribute(w->function, k, "sret")) continue;
    struct place *last = w->places.size ? &w->places.data[w->places.size - 1] : NULL;
    if (last && is_same_structure(LLVMGetParam(w->function, last->first), parameter)) last->count++;
    else vec_place_push(&w->places, (struct place){k, 1});
  }
}

// The type in C of a parameter; NULL: not known.
static LLVMMetadataRef debug_type(struct wrapping *w, uint32_t i) {
  LLVMMetadataRef program = LLVMGetSubprogram(w->function), type = program ? debug_child(w->f, program, 4) : NULL;
  if (!type || LLVMGetMetadataKind(type) != LLVMDISubroutineTypeMetadataKind) return NULL;
  LLVMMetadataRef list = debug_child(w->f, type, 3);
  if (!list || LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(w->f->context, list)) <= i + 1) return NULL;
  return debug_strip(w->f, debug_child(w->f, list, i + 1));
}

// --- sizes ----------------------------------------------------------------------------------------------

// How a word of a type changes its size: INTEGER stands for int where nothing else is said.
enum word { QUALIFIER, INTEGER, LONG, DOUBLE, POINTER_WIDE, BYTES1, BYTES2, BYTES4, BYTES8 };

static bool find_word(const char *at, size_t n, enum word *word) {
  static const struct {
    const char *text;
    enum word word;
  } words[] = {
      {"const", QUALIFIER},       {"volatile", QUALIFIER},     {"int", INTEGER},
      {"signed", INTEGER},        {"unsigned", INTEGER},       {"long", LONG},
      {"double", DOUBLE},         {"size_t", POINTER_WIDE},    {"ssize_t", POINTER_WIDE},
      {"intptr_t", POINTER_WIDE}, {"uintptr_t", POINTER_WIDE}, {"ptrdiff_t", POINTER_WIDE},
      {"char", BYTES1},           {"_Bool", BYTES1},           {"bool", BYTES1},
      {"int8_t", BYTES1},         {"uint8_t", BYTES1},         {"short", BYTES2},
      {"int16_t", BYTES2},        {"uint16_t", BYTES2},        {"float", BYTES4},
      {"int32_t", BYTES4},        {"uint32_t", BYTES4},        {"int64_t", BYTES8},
      {"uint64_t", BYTES8},
  };
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k].text) == n && !strncmp(at, words[k].text, n)) return *word = words[k].word, true;
  return false;
}

// Of a type that every C program has, its words in any order; 0: it is none.
static uint64_t size_of_type(struct front *f, const char *type) {
  uint32_t counts[BYTES8 + 1] = {0}, wide = f->pointer_bits / 8;
  if (*type && type[strlen(type) - 1] == '*') return wide;
  for (const char *at = type; *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    enum word word;
    if (!find_word(at, n, &word)) return 0;
    counts[word]++;
    at += n;
  }
  for (uint32_t bytes = 1, word = BYTES1; word <= BYTES8; bytes *= 2, word++)
    if (counts[word]) return bytes;
  if (counts[DOUBLE]) return !counts[LONG] ? 8 : wide == 8 ? 16 : 12;
  if (counts[LONG] > 1) return 8;
  if (counts[LONG] || counts[POINTER_WIDE]) return wide;
  return counts[INTEGER] ? 4 : 0;
}

// As stated, or else as the program has it; 0: not known.
static uint64_t element_size(struct wrapping *w, uint32_t i) {
  uint64_t stated = size_of_type(w->f, w->f->options->parameters[i].type);
  LLVMMetadataRef type = stated ? NULL : debug_type(w, i);
  if (stated || !type || LLVMGetDINodeTag(type) != TAG_POINTER) return stated;
  LLVMMetadataRef target = debug_strip(w->f, debug_child(w->f, type, 3));
  return target ? LLVMDITypeGetSizeInBits(target) / 8 : 0;
}

// The greatest value of a parameter that sizes depend on: that of its type, if it is a signed one, and what objects
// allow. *is_bound: less than all values of the type.
static uint64_t most_of(struct wrapping *w, uint32_t i, bool *is_bound) {
  const struct front_options *o = w->f->options;
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetParam(w->function, w->places.data[i].first)));
  LLVMMetadataRef type = debug_type(w, i);
  bool is_unsigned = type ? debug_is_unsigned(w->f, type)
                          : has_attribute(w->function, w->places.data[i].first, "zeroext");
  uint64_t all = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX, most = is_unsigned ? all : all >> 1;
  for (uint32_t k = 0; k < o->n_parameters; k++) {
    const struct front_parameter *p = &o->parameters[k];
    if (!p->by || strcmp(p->by, o->parameters[i].name)) continue;
    uint64_t element = element_size(w, k), unit = p->factor * element;
    uint64_t fits = unit ? (FRONT_OBJECT_MOST - p->summand * element) / unit : UINT64_MAX;
    if (fits < most) most = fits;
  }
  *is_bound = most != all;
  return most;
}

static bool states_size(const struct front_options *o, uint32_t i) {
  for (uint32_t k = 0; k < o->n_parameters; k++)
    if (o->parameters[k].by && !strcmp(o->parameters[k].by, o->parameters[i].name)) return true;
  return false;
}

// --- what is stated and what is there -------------------------------------------------------------------

static bool check_parameter(struct wrapping *w, uint32_t i) {
  struct front *f = w->f;
  const struct front_options *o = f->options;
  const struct front_parameter *p = &o->parameters[i];
  struct place place = w->places.data[i];
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(w->function, place.first));
  LLVMTypeKind kind = place.count == 1 ? LLVMGetTypeKind(type) : LLVMStructTypeKind;
  bool is_pointer = kind == LLVMPointerTypeKind && !argument_structure(w->function, place.first);
  if (p->is_array && !is_pointer)
    error_set(f->error, EXIT_USAGE, "--entry: `%s` has a size, but this parameter of %s is no pointer", p->name,
              o->entry);
  else if (p->is_array && !element_size(w, i))
    error_set(f->error, EXIT_USAGE,
              "--entry: `%s`: the size of an element is not known; state its type, as in char %s[…]", p->name, p->name);
  else if (p->is_array && p->summand > FRONT_OBJECT_MOST / element_size(w, i))
    error_set(f->error, EXIT_USAGE, "--entry: `%s` is larger than the %" PRIu64 " bytes that an object may have",
              p->name, FRONT_OBJECT_MOST);
  else if (states_size(o, i) && (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64))
    error_set(f->error, EXIT_USAGE, "--entry: `%s` is named in a size, but this parameter of %s is no integer", p->name,
              o->entry);
  return !f->error->status;
}

static bool check(struct wrapping *w) {
  struct front *f = w->f;
  const struct front_options *o = f->options;
  find_places(w);
  if (w->places.size != o->n_parameters) {
    error_set(f->error, EXIT_USAGE, "--entry: %s has %" PRIu32 " parameter%s, not %" PRIu32, o->entry, w->places.size,
              w->places.size == 1 ? "" : "s", o->n_parameters);
    return false;
  }
  for (uint32_t i = 0; i < o->n_parameters; i++)
    if (!check_parameter(w, i)) return false;
  return true;
}

// --- the function that starts ---------------------------------------------------------------------------

static void copy_attributes(LLVMValueRef from, unsigned k, LLVMValueRef to, unsigned at, bool to_call) {
  unsigned n = LLVMGetAttributeCountAtIndex(from, k + 1);
  LLVMAttributeRef *all = mem_zalloc(n + 1, sizeof *all);
  LLVMGetAttributesAtIndex(from, k + 1, all);
  for (unsigned i = 0; i < n; i++)
    if (to_call) LLVMAddCallSiteAttribute(to, at + 1, all[i]);
    else LLVMAddAttributeAtIndex(to, at + 1, all[i]);
  mem_free(all);
}

// The parameter of C that an LLVM parameter belongs to; UINT32_MAX: none.
static uint32_t parameter_at(const struct wrapping *w, unsigned k) {
  for (uint32_t i = 0; i < w->places.size; i++)
    if (k - w->places.data[i].first < w->places.data[i].count) return i;
  return UINT32_MAX;
}

static bool is_made(const struct wrapping *w, unsigned k) {
  uint32_t i = parameter_at(w, k);
  return i != UINT32_MAX && w->f->options->parameters[i].is_array;
}

static void set_name(LLVMValueRef value, const char *name) { LLVMSetValueName2(value, name, strlen(name)); }

// Has the parameters that are not made, under the names that the user gives them; *arguments are those of the call.
static LLVMValueRef add_start(struct wrapping *w, struct vec_value *arguments) {
  struct front *f = w->f;
  unsigned n = LLVMCountParams(w->function), count = 0;
  LLVMTypeRef *types = mem_zalloc(n + 1, sizeof *types);
  for (unsigned k = 0; k < n; k++)
    if (!is_made(w, k)) types[count++] = LLVMTypeOf(LLVMGetParam(w->function, k));
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, count, 0);
  LLVMValueRef start = LLVMAddFunction(f->module, START, type);
  mem_free(types);
  count = 0;
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef own = is_made(w, k) ? NULL : LLVMGetParam(start, count);
    vec_value_push(arguments, own);
    if (!own) continue;
    copy_attributes(w->function, k, start, count++, false);
    uint32_t i = parameter_at(w, k);
    size_t length;
    bool whole = i != UINT32_MAX && w->places.data[i].count == 1;
    set_name(own, whole ? f->options->parameters[i].name : LLVMGetValueName2(LLVMGetParam(w->function, k), &length));
  }
  function_hide(f, start, "_start");
  return start;
}

static LLVMValueRef make_object(struct wrapping *w, LLVMBuilderRef builder, uint32_t i, LLVMValueRef by) {
  struct front *f = w->f;
  const struct front_parameter *p = &f->options->parameters[i];
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  uint64_t element = element_size(w, i);
  LLVMValueRef size = LLVMConstInt(word, p->summand * element, 0);
  if (by) {
    LLVMValueRef count = LLVMBuildIntCast2(builder, by, word, 0, "");
    count = LLVMBuildMul(builder, count, LLVMConstInt(word, p->factor * element, 0), "");
    size = LLVMBuildAdd(builder, count, size, "");
  }
  LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(f->context, 0), &word, 1, 0);
  LLVMValueRef allocate = LLVMGetNamedFunction(f->module, SCRATCH);
  if (!allocate) allocate = LLVMAddFunction(f->module, SCRATCH, type);
  return LLVMBuildCall2(builder, type, allocate, &size, 1, p->name);
}

static void add_body(struct wrapping *w, LLVMValueRef start, struct vec_value *arguments) {
  struct front *f = w->f;
  const struct front_options *o = f->options;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMBasicBlockRef at = LLVMAppendBasicBlockInContext(f->context, start, ""),
                    end = LLVMAppendBasicBlockInContext(f->context, start, "");
  LLVMPositionBuilderAtEnd(builder, at);
  for (uint32_t i = 0; i < o->n_parameters; i++) {
    bool is_bound = false;
    uint64_t most = states_size(o, i) ? most_of(w, i, &is_bound) : 0;
    if (!is_bound) continue;
    LLVMValueRef value = arguments->data[w->places.data[i].first];
    LLVMValueRef good = LLVMBuildICmp(builder, LLVMIntULE, value, LLVMConstInt(LLVMTypeOf(value), most, 0), "");
    LLVMBasicBlockRef next = LLVMInsertBasicBlockInContext(f->context, end, "");
    LLVMBuildCondBr(builder, good, next, end);
    LLVMPositionBuilderAtEnd(builder, next);
  }
  for (uint32_t i = 0; i < o->n_parameters; i++) {
    const struct front_parameter *p = &o->parameters[i];
    LLVMValueRef by = NULL;
    for (uint32_t k = 0; p->by && k < o->n_parameters; k++)
      if (!o->parameters[k].is_array && !strcmp(o->parameters[k].name, p->by))
        by = arguments->data[w->places.data[k].first];
    if (p->is_array) arguments->data[w->places.data[i].first] = make_object(w, builder, i, by);
  }
  LLVMValueRef call =
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(w->function), w->function, arguments->data, arguments->size, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(w->function));
  for (unsigned k = 0; k < arguments->size; k++) copy_attributes(w->function, k, call, k, true);
  LLVMBuildBr(builder, end);
  LLVMPositionBuilderAtEnd(builder, end);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
}

bool entry_wrap(struct front *f) {
  if (!f->options->has_parameters) return true;
  struct wrapping w = {f, module_find_entry(f), {0}};
  if (!w.function) return false;
  bool good = check(&w), any = false;
  for (uint32_t i = 0; i < f->options->n_parameters; i++) any |= f->options->parameters[i].is_array;
  if (good && any) {
    struct vec_value arguments = {0};
    LLVMValueRef start = add_start(&w, &arguments);
    add_body(&w, start, &arguments);
    vec_value_release(&arguments);
  }
  vec_place_release(&w.places);
  return good;
}

LLVMValueRef entry_start(struct front *f) {
  return f->options->has_parameters ? LLVMGetNamedFunction(f->module, START) : NULL;
}

LLVMValueRef entry_parameter(struct front *f, LLVMValueRef value) {
  LLVMValueRef start = entry_start(f);
  if (!start || LLVMGetBasicBlockParent(LLVMGetInstructionParent(value)) != start) return value;
  LLVMValueRef call = LLVMGetUser(LLVMGetFirstUse(value)), function = called_function(call);
  for (unsigned k = 0; k < LLVMCountParams(function); k++)
    if (LLVMGetOperand(call, k) == value) return LLVMGetParam(function, k);
  return value;
}

void entry_object(struct translation *t, LLVMValueRef call) {
  struct cfa_alloc *alloc = &t->allocs.data[t->allocs.size - 1];
  size_t length;
  alloc->name = cfa_string(t->f->cfa, LLVMGetValueName2(call, &length));
  if (!term_is_const(t->f->tm, alloc->size)) alloc->space = FRONT_OBJECT_MOST;
}

bool entry_makes(struct front *f, LLVMValueRef call) {
  LLVMValueRef start = entry_start(f);
  return start && LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == start;
}

// Which of the objects the program may free: an external object need not be a block of the heap.
static void assume_blocks(struct front *f) {
  LLVMValueRef check = LLVMGetNamedFunction(f->module, safety_names[SAFETY_FREE]);
  LLVMBasicBlockRef first = LLVMGetFirstBasicBlock(entry_start(f));
  for (LLVMBasicBlockRef b = first; b && asks(f, TRAIT_FREES); b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? called_function(i) : NULL;
      size_t n;
      if (!called || strcmp(LLVMGetValueName2(called, &n), SCRATCH)) continue;
      bool is_freed = false;
      struct source_place place = {0}; // in the program, not in a model
      for (LLVMUseRef use = check ? LLVMGetFirstUse(check) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (pointsto_target(f, LLVMGetOperand(call, 0)) != pointsto_target(f, i)) continue;
        is_freed = true;
        if (!is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)))) place = place_of(f, call);
      }
      struct text text = {0};
      text_printf(&text, "%s is a block of the heap", LLVMGetValueName2(i, &n));
      if (is_freed) cfa_add_assumption(f->cfa, "entry-block", text_cstr(&text), place);
      text_release(&text);
    }
}

// A variable that the caller of the entry function may have the address of.
static bool has_named_variable(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    LLVMLinkage linkage = LLVMGetLinkage(g);
    bool is_named = linkage == LLVMExternalLinkage || linkage == LLVMCommonLinkage || linkage == LLVMWeakAnyLinkage;
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    bool is_ours = !strncmp(name, "clew.", 5) || !strncmp(name, "__clew_", 7);
    if (is_named && !is_ours && !LLVMIsGlobalConstant(g) && LLVMGetFirstUse(g)) return true;
  }
  return false;
}

// A caller may pass one object for two parameters, or a variable of the program.
static void assume_apart(struct front *f) {
  const struct front_options *o = f->options;
  uint32_t arrays = 0;
  for (uint32_t i = 0; i < o->n_parameters; i++) arrays += o->parameters[i].is_array;
  if (arrays > 1 || (arrays == 1 && has_named_variable(f)))
    cfa_add_assumption(f->cfa, "entry-apart",
                       "the objects of --entry share no memory with each other or with variables",
                       (struct source_place){0});
}

void entry_assume(struct front *f) {
  const struct front_options *o = f->options;
  if (!entry_start(f)) return;
  assume_apart(f);
  struct wrapping w = {f, module_find_function(f), {0}};
  find_places(&w);
  for (uint32_t i = 0; i < o->n_parameters; i++) {
    bool is_bound = false;
    uint64_t most = states_size(o, i) ? most_of(&w, i, &is_bound) : 0;
    if (!is_bound) continue;
    LLVMMetadataRef type = debug_type(&w, i);
    struct text text = {0};
    text_printf(&text, type && debug_is_unsigned(f, type) ? "%s is at most %" PRIu64 : "%s is from 0 to %" PRIu64,
                o->parameters[i].name, most);
    cfa_add_assumption(f->cfa, "entry-size", cfa_string(f->cfa, text_cstr(&text)), (struct source_place){0});
    text_release(&text);
  }
  vec_place_release(&w.places);
  assume_blocks(f);
}
