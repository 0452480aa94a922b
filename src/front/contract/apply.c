// Contracts in the program: the function that starts is the one that generate.c has made. What contracts compute
// changes nothing: what generated functions store, or call, that could, is refused with its place. See contract.h.
#include "base/memory/alloc.h"
#include "cfa/build.h"
#include "front/compile/module.h"
#include "front/context.h"
#include "front/contract/contract.h"
#include "front/link/functions.h"
#include "front/library/builtins.h"
#include "front/translate/names.h"
#include <string.h>

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

static const char *name_of(LLVMValueRef value) {
  size_t n;
  return LLVMGetValueName2(value, &n);
}

bool contract_is_made(LLVMValueRef function) {
  const char *name = name_of(function);
  return begins(name, CONTRACT_CHECK) || begins(name, CONTRACT_USE);
}

static bool is_stated(const struct front_options *o) {
  return o->precondition || o->n_requires || o->n_ensures || o->has_strings;
}

bool contract_begin(struct front *f) {
  const struct front_options *o = f->options;
  if (o->is_instrumented && !is_stated(o)) return true;
  if (is_stated(o) && !strcmp(o->entry, "main")) {
    error_set(f->error, EXIT_USAGE,
              "a precondition or a postcondition wants --entry FUNCTION, another function than main");
    return false;
  }
  if (!contracts_find(o, &f->contracts, f->error)) return false;
  for (uint32_t i = 0; i < f->contracts.size; i++) {
    const struct contract *c = &f->contracts.data[i];
    if (c->is_stated && !c->owner) {
      error_set(f->error, EXIT_DATA,
                "the contract of `%s` wants the C file that defines it; none of the files names it", c->function);
      return false;
    }
  }
  return true;
}

void contract_end(struct front *f) {
  contracts_release(&f->contracts);
  for (uint32_t i = 0; i < f->contract_parameters.size; i++) {
    mem_free(f->contract_parameters.data[i].name);
    mem_free(f->contract_parameters.data[i].type);
    mem_free(f->contract_parameters.data[i].by);
  }
  vec_front_parameter_release(&f->contract_parameters);
  for (uint32_t i = 0; i < f->contract_names.size; i++) mem_free((char *)f->contract_names.data[i]);
  vec_string_release(&f->contract_names);
}

// --- what changes something ------------------------------------------------------------------------------------------

struct effects {
  struct front *f;
  struct map_u32 seen; // functions
  bool in_use; // in a function that stands for a call: it reads what has to be there
};

static bool refuse(struct effects *e, LLVMValueRef instruction, const char *what, const char *name) {
  unsigned line = LLVMGetDebugLocLine(instruction), column = LLVMGetDebugLocColumn(instruction), n = 0;
  const char *file = LLVMGetDebugLocFilename(instruction, &n);
  error_set(e->f->error, EXIT_DATA, "%.*s:%u:%u: an expression of a contract %s%s%s", (int)n, file ? file : "", line,
            column, what, *name ? " " : "", name);
  return false;
}

// Functions of the C library that only compute.
static bool is_pure_of_library(const char *name) {
  static const char *const names[] = {"strlen",
                                      "strnlen",
                                      "strcmp",
                                      "strncmp",
                                      "memcmp",
                                      "strchr",
                                      "strrchr",
                                      "memchr",
                                      "strstr",
                                      "strspn",
                                      "strcspn",
                                      "strpbrk",
                                      "isalpha",
                                      "isdigit",
                                      "isalnum",
                                      "isspace",
                                      "isupper",
                                      "islower",
                                      "isxdigit",
                                      "isprint",
                                      "ispunct",
                                      "iscntrl",
                                      "isgraph",
                                      "isblank",
                                      "toupper",
                                      "tolower",
                                      "abs",
                                      "labs",
                                      "llabs",
                                      "fabs",
                                      "fabsf",
                                      "isnan",
                                      "isinf",
                                      "finite",
                                      "fmin",
                                      "fmax",
                                      "floor",
                                      "ceil",
                                      "trunc",
                                      "sqrt",
                                      "__isnan",
                                      "__isinf",
                                      "__finite",
                                      "wcslen",
                                      "wmemcmp",
                                      "__ctype_b_loc",
                                      "__ctype_tolower_loc",
                                      "__ctype_toupper_loc"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

static LLVMValueRef root_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
         (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static bool is_own(LLVMValueRef pointer) { return LLVMIsAAllocaInst(root_of(pointer)); }

static bool computes_only(struct effects *e, LLVMValueRef function);

static bool check_call(struct effects *e, LLVMValueRef call) {
  LLVMValueRef called = called_function(call);
  if (!called) return refuse(e, call, "calls through a pointer, or is assembly", "");
  const char *name = name_of(called);
  if (*name == 1) name++;
  if (begins(name, "llvm.")) {
    bool writes = begins(name, "llvm.mem");
    return !writes || is_own(LLVMGetOperand(call, 0)) || refuse(e, call, "changes memory", "");
  }
  if (begins(name, "__ubsan_handle") || begins(name, "__clew_")) return true;
  if (contract_of(&e->f->contracts, function_name(called)))
    return refuse(e, call, "calls a function that has a contract itself:", function_name(called));
  if (LLVMCountBasicBlocks(called)) return computes_only(e, called);
  if (is_pure_of_library(name)) return true;
  return refuse(e, call, "calls a function of which it is not known whether it changes something:", name);
}

static bool check_instruction(struct effects *e, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: return is_own(LLVMGetOperand(i, 1)) || refuse(e, i, "changes memory", "");
  case LLVMLoad: return !LLVMGetVolatile(i) || e->in_use || refuse(e, i, "reads something volatile", "");
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence: return refuse(e, i, "has an atomic operation", "");
  case LLVMCall:
  case LLVMInvoke: return check_call(e, i);
  default: return true;
  }
}

static bool computes_only(struct effects *e, LLVMValueRef function) {
  bool in_use = e->in_use, good = true;
  if (map_u32_find(&e->seen, key_of(function))) return true;
  map_u32_put(&e->seen, key_of(function), 1);
  e->in_use = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && good; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && good; i = LLVMGetNextInstruction(i))
      good = check_instruction(e, i);
  e->in_use = in_use;
  if (good) e->f->contract_calls = true;
  return good;
}

// The functions that generate.c writes call these, too.
static bool is_call_of_frame(LLVMValueRef call, const char *function) {
  LLVMValueRef called = called_function(call);
  if (!called) return false;
  const char *name = name_of(called);
  unsigned n = 0;
  const char *file = LLVMGetDebugLocFilename(call, &n);
  bool is_ours = n == sizeof CONTRACT_FILE - 1 && !strncmp(file, CONTRACT_FILE, n);
  return (is_ours && !strcmp(function_name(called), function)) || begins(name, CONTRACT_USE) ||
         !strcmp(name, "__VERIFIER_assume") || !strcmp(name, "__assert_fail") ||
         !strcmp(name, "__VERIFIER_nondet_memory");
}

static bool check_made(struct effects *e, LLVMValueRef made, const char *function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(made); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      bool is_call = LLVMIsACallInst(i) != NULL;
      if (is_call && is_call_of_frame(i, function)) continue;
      if (!check_instruction(e, i)) return false;
    }
  return true;
}

static bool check_effects(struct front *f) {
  struct effects e = {.f = f};
  bool good = true;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g && good; g = LLVMGetNextFunction(g)) {
    const char *name = name_of(g);
    e.in_use = begins(name, CONTRACT_USE);
    if (contract_is_made(g) && LLVMCountBasicBlocks(g))
      good = check_made(&e, g, name + strlen(begins(name, CONTRACT_USE) ? CONTRACT_USE : CONTRACT_CHECK));
  }
  map_u32_release(&e.seen);
  return good;
}

void contract_assume(struct front *f) {
  contract_use_assume(f);
  if (f->contract_own) contract_own_assume(f, f->contract_own);
  if (f->contract_calls)
    cfa_add_assumption(f->cfa, "contract-calls", "functions that contracts call end, and have no undefined behaviour",
                       (struct source_place){0});
}

bool contract_apply(struct front *f) {
  if (!f->contracts.size) return true;
  LLVMValueRef violated = LLVMGetNamedFunction(f->module, "__assert_fail"),
               assumed = LLVMGetNamedFunction(f->module, "__VERIFIER_assume");
  if ((violated && LLVMCountBasicBlocks(violated)) || (assumed && LLVMCountBasicBlocks(assumed))) {
    error_set(f->error, EXIT_DATA, "%s: a program with contracts cannot define `%s` itself", f->options->files[0],
              violated && LLVMCountBasicBlocks(violated) ? "__assert_fail" : "__VERIFIER_assume");
    return false;
  }
  if (!check_effects(f) || !contract_use(f)) return false;
  const struct contract *own = contract_of(&f->contracts, f->options->entry);
  if (!f->contract_is_entry) {
    if (!own || !own->is_stated) return true;
    error_set(f->error, EXIT_DATA, "%s: there is no function `%s` in it to start from", own->owner, own->function);
    return false;
  }
  struct text name = {0};
  text_printf(&name, CONTRACT_CHECK "%s", f->options->entry);
  LLVMValueRef made = LLVMGetNamedFunction(f->module, text_cstr(&name));
  if (!module_find_function(f)) {
    text_release(&name);
    return false;
  }
  if (made) {
    text_clear(&name);
    text_printf(&name, "contract of %s", f->options->entry);
    LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(f->context, "clew-name", 9, name.data, (unsigned)name.size));
    vec_string_push(&f->contract_names, name.data);
    f->contract_own = own;
    f->kept_options.entry = name.data;
    f->kept_options.has_parameters = f->contract_parameters.size > 0;
    f->kept_options.n_parameters = f->contract_parameters.size;
    f->kept_options.parameters = f->contract_parameters.data;
  } else {
    text_release(&name);
  }
  return true;
}
