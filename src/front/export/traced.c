// See traced.h.
//
// Edges: a call of clew.step with a number before each branch, and where a function begins; a block that leads back
// calls it, too, so that no loop is without. Comparisons: a call of clew.compare with both operands where integers are
// compared, of clew.choose with all values of a switch, of clew.compare_text behind a comparison of strings.
#include "front/context.h"
#include "front/export/traced.h"
#include "front/library/builtins.h"
#include "front/start/start.h"
#include <string.h>

#define MOST_CASES 256u // of a switch that has an edge for each
#define MOST_WORD 64u // bytes of a constant string that is a word
#define MOST_WORDS 1024u

struct tracing {
  struct front *f;
  LLVMModuleRef copy;
  LLVMBuilderRef builder;
  LLVMTypeRef i32, i64, nothing;
  struct front_traced *out;
  bool is_start; // the function at hand makes objects for the entry function's parameters
};

static LLVMValueRef number(const struct tracing *t, uint32_t n) { return LLVMConstInt(t->i32, n, 0); }

static void call(struct tracing *t, const char *name, unsigned n, LLVMValueRef *arguments) {
  LLVMTypeRef types[4];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(t->nothing, types, n, 0);
  LLVMValueRef function = LLVMGetNamedFunction(t->copy, name);
  if (!function) function = LLVMAddFunction(t->copy, name, type);
  LLVMBuildCall2(t->builder, type, function, arguments, n, "");
}

static void step(struct tracing *t, LLVMValueRef edge) { call(t, "clew.step", 1, &edge); }

// --- edges -----------------------------------------------------------------------------------------------------------

static void trace_branch(struct tracing *t, LLVMValueRef last) {
  uint32_t first = t->out->edges;
  t->out->edges += 2;
  step(t, LLVMBuildSelect(t->builder, LLVMGetCondition(last), number(t, first), number(t, first + 1), ""));
}

static LLVMValueRef wide(struct tracing *t, LLVMValueRef value) {
  return LLVMBuildZExtOrBitCast(t->builder, value, t->i64, "");
}

static void trace_switch(struct tracing *t, LLVMValueRef last) {
  unsigned n = LLVMGetNumSuccessors(last);
  LLVMValueRef value = LLVMGetOperand(last, 0);
  if (n > MOST_CASES || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return;
  uint32_t first = t->out->edges;
  t->out->edges += n;
  LLVMValueRef edge = number(t, first), table[MOST_CASES + 1];
  table[0] = LLVMConstInt(t->i64, n - 1, 0);
  for (unsigned i = 1; i < n; i++) {
    LLVMValueRef one = LLVMGetOperand(last, 2 * i);
    LLVMValueRef hit = LLVMBuildICmp(t->builder, LLVMIntEQ, value, one, "");
    edge = LLVMBuildSelect(t->builder, hit, number(t, first + i), edge, "");
    table[i] = LLVMConstInt(t->i64, LLVMConstIntGetZExtValue(one), 0);
  }
  LLVMValueRef values = LLVMAddGlobal(t->copy, LLVMArrayType2(t->i64, n), "");
  LLVMSetInitializer(values, LLVMConstArray2(t->i64, table, n));
  LLVMSetLinkage(values, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(values, 1);
  LLVMValueRef arguments[] = {number(t, LLVMGetIntTypeWidth(LLVMTypeOf(value))), wide(t, value), values};
  call(t, "clew.choose", 3, arguments);
  step(t, edge);
}

// Does it lead to a block that stands before it, or to itself?
static bool leads_back(LLVMValueRef last, LLVMBasicBlockRef block) {
  LLVMBasicBlockRef to = LLVMGetSuccessor(last, 0);
  for (LLVMBasicBlockRef b = block; b; b = LLVMGetPreviousBasicBlock(b))
    if (b == to) return true;
  return false;
}

static void trace_end(struct tracing *t, LLVMBasicBlockRef block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  if (!last) return;
  LLVMPositionBuilderBefore(t->builder, last);
  if (LLVMIsASwitchInst(last)) trace_switch(t, last);
  else if (LLVMIsABranchInst(last) && LLVMIsConditional(last)) trace_branch(t, last);
  else if (LLVMIsABranchInst(last) && leads_back(last, block)) step(t, number(t, t->out->edges++));
}

// --- comparisons -----------------------------------------------------------------------------------------------------

static bool is_integer(LLVMTypeRef type, unsigned least) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= least &&
         LLVMGetIntTypeWidth(type) <= 64;
}

// Values that were made wider for the comparison are noted as they were, where that says the same.
static LLVMValueRef narrow(LLVMValueRef value) {
  bool extended = LLVMIsAZExtInst(value) || LLVMIsASExtInst(value);
  LLVMValueRef from = extended ? LLVMGetOperand(value, 0) : value;
  return is_integer(LLVMTypeOf(from), 8) ? from : value;
}

static bool fits(LLVMValueRef constant, unsigned width) {
  if (!LLVMIsAConstantInt(constant) || LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64) return false;
  long long value = LLVMConstIntGetSExtValue(constant);
  return value >= -(1ll << (width - 1)) && value < 1ll << width;
}

static void trace_comparison(struct tracing *t, LLVMValueRef i) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1), thin = narrow(a);
  if (!is_integer(LLVMTypeOf(a), 8)) return;
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(thin));
  LLVMPositionBuilderBefore(t->builder, i);
  if (thin != a && width < 64 && fits(b, width)) {
    LLVMValueRef constant = LLVMConstInt(LLVMTypeOf(thin), (unsigned long long)LLVMConstIntGetSExtValue(b), 0);
    LLVMValueRef arguments[] = {number(t, width), wide(t, thin), wide(t, constant)};
    call(t, "clew.compare", 3, arguments);
    return;
  }
  LLVMValueRef arguments[] = {number(t, LLVMGetIntTypeWidth(LLVMTypeOf(a))), wide(t, a), wide(t, b)};
  call(t, "clew.compare", 3, arguments);
}

static const char *const texts[] = {"strcmp",      "strncmp", "memcmp", "strcasecmp",
                                    "strncasecmp", "strstr",  "bcmp",   "strcoll"};

static bool compares_text(LLVMValueRef called) {
  size_t n;
  const char *name = LLVMGetValueName2(called, &n);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(name, texts[i])) return true;
  return false;
}

// An object that the start makes for a parameter (start/entry.c) gets its contents.
static void trace_object(struct tracing *t, LLVMValueRef i) {
  struct text name = {0};
  size_t n;
  text_printf(&name, "clew.object %s", LLVMGetValueName2(i, &n));
  LLVMPositionBuilderBefore(t->builder, LLVMGetNextInstruction(i));
  LLVMValueRef arguments[] = {i, wide(t, LLVMGetOperand(i, 0)),
                              LLVMBuildGlobalStringPtr(t->builder, text_cstr(&name), "")};
  call(t, "clew.fill_object", 3, arguments);
  text_release(&name);
}

static void trace_call(struct tracing *t, LLVMValueRef i, LLVMValueRef called) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  unsigned n = LLVMGetNumArgOperands(i);
  if (!next || n < 2 || n > 3 || !compares_text(called)) return;
  for (unsigned k = 0; k < 2; k++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, k))) != LLVMPointerTypeKind) return;
  if (n == 3 && !is_integer(LLVMTypeOf(LLVMGetOperand(i, 2)), 8)) return;
  LLVMPositionBuilderBefore(t->builder, next);
  LLVMValueRef most = n == 3 ? wide(t, LLVMGetOperand(i, 2)) : LLVMConstInt(t->i64, UINT64_MAX, 0);
  LLVMValueRef arguments[] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), most};
  call(t, "clew.compare_text", 3, arguments);
}

// --- the copy --------------------------------------------------------------------------------------------------------

static void trace_block(struct tracing *t, LLVMBasicBlockRef block) {
  struct vec_value all = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) vec_value_push(&all, i);
  for (uint32_t k = 0; k < all.size; k++) {
    LLVMValueRef i = all.data[k], called = LLVMIsACallInst(i) ? called_function(i) : NULL;
    if (LLVMIsAICmpInst(i)) trace_comparison(t, i);
    else if (called && t->is_start && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind) trace_object(t, i);
    else if (called) trace_call(t, i, called);
  }
  vec_value_release(&all);
  trace_end(t, block);
}

static void trace_function(struct tracing *t, LLVMValueRef function) {
  LLVMValueRef start = entry_start(t->f);
  size_t n;
  t->is_start = start && !strcmp(LLVMGetValueName2(start, &n), LLVMGetValueName2(function, &n));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) trace_block(t, b);
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function));
  while (first && LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
  if (!first) return;
  LLVMPositionBuilderBefore(t->builder, first);
  step(t, number(t, t->out->edges++));
}

// Functions that leave something behind that is not memory of the process.
static bool leaves_traces(const char *name) {
  static const char *const names[] = {
      "fork",      "vfork",     "pthread_create", "thrd_create", "mmap",        "mmap64",      "munmap",      "mremap",
      "mprotect",  "brk",       "sbrk",           "signal",      "sigaction",   "sigaltstack", "sigprocmask", "alarm",
      "setitimer", "ualarm",    "timer_create",   "on_exit",     "dup",         "dup2",        "open",        "openat",
      "creat",     "pipe",      "close",          "fopen",       "fdopen",      "freopen",     "fclose",      "chdir",
      "opendir",   "setrlimit", "shmget",         "bsd_signal",  "sysv_signal", "sigset",      "tmpfile",     "popen"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

void trace_imports(LLVMModuleRef copy, struct front_traced *out) {
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g)) out->has_state |= leaves_traces(LLVMGetValueName2(g, &n));
  }
}

static void add_words(struct tracing *t) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(t->copy); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef value = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
    size_t n;
    if (!value || !LLVMIsAConstantDataSequential(value) || !LLVMIsConstantString(value)) continue;
    const char *text = LLVMGetAsString(value, &n);
    if (n < 2 || n > MOST_WORD || memchr(text, 0, n) != text + n - 1 || t->out->words.size >= MOST_WORDS) continue;
    vec_string_push(&t->out->words, cfa_string(t->f->cfa, text));
  }
}

void trace_instrument(struct front *f, LLVMModuleRef copy, struct front_traced *out) {
  struct tracing t = {.f = f, .copy = copy, .out = out, .builder = LLVMCreateBuilderInContext(f->context)};
  t.i32 = LLVMInt32TypeInContext(f->context);
  t.i64 = LLVMInt64TypeInContext(f->context);
  t.nothing = LLVMVoidTypeInContext(f->context);
  add_words(&t);
  struct vec_value functions = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g))
    if (LLVMCountBasicBlocks(g)) vec_value_push(&functions, g);
  for (uint32_t i = 0; i < functions.size; i++) trace_function(&t, functions.data[i]);
  vec_value_release(&functions);
  LLVMDisposeBuilder(t.builder);
}
