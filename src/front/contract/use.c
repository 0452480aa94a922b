// --use-contracts: calls of functions that have a contract become calls of the functions that replace.c has written.
// What such a function may write without an `assigns` is found in the body: variables that it names. A body that
// writes through a pointer stays where it is. See contract.h.
#include "base/memory/alloc.h"
#include "cfa/build.h"
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/context.h"
#include "front/contract/contract.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/translate/names.h"
#include <string.h>

static const char *name_of(LLVMValueRef value) {
  size_t n;
  return LLVMGetValueName2(value, &n);
}

// --- what a body may write -------------------------------------------------------------------------------------------

struct writes {
  struct map_u32 seen; // functions
  struct vec_value mentioned; // variables that the body names
  struct vec_value globals;
  bool frees; // it may free memory
  bool uses_unknown; // it may use other variables, too
  LLVMValueRef unknown; // the first instruction that writes somewhere else, or calls what is not known; NULL: none
};

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) ||
         (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static void add_write(struct writes *w, LLVMValueRef instruction, LLVMValueRef pointer) {
  LLVMValueRef root = root_of(pointer);
  if (LLVMIsAAllocaInst(root)) return;
  if (!LLVMIsAGlobalVariable(root) || LLVMIsThreadLocal(root)) {
    if (!w->unknown) w->unknown = instruction;
    return;
  }
  for (uint32_t i = 0; i < w->globals.size; i++)
    if (w->globals.data[i] == root) return;
  vec_value_push(&w->globals, root);
}

static void add_mentioned(struct writes *w, LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value)) {
    for (int k = 0; k < LLVMGetNumOperands(value); k++) add_mentioned(w, LLVMGetOperand(value, (unsigned)k));
    return;
  }
  if (!LLVMIsAGlobalVariable(value) || LLVMIsGlobalConstant(value)) return;
  for (uint32_t i = 0; i < w->mentioned.size; i++)
    if (w->mentioned.data[i] == value) return;
  vec_value_push(&w->mentioned, value);
}

static void collect(struct writes *w, LLVMValueRef function);

static void add_call(struct writes *w, LLVMValueRef call) {
  LLVMValueRef called = called_function(call);
  const char *name = called ? name_of(called) : "";
  if (!strncmp(name, "llvm.mem", 8)) {
    add_write(w, call, LLVMGetOperand(call, 0));
  } else if (called && LLVMCountBasicBlocks(called)) {
    collect(w, called);
  } else if (!strcmp(name, "free") || !strcmp(name, "realloc") || !strcmp(name, "reallocarray")) {
    w->frees = true;
    w->unknown = call;
  } else if (strncmp(name, "llvm.", 5) && strncmp(name, "__ubsan_handle", 14) && strcmp(name, "__assert_fail") &&
             strcmp(name, "abort")) {
    w->uses_unknown = true;
    if (!w->unknown) w->unknown = call;
  }
}

static void add_instruction(struct writes *w, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++) add_mentioned(w, LLVMGetOperand(i, (unsigned)k));
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: add_write(w, i, LLVMGetOperand(i, 1)); break;
  case LLVMLoad: // a pointer that is not the function's own may lead to any variable
    if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind && !LLVMIsAAllocaInst(root_of(LLVMGetOperand(i, 0))))
      w->uses_unknown = true;
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
  case LLVMInvoke:
  case LLVMCallBr:
    w->unknown = i;
    w->uses_unknown = true;
    break;
  case LLVMCall: add_call(w, i); break;
  default: break;
  }
}

static void collect(struct writes *w, LLVMValueRef function) {
  if (map_u32_find(&w->seen, key_of(function))) return;
  map_u32_put(&w->seen, key_of(function), 1);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) add_instruction(w, i);
}

// Is the whole variable among what the contract assigns?
static bool names_variable(const struct contract *c, LLVMValueRef global) {
  for (uint32_t i = 0; i < c->clauses.size; i++) {
    const struct clause *clause = &c->clauses.data[i];
    if (clause->kind != CLAUSE_ASSIGNS) continue;
    struct clause_part rest = words_whole(clause);
    for (size_t comma; rest.from < rest.to; rest.from = comma + 1) {
      comma = words_find(rest, rest.from, ",");
      struct clause_part one = words_trim((struct clause_part){clause, rest.from, comma});
      size_t n = strlen(name_of(global));
      if (one.to - one.from == n && !strncmp(clause->text + one.from, name_of(global), n)) return true;
      if (comma == rest.to) break;
    }
  }
  return false;
}

// A variable that the body writes by name, and of which the contract assigns no part; NULL: there is none.
static LLVMValueRef not_assigned(const struct contract *c, const struct writes *w) {
  for (uint32_t k = 0; k < w->globals.size; k++) {
    const char *name = name_of(w->globals.data[k]);
    bool found = false;
    for (uint32_t i = 0; i < c->clauses.size; i++)
      found |= c->clauses.data[i].kind == CLAUSE_ASSIGNS && words_mention(words_whole(&c->clauses.data[i]), name);
    if (!found) return w->globals.data[k];
  }
  return NULL;
}

// --- calls -----------------------------------------------------------------------------------------------------------

struct use {
  LLVMValueRef made, target;
  const struct contract *contract;
  struct writes writes;
  bool is_left; // calls of it stay what they are
};
VEC_TYPE(vec_use, struct use)

// The function that has the name in C; NULL: none has, or several.
static LLVMValueRef find_target(struct front *f, const char *name) {
  LLVMValueRef found = NULL;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    if (strcmp(function_name(g), name)) continue;
    if (found) return NULL;
    found = g;
  }
  return found;
}

// Is there a call in the program, or its address?
static bool is_needed(const struct use *use) {
  for (LLVMUseRef u = use->target ? LLVMGetFirstUse(use->target) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user)) return true;
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (in != use->target && !contract_is_made(in)) return true;
  }
  return false;
}

static void warn(struct front *f, const struct contract *c, LLVMValueRef at, const char *why) {
  struct text text = {0};
  text_printf(&text, "calls of `%s` are not replaced by its contract: %s", c->function, why);
  unsigned n = 0;
  const char *file = at ? LLVMGetDebugLocFilename(at, &n) : NULL;
  if (file) text_printf(&text, " (%.*s:%u)", (int)n, file, LLVMGetDebugLocLine(at));
  vec_string_push(f->warnings, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

static bool never_returns(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

// A pointer that became arbitrary would lead to none of the program's objects (`input-pointer` of docs/assumptions.md),
// while that of the body may.
static bool holds_pointer(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return true;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: return holds_pointer(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (holds_pointer(LLVMStructGetTypeAtIndex(type, i))) return true;
    return false;
  default: return false;
  }
}

static bool returns_pointer(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
  bool in_memory = LLVMCountParams(function) && LLVMGetEnumAttributeAtIndex(function, 1, kind);
  return in_memory || holds_pointer(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
}

static bool writes_pointer(const struct use *use) {
  for (uint32_t i = 0; i < use->writes.globals.size; i++)
    if (holds_pointer(LLVMGlobalGetValueType(use->writes.globals.data[i]))) return true;
  return false;
}

static void judge(struct front *f, struct use *use) {
  struct text own = {0};
  const char *why = NULL;
  if (!use->target) why = "several files have a function of that name";
  else if (LLVMGlobalGetValueType(use->target) != LLVMGlobalGetValueType(use->made)) why = "its types are not clear";
  else if (never_returns(use->target)) why = "it does not return";
  else if (returns_pointer(use->target)) why = "it returns a pointer, or a structure that may hold one";
  else if (LLVMCountBasicBlocks(use->target)) collect(&use->writes, use->target);
  if (!why && use->writes.frees) why = "it may free memory";
  if (!why && use->writes.unknown && !contract_has(use->contract, CLAUSE_ASSIGNS))
    why = "it has no `assigns`, and its body writes through a pointer or calls what may";
  LLVMValueRef left_out = contract_has(use->contract, CLAUSE_ASSIGNS) ? not_assigned(use->contract, &use->writes)
                                                                      : NULL;
  if (!why && left_out) {
    text_printf(&own, "it writes `%s`, which its `assigns` leaves out", name_of(left_out));
    why = text_cstr(&own);
  }
  if (!why && !contract_has(use->contract, CLAUSE_ASSIGNS) && writes_pointer(use))
    why = "it has no `assigns`, and its body writes a variable that holds pointers";
  use->is_left = why != NULL;
  if (why && is_needed(use)) warn(f, use->contract, use->writes.unknown, why);
  text_release(&own);
}

static LLVMValueRef call_with(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef *arguments, unsigned n) {
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, n, "");
}

// In the place of the call of CONTRACT_WRITES: what the body may write becomes arbitrary.
static void expand_writes(struct front *f, struct use *use, LLVMValueRef call) {
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->options->bits);
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(f->context, 0), word};
  LLVMValueRef havoc = LLVMGetNamedFunction(f->module, "__VERIFIER_nondet_memory");
  if (!havoc)
    havoc = LLVMAddFunction(f->module, "__VERIFIER_nondet_memory",
                            LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 2, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  for (uint32_t i = 0; i < use->writes.globals.size; i++) {
    LLVMValueRef global = use->writes.globals.data[i];
    unsigned long long bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), LLVMGlobalGetValueType(global));
    LLVMValueRef arguments[] = {global, LLVMConstInt(word, bytes, 0)};
    call_with(builder, havoc, arguments, 2);
  }
  LLVMDisposeBuilder(builder);
  LLVMInstructionEraseFromParent(call);
}

// Before each call of CONTRACT_APART: the same for every variable that the body names.
static void expand_apart(struct front *f, struct use *use, LLVMValueRef call) {
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->options->bits);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  for (uint32_t i = 0; i < use->writes.mentioned.size; i++) {
    LLVMValueRef global = use->writes.mentioned.data[i];
    unsigned long long bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), LLVMGlobalGetValueType(global));
    LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), global, LLVMConstInt(word, bytes, 0)};
    call_with(builder, LLVMGetCalledValue(call), arguments, 4);
  }
  LLVMDisposeBuilder(builder);
}

// The calls that a made function has of the function that it is about are of that one itself.
static void keep_own(LLVMValueRef made, struct use *use) {
  for (LLVMBasicBlockRef b = made ? LLVMGetFirstBasicBlock(made) : NULL; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == use->made)
        LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, use->target);
}

static void replace(struct front *f, struct use *use) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(use->made); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMValueRef called = LLVMIsACallInst(i) ? called_function(i) : NULL;
      if (called && !strcmp(name_of(called), CONTRACT_WRITES)) expand_writes(f, use, i);
      else if (called && !strcmp(function_name(called), CONTRACT_APART)) expand_apart(f, use, i);
    }
  // What a function without a body may change is all that it can reach.
  bool is_open = !LLVMCountBasicBlocks(use->target) && !contract_has(use->contract, CLAUSE_ASSIGNS);
  if (is_open && f->options->undefined == UNDEFINED_PURE) f->kept_options.undefined = UNDEFINED_HAVOC;
  LLVMReplaceAllUsesWith(use->target, use->made);
  struct text check = {0};
  text_printf(&check, CONTRACT_CHECK "%s", use->contract->function);
  keep_own(LLVMGetNamedFunction(f->module, text_cstr(&check)), use);
  keep_own(use->made, use);
  text_release(&check);
}

// What is assumed of the function's `assigns`, once, as text; empty: nothing.
static void find_unproved(const struct use *use, struct text *out) {
  if (!contract_has(use->contract, CLAUSE_ASSIGNS)) return;
  if (!LLVMCountBasicBlocks(use->target)) text_printf(out, "%s changes only what it assigns", use->contract->function);
  else if (use->writes.unknown)
    text_printf(out, "%s changes only what it assigns; it writes through pointers, or calls what may",
                use->contract->function);
  for (uint32_t i = 0; i < use->writes.globals.size && !out->size; i++)
    if (!names_variable(use->contract, use->writes.globals.data[i]))
      text_printf(out, "%s changes only what it assigns; it writes `%s`", use->contract->function,
                  name_of(use->writes.globals.data[i]));
}

static void add_attribute(struct front *f, LLVMValueRef function, const char *key, const char *value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(f->context, key, (unsigned)strlen(key), value, (unsigned)strlen(value)));
}

static void remember(struct front *f, struct use *use) {
  struct text name = {0}, assigns = {0};
  text_printf(&name, "contract of %s", use->contract->function);
  add_attribute(f, use->made, "clew-name", text_cstr(&name));
  find_unproved(use, &assigns);
  // Which variables it uses is known where the body is, and calls nothing else.
  if (!LLVMCountBasicBlocks(use->target) || use->writes.uses_unknown) add_attribute(f, use->made, "clew-apart", "");
  add_attribute(f, use->made, "clew-assigns", text_cstr(&assigns));
  text_release(&name);
  text_release(&assigns);
}

static void release_writes(struct writes *w) {
  map_u32_release(&w->seen);
  vec_value_release(&w->globals);
  vec_value_release(&w->mentioned);
}

// A proof of a function says nothing of its own `assigns` but what its body shows.
static void remember_own(struct front *f) {
  const struct contract *own = contract_of(&f->contracts, f->options->entry);
  struct text name = {0}, text = {0};
  text_printf(&name, CONTRACT_CHECK "%s", f->options->entry);
  LLVMValueRef made = LLVMGetNamedFunction(f->module, text_cstr(&name));
  struct use use = {.contract = own, .target = made && own ? find_target(f, own->function) : NULL};
  if (use.target && LLVMCountBasicBlocks(use.target)) {
    collect(&use.writes, use.target);
    find_unproved(&use, &text);
    add_attribute(f, made, "clew-assigns", text_cstr(&text));
  }
  release_writes(&use.writes);
  text_release(&name);
  text_release(&text);
}

bool contract_use(struct front *f) {
  remember_own(f);
  if (!f->options->use_contracts) return true;
  struct vec_use uses = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    const char *name = name_of(g);
    if (strncmp(name, CONTRACT_USE, strlen(CONTRACT_USE)) || !LLVMCountBasicBlocks(g)) continue;
    const struct contract *c = contract_of(&f->contracts, name + strlen(CONTRACT_USE));
    if (c) vec_use_push(&uses, (struct use){.made = g, .contract = c, .target = find_target(f, c->function)});
  }
  for (uint32_t i = 0; i < uses.size; i++) judge(f, &uses.data[i]);
  for (uint32_t i = 0; i < uses.size; i++) {
    struct use *use = &uses.data[i];
    if (use->is_left) {
      LLVMDeleteFunction(use->made);
    } else {
      remember(f, use);
      replace(f, use);
    }
    release_writes(&use->writes);
  }
  vec_use_release(&uses);
  LLVMValueRef value = LLVMGetNamedFunction(f->module, CONTRACT_VALUE);
  if (value) LLVMSetValueName2(value, "__clew_arbitrary_int", strlen("__clew_arbitrary_int"));
  return true;
}

static void assume(struct front *f, const char *kind, const char *format, const char *what) {
  struct text text = {0};
  text_printf(&text, format, what);
  cfa_add_assumption(f->cfa, kind, cfa_string(f->cfa, text_cstr(&text)), (struct source_place){0});
  text_release(&text);
}

static void assume_assigns(struct front *f, LLVMValueRef made) {
  LLVMAttributeRef assigns = LLVMGetStringAttributeAtIndex(made, LLVMAttributeFunctionIndex, "clew-assigns", 12);
  unsigned n = 0;
  const char *text = assigns ? LLVMGetStringAttributeValue(assigns, &n) : "";
  if (n) assume(f, "contract-assigns", "%s", text);
}

void contract_own_assume(struct front *f, const struct contract *own) {
  struct text name = {0};
  text_printf(&name, CONTRACT_CHECK "%s", own->function);
  LLVMValueRef made = LLVMGetNamedFunction(f->module, text_cstr(&name));
  if (made) assume_assigns(f, made);
  text_release(&name);
}

void contract_use_assume(struct front *f) {
  for (uint32_t i = 0; i < f->functions.size; i++) {
    LLVMValueRef g = f->functions.data[i];
    const char *name = name_of(g);
    if (strncmp(name, CONTRACT_USE, strlen(CONTRACT_USE))) continue;
    const struct contract *c = contract_of(&f->contracts, name + strlen(CONTRACT_USE));
    if (!c) continue; // a part of one
    assume(f, "contract", "%s keeps its contract, and a call of it ends", c->function);
    if (c->has_objects) {
      if (LLVMGetStringAttributeAtIndex(g, LLVMAttributeFunctionIndex, "clew-apart", 10))
        assume(f, "contract-apart", "what the arguments of %s point to shares no memory with variables that it uses",
               c->function);
      if (!provenance_is_asked(f))
        assume(f, "contract-valid", "what the precondition of %s says of pointers holds at its calls", c->function);
    }
    assume_assigns(f, g);
  }
}
