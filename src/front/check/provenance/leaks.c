// Leaks where the program ends: at the return of the entry function, and at exit and its like. What is not lost is what
// some word leads to that lives on: words of globals, of locals at an exit, and of what the caller of an entry function
// that is not main can see.
#include "front/check/provenance/provenance_pass.h"
#include "front/check/checks.h"
#include "front/compile/module.h"
#include "front/link/undefined.h"
#include "front/memory/pointsto.h"
#include "front/start/arguments.h"
#include "front/start/start.h"
#include "front/translate/types.h"

#define ROOTS_MOST 256

// --- words ---------------------------------------------------------------------------------------------------

// there: whether the word is still there; NULL: it is.
static void mark(struct provenance *p, LLVMValueRef value, LLVMValueRef there) {
  if (there) value = LLVMBuildSelect(p->builder, there, value, LLVMConstNull(LLVMTypeOf(value)), "");
  if (provenance_is_pointer(value)) {
    LLVMTypeRef type = LLVMFunctionType(p->word, &p->pointer, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[SAFETY_ADDRESS]);
    if (!function) function = LLVMAddFunction(p->f->module, safety_names[SAFETY_ADDRESS], type);
    value = LLVMBuildCall2(p->builder, type, function, &value, 1, "");
  }
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->f->context), &p->word, 1, 0);
  LLVMBuildCall2(p->builder, type, LLVMGetNamedFunction(p->f->module, SAFETY_MARK), &value, 1, "");
}

// The words of a variable; false: parts of one are apart, and together they may be an address.
static bool mark_cells(struct provenance *p, struct object *object, LLVMValueRef there) {
  bool all = true;
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    bool is_word = LLVMGetTypeKind(c->type) == LLVMPointerTypeKind || (p->numbers && c->type == p->word);
    if (!is_word && p->numbers && object->size >= p->f->pointer_bits / 8) all = false;
    if (!is_word || c->offset % (p->f->pointer_bits / 8)) continue;
    mark(p, LLVMBuildLoad2(p->builder, c->type, provenance_address_at(p, object->value, c->offset), ""), there);
  }
  return all;
}

// The words of an object in memory; false: there are too many, or it is not known how many.
static bool mark_words(struct provenance *p, LLVMValueRef object, uint64_t size, LLVMValueRef there) {
  uint64_t bytes = p->f->pointer_bits / 8;
  if (!size || size / bytes > ROOTS_MOST) return false;
  for (uint64_t at = 0; at + bytes <= size; at += bytes) {
    LLVMValueRef place = provenance_address_at(p, object, at);
    LLVMTypeRef type = LLVMFunctionType(p->word, &p->pointer, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[SAFETY_WORD]);
    if (!function) function = LLVMAddFunction(p->f->module, safety_names[SAFETY_WORD], type);
    mark(p, LLVMBuildCall2(p->builder, type, function, &place, 1, ""), there);
  }
  return true;
}

// Integers hold an address of the heap where one was cast, or written as such.
void provenance_find_numbers(struct provenance *p) {
  for (uint32_t n = 1; n < p->classes.size; n++) {
    const struct class *c = &p->classes.data[n];
    p->numbers |= c->owned && (c->numbered || pointsto_flags(p->f, n) & (NODE_EXPOSED | NODE_PUNNED));
  }
}

static bool may_lead(struct provenance *p, uint32_t node) { return p->numbers || provenance_reaches_heap(p, node, 0); }

// --- locals --------------------------------------------------------------------------------------------------

// Can the function at hand be left, or a block in it, without the marks of the compiler?
static bool jumps(struct provenance *p) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAIndirectBrInst(i) || provenance_builtin_at(p, i) == BUILTIN_SETJMP) return true;
  return false;
}

// A variable that says whether a local with a scope is in it. The builder stands elsewhere then.
static LLVMValueRef presence_of(struct provenance *p, LLVMValueRef alloca) {
  uint32_t known = map_u32_get_or(&p->presences, key_of(alloca), 0);
  if (known) return p->values.data[known - 1];
  LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(p->function)));
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  LLVMValueRef presence = LLVMBuildAlloca(p->builder, p->number, "clew.present");
  LLVMBuildStore(p->builder, provenance_number(p, 0), presence);
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool begins = provenance_is_lifetime(user, "llvm.lifetime.start");
    if (!begins && !provenance_is_lifetime(user, "llvm.lifetime.end")) continue;
    provenance_stand_behind(p, user);
    LLVMBuildStore(p->builder, provenance_number(p, begins), presence);
  }
  vec_value_push(&p->values, presence);
  map_u32_put(&p->presences, key_of(alloca), p->values.size);
  return presence;
}

// Is it known whether such a local is still there at an end? *there as in `mark`.
static bool is_present(struct provenance *p, LLVMValueRef end, LLVMValueRef alloca, LLVMValueRef *there) {
  *there = NULL;
  if (LLVMGetInstructionParent(alloca) != LLVMGetFirstBasicBlock(p->function)) return false; // was it made?
  if (provenance_is_slot(alloca)) return true;
  if (!provenance_has_scope(alloca) || jumps(p)) return false;
  LLVMValueRef presence = presence_of(p, alloca);
  provenance_stand_before(p, end);
  LLVMValueRef value = LLVMBuildLoad2(p->builder, p->number, presence, "");
  *there = LLVMBuildICmp(p->builder, LLVMIntNE, value, provenance_number(p, 0), "");
  return true;
}

// --- roots ---------------------------------------------------------------------------------------------------

struct roots {
  bool any; // some word may lead to the heap
  bool all; // all such words were looked at
};

// Words in globals, and in locals of the function at hand, that may lead to the heap: what they lead to is not lost.
static void mark_objects(struct provenance *p, LLVMValueRef end, bool with_locals, struct roots *roots) {
  for (uint32_t i = 0; i < p->f->objects.size; i++) {
    struct object *object = &p->f->objects.data[i];
    LLVMValueRef there = NULL;
    size_t n;
    if (!object->function && LLVMIsGlobalConstant(object->value)) continue;
    if (!strncmp(LLVMGetValueName2(object->value, &n), ARRAY_COMPANION, strlen(ARRAY_COMPANION))) continue;
    if (object->function && (!with_locals || object->function != p->function)) continue;
    if (!may_lead(p, pointsto_contents(p->f, pointsto_target(p->f, object->value)))) continue;
    roots->any = true;
    if (object->function && !is_present(p, end, object->value, &there)) roots->all = false;
    else if (object->in_memory) roots->all &= mark_words(p, object->value, object->size, there);
    else roots->all &= mark_cells(p, object, there);
  }
}

// The function that the program begins in, as the user knows it.
static LLVMValueRef entry_of(struct provenance *p) {
  return entry_start(p->f) ? module_find_function(p->f) : p->f->entry;
}

// The call of it where the sizes of its parameters are stated (front/start/entry.c); NULL: they are not.
static LLVMValueRef start_call(struct provenance *p) {
  LLVMValueRef start = entry_start(p->f);
  for (LLVMUseRef use = start ? LLVMGetFirstUse(entry_of(p)) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == start) return user;
  }
  return NULL;
}

// The structure that a function returns where its k-th parameter leads to; NULL: it is none such.
static LLVMTypeRef result_type(LLVMValueRef function, unsigned k) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, k + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// What the parameters of the entry function lead to is its caller's, and of what lies there only objects with a stated
// size and what is returned in memory are looked at.
static void mark_parameters(struct provenance *p, struct roots *roots) {
  LLVMValueRef call = start_call(p);
  uint32_t nodes = p->f->points.parent.size, own = 0;
  for (unsigned k = 0; k < LLVMCountParams(p->function); k++) {
    LLVMValueRef param = LLVMGetParam(p->function, k);
    if (!provenance_is_pointer(param)) continue;
    uint32_t contents = pointsto_contents(p->f, pointsto_target(p->f, param));
    if (!may_lead(p, contents)) continue;
    LLVMTypeRef result = result_type(p->function, k);
    bool is_made = call && LLVMIsACallInst(LLVMGetOperand(call, k));
    if (result) own = pointsto_root(p->f, pointsto_target(p->f, param));
    roots->any = true;
    if (is_made) mark(p, param, NULL);
    else if (result) roots->all &= mark_words(p, param, type_alloc_size(p->f, result), NULL);
    else roots->all = false;
    if (may_lead(p, pointsto_contents(p->f, contents))) roots->all = false; // through pointers that were there before
  }
  for (uint32_t n = 1; n < nodes; n++) {
    if (pointsto_root(p->f, n) != n || n == own || !(pointsto_flags(p->f, n) & (NODE_OUTSIDE | NODE_FOREIGN))) continue;
    if (!provenance_reaches_heap(p, pointsto_contents(p->f, n), 0)) continue;
    roots->any = true;
    roots->all = false;
  }
}

// What the entry function returns: a pointer, or a structure in registers.
static void mark_result(struct provenance *p, LLVMValueRef value, struct roots *roots) {
  LLVMTypeRef type = LLVMTypeOf(value);
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    mark(p, value, NULL);
    roots->any = true;
    return;
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      mark_result(p, LLVMBuildExtractValue(p->builder, value, i, ""), roots);
    return;
  default:
    if (!p->numbers || type_size(p->f, type) < p->f->pointer_bits / 8) return;
    roots->any = true;
    if (type == p->word) mark(p, value, NULL);
    else roots->all = false;
  }
}

// An end of the program; the builder stands before it.
struct end {
  LLVMValueRef at;
  LLVMValueRef result; // NULL: there is none, or frames are still there
  bool has_locals; // those of the function at hand
};

// Has the program a store that may put an address of the heap into the array argv, or into what is not told apart from
// it?
static bool writes_arguments(struct provenance *p) {
  LLVMValueRef list = arguments_list(p->f);
  if (!list) return false;
  uint32_t array = pointsto_root(p->f, pointsto_target(p->f, list));
  if (!may_lead(p, pointsto_contents(p->f, array))) return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(p->f->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
        if (provenance_builtin_at(p, i) == BUILTIN_MEMCPY) to = LLVMGetOperand(i, 0);
        if (to && pointsto_root(p->f, pointsto_target(p->f, to)) == array) return true;
      }
  return false;
}

static struct roots mark_roots(struct provenance *p, struct end end) {
  struct roots roots = {false, true};
  mark_objects(p, end.at, end.has_locals, &roots);
  if (writes_arguments(p)) roots = (struct roots){true, false}; // argv is there until the program ends
  if (!strcmp(p->f->options->entry, "main") || p->function != entry_of(p)) return roots;
  mark_parameters(p, &roots);
  if (end.result) mark_result(p, end.result, &roots);
  return roots;
}

// --- checks --------------------------------------------------------------------------------------------------

static void check_leaks(struct provenance *p, struct end end, uint64_t flags) {
  LLVMValueRef lost = provenance_number(p, 1);
  provenance_stand_before(p, end.at);
  if (!(flags & (SAFETY_ALL_FREED | SAFETY_NOT_LAST | SAFETY_ABORTS))) {
    struct roots roots = mark_roots(p, end);
    LLVMTypeRef type = LLVMFunctionType(p->number, NULL, 0, 0);
    LLVMValueRef spread = LLVMGetNamedFunction(p->f->module, SAFETY_SPREAD);
    if (roots.any) lost = LLVMBuildCall2(p->builder, type, spread, NULL, 0, "");
    if (!roots.all) flags |= SAFETY_HAS_FRAMES;
  }
  provenance_emit2(p, SAFETY_LEAKS, provenance_number(p, flags), lost);
}

// Has the function at hand memory that is no object by name?
static bool has_dynamic(struct provenance *p) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (provenance_builtin_at(p, i) == BUILTIN_ALLOCA ||
          (LLVMIsAAllocaInst(i) && !LLVMIsAConstantInt(LLVMGetOperand(i, 0))))
        return true;
  return false;
}

static uint64_t end_flags(struct provenance *p) {
  bool is_last = !p->f->destructors.size && !provenance_is_called(p, "at_quick_exit");
  return (is_last ? 0u : SAFETY_NOT_LAST) | (checks(p->f, PROPERTY_MEMCLEANUP) ? SAFETY_ALL_FREED : 0u);
}

// Only the call that the program began with ends it: the check is behind a branch, in a block of its own. Returns what
// the check has to stand before.
static LLVMValueRef in_outermost(struct provenance *p, LLVMValueRef ret) {
  LLVMValueRef outermost = entry_outermost(p->f, p->function);
  LLVMBasicBlockRef end = provenance_cut_before(p, ret);
  LLVMBasicBlockRef check = LLVMAppendBasicBlockInContext(p->f->context, p->function, "");
  LLVMValueRef value = LLVMBuildLoad2(p->builder, p->number, outermost, "");
  LLVMValueRef is_first = LLVMBuildICmp(p->builder, LLVMIntNE, value, provenance_number(p, 0), "");
  LLVMBuildCondBr(p->builder, is_first, check, end);
  LLVMPositionBuilderAtEnd(p->builder, check);
  return LLVMBuildBr(p->builder, end);
}

// Is there only one call of the entry function?
static bool runs_once(struct provenance *p, LLVMValueRef function) {
  if (entry_runs_once(p->f, function)) return true;
  LLVMUseRef use = function == entry_of(p) && start_call(p) ? LLVMGetFirstUse(function) : NULL;
  return use && !LLVMGetNextUse(use);
}

void provenance_leaks_at_return(struct provenance *p, LLVMValueRef ret) {
  if (!p->leaks || p->function != entry_of(p)) return;
  bool once = runs_once(p, p->function);
  // A constructor may have called the entry function before.
  uint64_t flags = end_flags(p) | (!once && p->f->constructors.size ? SAFETY_NOT_LAST : 0u);
  LLVMValueRef result = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
  check_leaks(p, (struct end){once ? ret : in_outermost(p, ret), result, false}, flags);
}

// exit and the like end the program with all frames still there.
void provenance_leaks_at_stop(struct provenance *p, LLVMValueRef call) {
  static const char *const names[] = {"exit",         "err",   "errx",  "verr",       "verrx",
                                      "pthread_exit", "_exit", "_Exit", "quick_exit", "thrd_exit"};
  size_t n;
  const char *name = LLVMGetValueName2(called_function(call), &n);
  if (!p->leaks) return;
  bool aborts = !strcmp(name, "abort") || !strcmp(name, "llvm.trap");
  if (aborts && checks(p->f, PROPERTY_MEMCLEANUP)) check_leaks(p, (struct end){call, NULL, false}, SAFETY_ABORTS);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) {
      bool only = runs_once(p, p->function) && !has_dynamic(p); // there are no other frames
      check_leaks(p, (struct end){call, NULL, true}, (only ? 0u : SAFETY_HAS_FRAMES) | end_flags(p));
    }
}

// So does an assertion that fails, where assertions are not checked. No destructor and no handler runs behind it.
void provenance_leaks_at_assertion(struct provenance *p, LLVMValueRef call, bool has_condition) {
  if (!p->leaks || !checks(p->f, PROPERTY_MEMCLEANUP) || checks(p->f, PROPERTY_UNREACH)) return;
  LLVMValueRef fails = provenance_number(p, 1), condition = has_condition ? LLVMGetOperand(call, 0) : NULL;
  provenance_stand_before(p, call);
  if (condition) fails = LLVMBuildZExt(p->builder, LLVMBuildIsNull(p->builder, condition, ""), p->number, "");
  provenance_emit2(p, SAFETY_LEAKS, provenance_number(p, SAFETY_ALL_FREED), fails);
}

// A function without a body that does not return ends the program, too.
void provenance_leaks_at_stranger(struct provenance *p, LLVMValueRef call) {
  if (!checks(p->f, PROPERTY_MEMCLEANUP) || !undefined_ends(call)) return;
  check_leaks(p, (struct end){call, NULL, true}, SAFETY_HAS_FRAMES | end_flags(p));
}
