// What runs around the entry function: constructors before it; what atexit was given, then destructors after it and on
// exit().
//
// Mostly there is nothing, and the entry function itself begins with the edge that initialises the globals. Where the
// program calls the entry function or takes its address, or has constructors or destructors, a function of its own
// begins the program: it has that edge, then calls the constructors, the entry function and the destructors, as the C
// library does.
#include "front/context.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/start/arguments.h"
#include "front/start/start.h"
#include "front/translate/call.h"
#include "front/translate/jump.h"
#include "front/translate/types.h"
#include <stdlib.h>

// A function to run, with its priority: -1 for .preinit_array, 65535 where none is given.
struct hook {
  LLVMValueRef function;
  int priority;
  uint32_t number;
  bool by_section;
};
VEC_TYPE(vec_hook, struct hook)

enum { PRIORITY_FIRST = -1, PRIORITY_DEFAULT = 65535 };

static int by_priority(const void *a, const void *b) {
  const struct hook *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

// The GNU library gives constructors the arguments of the process, and destructors none: neither is modelled.
static void add_hook(struct front *f, struct vec_hook *hooks, LLVMValueRef value, int priority, bool by_section) {
  while (LLVMIsAGlobalAlias(value)) value = LLVMAliasGetAliasee(value);
  if (LLVMIsAConstantPointerNull(value)) return;
  uint32_t detail;
  if (!LLVMIsAFunction(value) || !function_has_body(value) || builtin_of(f, value, &detail) != BUILTIN_NONE) {
    f->start_unclear = true;
    return;
  }
  if (LLVMCountParams(value)) f->start_given = true;
  vec_hook_push(hooks, (struct hook){value, priority, hooks->size, by_section});
}

// llvm.global_ctors and llvm.global_dtors: { priority, function, data }
static void hooks_of_list(struct front *f, const char *name, struct vec_hook *hooks) {
  LLVMValueRef list = LLVMGetNamedGlobal(f->module, name), initial = list ? LLVMGetInitializer(list) : NULL;
  if (!initial || LLVMIsNull(initial)) return;
  for (unsigned i = 0; i < (unsigned)LLVMGetArrayLength2(LLVMTypeOf(initial)); i++) {
    LLVMValueRef entry = LLVMGetAggregateElement(initial, i);
    LLVMValueRef priority = LLVMGetAggregateElement(entry, 0);
    add_hook(f, hooks, LLVMGetAggregateElement(entry, 1), (int)LLVMConstIntGetZExtValue(priority), false);
  }
}

// Pointers that the program itself puts into a section of that name, or of that name with ".priority" behind it.
static void hooks_of_section(struct front *f, const char *section, int fixed, struct vec_hook *hooks) {
  size_t n = strlen(section);
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    const char *own = LLVMGetSection(g);
    LLVMValueRef initial = LLVMGetInitializer(g);
    if (!own || strncmp(own, section, n) || (own[n] && own[n] != '.') || !initial || LLVMIsNull(initial)) continue;
    int priority = fixed == PRIORITY_FIRST ? PRIORITY_FIRST : own[n] ? atoi(own + n + 1) : PRIORITY_DEFAULT;
    LLVMTypeRef type = LLVMTypeOf(initial);
    if (!type_is_aggregate(type)) {
      add_hook(f, hooks, initial, priority, true);
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
               LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind) {
      for (unsigned i = 0; i < (unsigned)LLVMGetArrayLength2(type); i++)
        add_hook(f, hooks, LLVMGetAggregateElement(initial, i), priority, true);
    } else {
      f->start_unclear = true;
    }
  }
}

// The order among pointers of one priority that the program lays into sections is the linker's.
static void order_hooks(struct front *f, struct vec_hook *hooks, bool backwards, struct vec_value *out) {
  if (hooks->size) qsort(hooks->data, hooks->size, sizeof *hooks->data, by_priority);
  for (uint32_t i = 1; i < hooks->size; i++) {
    const struct hook *a = &hooks->data[i - 1], *b = &hooks->data[i];
    if (a->priority == b->priority && (a->by_section || b->by_section)) f->start_unclear = true;
  }
  for (uint32_t i = 0; i < hooks->size; i++)
    vec_value_push(out, hooks->data[backwards ? hooks->size - 1 - i : i].function);
  vec_hook_release(hooks);
}

// Sections that the C library runs in ways of its own.
static void refuse_sections(struct front *f) {
  static const char *const names[] = {".ctors", ".dtors", ".init", ".fini"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
      if (LLVMGetSection(g) && !strcmp(LLVMGetSection(g), names[i])) f->start_unclear = true;
    for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
      if (LLVMGetSection(g) && !strcmp(LLVMGetSection(g), names[i])) f->start_unclear = true;
  }
}

void start_find(struct front *f) {
  struct vec_hook before = {0}, after = {0};
  hooks_of_section(f, ".preinit_array", PRIORITY_FIRST, &before);
  hooks_of_section(f, ".init_array", PRIORITY_DEFAULT, &before);
  hooks_of_list(f, "llvm.global_ctors", &before);
  hooks_of_section(f, ".fini_array", PRIORITY_DEFAULT, &after);
  hooks_of_list(f, "llvm.global_dtors", &after);
  refuse_sections(f);
  order_hooks(f, &before, false, &f->constructors);
  LLVMValueRef handlers = LLVMGetNamedFunction(f->module, EXIT_HANDLERS);
  if (handlers && function_has_body(handlers)) vec_value_push(&f->destructors, handlers);
  order_hooks(f, &after, true, &f->destructors);
  // What destructors register runs behind the last of them.
  if (handlers && function_has_body(handlers) && f->destructors.size > 1) vec_value_push(&f->destructors, handlers);
  for (uint32_t i = 0; i < f->constructors.size; i++) front_add_function(f, f->constructors.data[i]);
  for (uint32_t i = 0; i < f->destructors.size; i++) front_add_function(f, f->destructors.data[i]);
}

// Is it called, or its address taken? The address of a label in it is not its own.
static bool is_used(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!LLVMIsABlockAddress(LLVMGetUser(use))) return true;
  return false;
}

bool entry_runs_once(struct front *f, LLVMValueRef function) { return function == f->entry && !is_used(function); }

// A global tells whether the function was entered before, and a local keeps that, so that longjmp does not change it.
LLVMValueRef entry_outermost(struct front *f, LLVMValueRef function) {
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  size_t n;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && !strcmp(LLVMGetValueName2(i, &n), ENTRY_OUTERMOST)) return i;
  LLVMTypeRef type = LLVMInt32TypeInContext(f->context);
  LLVMValueRef entered = LLVMAddGlobal(f->module, type, "clew.entered");
  LLVMSetLinkage(entered, LLVMInternalLinkage);
  LLVMSetInitializer(entered, LLVMConstNull(type));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(block));
  LLVMValueRef local = LLVMBuildAlloca(builder, type, ENTRY_OUTERMOST);
  LLVMValueRef before = LLVMBuildLoad2(builder, type, entered, "");
  LLVMValueRef first = LLVMBuildICmp(builder, LLVMIntEQ, before, LLVMConstNull(type), "");
  LLVMBuildStore(builder, LLVMBuildIntCast2(builder, first, type, 0, ""), local);
  LLVMBuildStore(builder, LLVMConstInt(type, 1, 0), entered);
  LLVMDisposeBuilder(builder);
  return local;
}

static uint32_t add_function(struct front *f, const char *name) {
  struct text text = {0};
  text_add(&text, name);
  while (cfa_function_named(f->cfa, text_cstr(&text)) != CFA_NONE) text_addc(&text, '_');
  uint32_t id = cfa_add_function(f->cfa, text_cstr(&text));
  text_release(&text);
  return id;
}

static struct location add_call(struct front *f, struct location from, uint32_t callee) {
  struct location to = cfa_add_location(f->cfa, cfa_location(f->cfa, from)->function, LOC_PLAIN);
  struct edge edge = cfa_add_edge(f->cfa, from, to);
  cfa_edge(f->cfa, edge)->callee = callee;
  cfa_location(f->cfa, to)->place = cfa_location(f->cfa, from)->place;
  return to;
}

// argc for main, which is there from the beginning on.
static struct term kept_argc(struct front *f, uint32_t function) {
  if (f->argc_var == CFA_NONE) f->argc_var = cfa_add_var(f->cfa, function, VAR_TEMP, "argc", "int", sort_bv(f->tm, 32));
  return f->cfa->vars.data[f->argc_var].term;
}

// An edge on which arbitrary arguments for a function arrive, kept in variables for the call that follows.
static struct location arbitrary_arguments(struct front *f, struct location from, uint32_t callee,
                                           struct vec_term *args) {
  struct cfa *cfa = f->cfa;
  uint32_t n = cfa->functions.data[callee].params.size, function = cfa_location(cfa, from)->function;
  if (!n) return from;
  struct location to = cfa_add_location(cfa, function, LOC_PLAIN);
  struct edge edge = cfa_add_edge(cfa, from, to);
  cfa_location(cfa, to)->place = cfa_location(cfa, from)->place;
  for (uint32_t i = 0; i < n; i++) {
    struct cfa_var param = cfa->vars.data[cfa->functions.data[callee].params.data[i]];
    bool is_entry = callee == function_id(f, f->entry);
    struct term known = is_entry ? arguments_value(f, f->entry, i, TERM_NONE) : TERM_NONE;
    if (is_entry && i == 0 && arguments_counted(f)) known = kept_argc(f, function);
    if (term_none(known)) known = argument_place(f, callee, i);
    if (!term_none(known)) {
      vec_term_push(args, known);
      continue;
    }
    uint32_t var = cfa_add_var(cfa, function, VAR_TEMP, param.name, param.ctype, param.sort);
    struct cfa_input input = {.term = cfa_edge_term(cfa, param.sort, "argument"),
                              .kind = INPUT_UNINIT,
                              .name = param.name,
                              .ctype = param.ctype};
    argument_site(f, callee, i, &input);
    vec_input_push(&cfa_edge(cfa, edge)->inputs, input);
    vec_update_push(&cfa_edge(cfa, edge)->updates, (struct cfa_update){var, input.term});
    vec_term_push(args, cfa->vars.data[var].term);
  }
  return to;
}

static struct location call_with_arguments(struct front *f, struct location at, uint32_t callee) {
  struct vec_term args = {0};
  at = arbitrary_arguments(f, at, callee, &args);
  at = add_call(f, at, callee);
  struct cfa_edge *e = &f->cfa->edges.data[f->cfa->edges.size - 1];
  for (uint32_t k = 0; k < args.size; k++) vec_term_push(&e->args, args.data[k]);
  vec_term_release(&args);
  return jump_refuse(f, at, callee);
}

// The function that exit() calls. Made before the others are translated, since these call it.
void start_declare(struct front *f) {
  struct cfa *cfa = f->cfa;
  f->exit_function = CFA_NONE;
  if (!f->destructors.size) return;
  f->exit_function = add_function(f, "exit");
  struct location at = cfa_add_location(cfa, f->exit_function, LOC_PLAIN);
  for (uint32_t i = 0; i < f->destructors.size; i++) {
    uint32_t id = function_id(f, f->destructors.data[i]);
    cfa_location(cfa, at)->place = cfa->functions.data[id].place;
    at = call_with_arguments(f, at, id);
  }
  struct location exit = cfa_add_location(cfa, f->exit_function, LOC_EXIT);
  cfa_location(cfa, exit)->place = cfa_location(cfa, at)->place;
  cfa_add_edge(cfa, at, exit);
}

// The function that the program begins with, entered at the edge that initialises the globals.
static uint32_t make_start(struct front *f, uint32_t entry_function) {
  struct cfa *cfa = f->cfa;
  uint32_t start = add_function(f, "_start");
  cfa->functions.data[start].is_model = true; // not the user's
  cfa->functions.data[start].place = cfa->functions.data[entry_function].place;
  struct location at = cfa_add_location(cfa, start, LOC_PLAIN), first = at;
  cfa_location(cfa, at)->place = cfa->functions.data[entry_function].place;
  for (uint32_t i = 0; i < f->constructors.size; i++)
    at = call_with_arguments(f, at, function_id(f, f->constructors.data[i]));
  at = call_with_arguments(f, at, entry_function);
  if (f->exit_function != CFA_NONE) at = add_call(f, at, f->exit_function);
  struct location exit = cfa_add_location(cfa, start, LOC_EXIT);
  cfa_location(cfa, exit)->place = cfa_location(cfa, at)->place;
  cfa_add_edge(cfa, at, exit);
  cfa->functions.data[start].entry = first;
  cfa->main = start;
  return start;
}

void start_make(struct front *f) {
  uint32_t entry = function_id(f, f->entry);
  bool plain = !is_used(f->entry) && !f->constructors.size && !f->destructors.size;
  initial_edge(f, plain ? entry : make_start(f, entry), plain);
}

void start_release(struct front *f) {
  vec_value_release(&f->constructors);
  vec_value_release(&f->destructors);
}
