// Which functions have a built-in meaning.
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include <stdlib.h>

// Sorted by name: looked up by bisection.
static const struct builtin_entry exact[] = {
    {"_Exit", BUILTIN_STOP, 0},
    {"_ZSt9terminatev", BUILTIN_STOP, 0},
    {"__VERIFIER_assume", BUILTIN_ASSUME, 0},
    {"__VERIFIER_atomic_begin", BUILTIN_IGNORE, 0},
    {"__VERIFIER_atomic_end", BUILTIN_IGNORE, 0},
    {"__VERIFIER_nondet_BOOL", BUILTIN_NONDET_BOOL, 0},
    {"__VERIFIER_nondet__Bool", BUILTIN_NONDET_BOOL, 0},
    {"__VERIFIER_nondet_bool", BUILTIN_NONDET_BOOL, 0},
    {"__VERIFIER_nondet_memory", BUILTIN_NONDET_MEMORY, 0},
    {"__assert", BUILTIN_ASSERT_FAIL, 0},
    {"__assert_fail", BUILTIN_ASSERT_FAIL, 0},
    {"__assert_perror_fail", BUILTIN_ASSERT_FAIL, 0},
    {"__assert_rtn", BUILTIN_ASSERT_FAIL, 0},
    {"__atomic_compare_exchange", BUILTIN_UNSUPPORTED, 0},
    {"__atomic_exchange", BUILTIN_UNSUPPORTED, 0},
    {"__atomic_load", BUILTIN_UNSUPPORTED, 0},
    {"__atomic_store", BUILTIN_UNSUPPORTED, 0},
    {"__clew_calloc", BUILTIN_ZALLOC, 0},
    {"__clew_free", BUILTIN_FREE, 0},
    {"__clew_malloc", BUILTIN_MALLOC, 0},
    {"__clew_malloc_1024", BUILTIN_MALLOC, 1024},
    {"__clew_malloc_128", BUILTIN_MALLOC, 128},
    {"__clew_malloc_2048", BUILTIN_MALLOC, 2048},
    {"__clew_malloc_256", BUILTIN_MALLOC, 256},
    {"__clew_malloc_32", BUILTIN_MALLOC, 32},
    {"__clew_malloc_4096", BUILTIN_MALLOC, 4096},
    {"__clew_malloc_512", BUILTIN_MALLOC, 512},
    {"__clew_malloc_64", BUILTIN_MALLOC, 64},
    {"__clew_object_size", BUILTIN_OBJECT_SIZE, 0},
    {"__clew_scratch", BUILTIN_MALLOC, 0},
    {"__clew_unsupported", BUILTIN_NOT_MODELLED, 0},
    {"__finite", BUILTIN_FP_FINITE, 0},
    {"__finitef", BUILTIN_FP_FINITE, 0},
    {"__finitel", BUILTIN_FP_FINITE, 0},
    {"__fpclassify", BUILTIN_FP_CLASSIFY, 0},
    {"__fpclassifyf", BUILTIN_FP_CLASSIFY, 0},
    {"__fpclassifyl", BUILTIN_FP_CLASSIFY, 0},
    {"__isinf", BUILTIN_FP_ISINF, 0},
    {"__isinff", BUILTIN_FP_ISINF, 0},
    {"__isinfl", BUILTIN_FP_ISINF, 0},
    {"__isnan", BUILTIN_FP_ISNAN, 0},
    {"__isnanf", BUILTIN_FP_ISNAN, 0},
    {"__isnanl", BUILTIN_FP_ISNAN, 0},
    {"__memcpy_chk", BUILTIN_MEMCPY, 0},
    {"__memmove_chk", BUILTIN_MEMCPY, 0},
    {"__memset_chk", BUILTIN_MEMSET, 0},
    {"__signbit", BUILTIN_FP_SIGNBIT, 0},
    {"__signbitf", BUILTIN_FP_SIGNBIT, 0},
    {"__signbitl", BUILTIN_FP_SIGNBIT, 0},
    {"__sigsetjmp", BUILTIN_SETJMP, 0},
    {"_exit", BUILTIN_STOP, 0},
    {"_longjmp", BUILTIN_LONGJMP, 0},
    {"_setjmp", BUILTIN_SETJMP, 0},
    {"abort", BUILTIN_STOP, 0},
    {"abs", BUILTIN_ABS, 0},
    {"alloca", BUILTIN_ALLOCA, 0},
    {"assert", BUILTIN_ASSERT, 0},
    {"calloc", BUILTIN_CALLOC, 0},
    {"ceil", BUILTIN_FP_ROUND, 2},
    {"ceilf", BUILTIN_FP_ROUND, 2},
    {"ceill", BUILTIN_FP_ROUND, 2},
    {"cfree", BUILTIN_FREE, 0},
    {"clew_assert", BUILTIN_ASSERT, 0},
    {"clew_assume", BUILTIN_ASSUME, 0},
    {"copysign", BUILTIN_FP_COPYSIGN, 0},
    {"copysignf", BUILTIN_FP_COPYSIGN, 0},
    {"copysignl", BUILTIN_FP_COPYSIGN, 0},
    {"drem", BUILTIN_FP_REMAINDER, 0},
    {"dremf", BUILTIN_FP_REMAINDER, 0},
    {"err", BUILTIN_STOP, 0},
    {"errx", BUILTIN_STOP, 0},
    {"exit", BUILTIN_STOP, 0},
    {"fabs", BUILTIN_FP_FABS, 0},
    {"fabsf", BUILTIN_FP_FABS, 0},
    {"fabsl", BUILTIN_FP_FABS, 0},
    {"fdim", BUILTIN_FP_FDIM, 0},
    {"fdimf", BUILTIN_FP_FDIM, 0},
    {"fdiml", BUILTIN_FP_FDIM, 0},
    {"fegetround", BUILTIN_GETROUND, 0},
    {"fesetenv", BUILTIN_UNSUPPORTED, 0},
    {"fesetround", BUILTIN_SETROUND, 0},
    {"feupdateenv", BUILTIN_UNSUPPORTED, 0},
    {"ffs", BUILTIN_FFS, 0},
    {"ffsl", BUILTIN_FFS, 0},
    {"ffsll", BUILTIN_FFS, 0},
    {"finite", BUILTIN_FP_FINITE, 0},
    {"finitef", BUILTIN_FP_FINITE, 0},
    {"finitel", BUILTIN_FP_FINITE, 0},
    {"floor", BUILTIN_FP_ROUND, 3},
    {"floorf", BUILTIN_FP_ROUND, 3},
    {"floorl", BUILTIN_FP_ROUND, 3},
    {"fma", BUILTIN_FP_FMA, 0},
    {"fmaf", BUILTIN_FP_FMA, 0},
    {"fmal", BUILTIN_FP_FMA, 0},
    {"fmax", BUILTIN_FP_FMAX, 0},
    {"fmaxf", BUILTIN_FP_FMAX, 0},
    {"fmaxl", BUILTIN_FP_FMAX, 0},
    {"fmin", BUILTIN_FP_FMIN, 0},
    {"fminf", BUILTIN_FP_FMIN, 0},
    {"fminl", BUILTIN_FP_FMIN, 0},
    {"fmod", BUILTIN_FP_FMOD, 0},
    {"fmodf", BUILTIN_FP_FMOD, 0},
    {"fmodl", BUILTIN_FP_FMOD, 0},
    {"free", BUILTIN_FREE, 0},
    {"imaxabs", BUILTIN_ABS, 0},
    {"isfinite", BUILTIN_FP_FINITE, 0},
    {"isgreater", BUILTIN_FP_COMPARE, 0},
    {"isgreaterequal", BUILTIN_FP_COMPARE, 1},
    {"isinf", BUILTIN_FP_ISINF, 0},
    {"isinff", BUILTIN_FP_ISINF, 0},
    {"isinfl", BUILTIN_FP_ISINF, 0},
    {"isless", BUILTIN_FP_COMPARE, 2},
    {"islessequal", BUILTIN_FP_COMPARE, 3},
    {"islessgreater", BUILTIN_FP_COMPARE, 4},
    {"isnan", BUILTIN_FP_ISNAN, 0},
    {"isnanf", BUILTIN_FP_ISNAN, 0},
    {"isnanl", BUILTIN_FP_ISNAN, 0},
    {"isunordered", BUILTIN_FP_COMPARE, 5},
    {"klee_int", BUILTIN_NONDET, 0},
    {"klee_make_symbolic", BUILTIN_NONDET_MEMORY, 0},
    {"labs", BUILTIN_ABS, 0},
    {"llabs", BUILTIN_ABS, 0},
    {"llrint", BUILTIN_FP_TO_INT, 5},
    {"llrintf", BUILTIN_FP_TO_INT, 5},
    {"llrintl", BUILTIN_FP_TO_INT, 5},
    {"llround", BUILTIN_FP_TO_INT, 1},
    {"llroundf", BUILTIN_FP_TO_INT, 1},
    {"llroundl", BUILTIN_FP_TO_INT, 1},
    {"longjmp", BUILTIN_LONGJMP, 0},
    {"lrint", BUILTIN_FP_TO_INT, 5},
    {"lrintf", BUILTIN_FP_TO_INT, 5},
    {"lrintl", BUILTIN_FP_TO_INT, 5},
    {"lround", BUILTIN_FP_TO_INT, 1},
    {"lroundf", BUILTIN_FP_TO_INT, 1},
    {"lroundl", BUILTIN_FP_TO_INT, 1},
    {"malloc", BUILTIN_MALLOC, 0},
    {"memcpy", BUILTIN_MEMCPY, 0},
    {"memmove", BUILTIN_MEMCPY, 0},
    {"memset", BUILTIN_MEMSET, 0},
    {"nearbyint", BUILTIN_FP_ROUND, 5},
    {"nearbyintf", BUILTIN_FP_ROUND, 5},
    {"nearbyintl", BUILTIN_FP_ROUND, 5},
    {"pthread_create", BUILTIN_UNSUPPORTED, 0},
    {"pthread_exit", BUILTIN_STOP, 0},
    {"quick_exit", BUILTIN_STOP, 0},
    {"remainder", BUILTIN_FP_REMAINDER, 0},
    {"remainderf", BUILTIN_FP_REMAINDER, 0},
    {"remainderl", BUILTIN_FP_REMAINDER, 0},
    {"remquo", BUILTIN_UNSUPPORTED, 0},
    {"remquof", BUILTIN_UNSUPPORTED, 0},
    {"remquol", BUILTIN_UNSUPPORTED, 0},
    {"rint", BUILTIN_FP_ROUND, 5},
    {"rintf", BUILTIN_FP_ROUND, 5},
    {"rintl", BUILTIN_FP_ROUND, 5},
    {"round", BUILTIN_FP_ROUND, 1},
    {"roundeven", BUILTIN_FP_ROUND, 0},
    {"roundf", BUILTIN_FP_ROUND, 1},
    {"roundl", BUILTIN_FP_ROUND, 1},
    {"setjmp", BUILTIN_SETJMP, 0},
    {"siglongjmp", BUILTIN_LONGJMP, 0},
    {"sigsetjmp", BUILTIN_SETJMP, 0},
    {"sincos", BUILTIN_UNSUPPORTED, 0},
    {"sincosf", BUILTIN_UNSUPPORTED, 0},
    {"sincosl", BUILTIN_UNSUPPORTED, 0},
    {"sqrt", BUILTIN_FP_SQRT, 0},
    {"sqrtf", BUILTIN_FP_SQRT, 0},
    {"sqrtl", BUILTIN_FP_SQRT, 0},
    {"thrd_create", BUILTIN_UNSUPPORTED, 0},
    {"thrd_exit", BUILTIN_STOP, 0},
    {"trunc", BUILTIN_FP_ROUND, 4},
    {"truncf", BUILTIN_FP_ROUND, 4},
    {"truncl", BUILTIN_FP_ROUND, 4},
    {"verr", BUILTIN_STOP, 0},
    {"verrx", BUILTIN_STOP, 0},
};

static const struct builtin_entry intrinsic_prefix[] = {
    {"llvm.abs.", BUILTIN_ABS, 0},
    {"llvm.annotation", BUILTIN_EXPECT, 0},
    {"llvm.assume", BUILTIN_IGNORE, 1},
    {"llvm.bitreverse.", BUILTIN_BITREVERSE, 0},
    {"llvm.bswap.", BUILTIN_BSWAP, 0},
    {"llvm.ceil.", BUILTIN_FP_ROUND, 2},
    {"llvm.copysign.", BUILTIN_FP_COPYSIGN, 0},
    {"llvm.ctlz.", BUILTIN_CTLZ, 0},
    {"llvm.ctpop.", BUILTIN_CTPOP, 0},
    {"llvm.cttz.", BUILTIN_CTTZ, 0},
    {"llvm.dbg.", BUILTIN_IGNORE, 0},
    {"llvm.debugtrap", BUILTIN_STOP, 0},
    {"llvm.expect.", BUILTIN_EXPECT, 0},
    {"llvm.fabs.", BUILTIN_FP_FABS, 0},
    {"llvm.floor.", BUILTIN_FP_ROUND, 3},
    {"llvm.fma.", BUILTIN_FP_FMA, 0},
    {"llvm.frameaddress", BUILTIN_ARBITRARY, 0},
    {"llvm.fshl.", BUILTIN_FUNNEL, 0},
    {"llvm.fshr.", BUILTIN_FUNNEL, 1},
    {"llvm.get.rounding", BUILTIN_GETROUND, 1},
    {"llvm.is.constant", BUILTIN_ZERO, 0},
    {"llvm.is.fpclass", BUILTIN_FP_ISCLASS, 0},
    {"llvm.lifetime.end", BUILTIN_IGNORE, 0},
    {"llvm.lifetime.start", BUILTIN_LIFETIME, 0},
    {"llvm.maxnum.", BUILTIN_FP_FMAX, 0},
    {"llvm.memcpy.", BUILTIN_MEMCPY, 0},
    {"llvm.memmove.", BUILTIN_MEMCPY, 0},
    {"llvm.memset.", BUILTIN_MEMSET, 0},
    {"llvm.minnum.", BUILTIN_FP_FMIN, 0},
    {"llvm.nearbyint.", BUILTIN_FP_ROUND, 5},
    {"llvm.objectsize.", BUILTIN_OBJECTSIZE, 0},
    {"llvm.prefetch", BUILTIN_IGNORE, 0},
    {"llvm.ptr.annotation", BUILTIN_EXPECT, 0},
    {"llvm.ptrmask.", BUILTIN_MASK, 0},
    {"llvm.returnaddress", BUILTIN_ARBITRARY, 0},
    {"llvm.rint.", BUILTIN_FP_ROUND, 5},
    {"llvm.round.", BUILTIN_FP_ROUND, 1},
    {"llvm.roundeven.", BUILTIN_FP_ROUND, 0},
    {"llvm.sadd.sat.", BUILTIN_SATURATING, 0},
    {"llvm.sadd.with.overflow.", BUILTIN_WITH_OVERFLOW, 0},
    {"llvm.smax.", BUILTIN_MINMAX, 0},
    {"llvm.smin.", BUILTIN_MINMAX, 1},
    {"llvm.smul.with.overflow.", BUILTIN_WITH_OVERFLOW, 4},
    {"llvm.sqrt.", BUILTIN_FP_SQRT, 0},
    {"llvm.ssub.sat.", BUILTIN_SATURATING, 2},
    {"llvm.ssub.with.overflow.", BUILTIN_WITH_OVERFLOW, 2},
    {"llvm.stackrestore", BUILTIN_IGNORE, 0},
    {"llvm.stacksave", BUILTIN_ZERO, 0},
    {"llvm.threadlocal.address.", BUILTIN_EXPECT, 0},
    {"llvm.trap", BUILTIN_STOP, 0},
    {"llvm.trunc.", BUILTIN_FP_ROUND, 4},
    {"llvm.uadd.sat.", BUILTIN_SATURATING, 1},
    {"llvm.uadd.with.overflow.", BUILTIN_WITH_OVERFLOW, 1},
    {"llvm.ubsantrap", BUILTIN_STOP, 0},
    {"llvm.umax.", BUILTIN_MINMAX, 2},
    {"llvm.umin.", BUILTIN_MINMAX, 3},
    {"llvm.umul.with.overflow.", BUILTIN_WITH_OVERFLOW, 5},
    {"llvm.usub.sat.", BUILTIN_SATURATING, 3},
    {"llvm.usub.with.overflow.", BUILTIN_WITH_OVERFLOW, 3},
    {"llvm.va_copy", BUILTIN_VA_COPY, 0},
    {"llvm.va_end", BUILTIN_IGNORE, 0},
    {"llvm.va_start", BUILTIN_VA_START, 0},
    {"llvm.var.annotation", BUILTIN_IGNORE, 0},
};

// libm functions without an exact model; detail as BUILTIN_FP_LIBM says. Variants f and l are matched too.
static const struct builtin_entry libm[] = {
    {"acos", BUILTIN_FP_LIBM, 0},   {"acosh", BUILTIN_FP_LIBM, 0}, {"asin", BUILTIN_FP_LIBM, 0},
    {"asinh", BUILTIN_FP_LIBM, 0},  {"atan", BUILTIN_FP_LIBM, 0},  {"atan2", BUILTIN_FP_LIBM, 0},
    {"atanh", BUILTIN_FP_LIBM, 0},  {"cbrt", BUILTIN_FP_LIBM, 0},  {"cos", BUILTIN_FP_LIBM, 1},
    {"cosh", BUILTIN_FP_LIBM, 0},   {"erf", BUILTIN_FP_LIBM, 0},   {"erfc", BUILTIN_FP_LIBM, 0},
    {"exp", BUILTIN_FP_LIBM, 2},    {"exp10", BUILTIN_FP_LIBM, 2}, {"exp2", BUILTIN_FP_LIBM, 2},
    {"expm1", BUILTIN_FP_LIBM, 0},  {"hypot", BUILTIN_FP_LIBM, 2}, {"lgamma", BUILTIN_FP_LIBM, 0},
    {"log", BUILTIN_FP_LIBM, 0},    {"log10", BUILTIN_FP_LIBM, 0}, {"log1p", BUILTIN_FP_LIBM, 0},
    {"log2", BUILTIN_FP_LIBM, 0},   {"pow", BUILTIN_FP_LIBM, 0},   {"sin", BUILTIN_FP_LIBM, 1},
    {"sinh", BUILTIN_FP_LIBM, 0},   {"tan", BUILTIN_FP_LIBM, 0},   {"tanh", BUILTIN_FP_LIBM, 0},
    {"tgamma", BUILTIN_FP_LIBM, 0},
};

static int compare_name(const void *key, const void *entry) {
  return strcmp(key, ((const struct builtin_entry *)entry)->name);
}

#define FIND(table, name)                                                                                              \
  ((const struct builtin_entry *)bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare_name))

bool is_error_function(struct front *f, LLVMValueRef function) {
  const char *name = function_name(function);
  if (!checks(f, PROPERTY_UNREACH)) return false;
  if (is_model(function) && LLVMGetLinkage(function) == LLVMInternalLinkage) return false; // a helper of the models
  if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error")) return true;
  for (uint32_t i = 0; i < f->options->n_error_functions; i++)
    if (!strcmp(name, f->options->error_functions[i])) return true;
  return false;
}

static bool is_word_character(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// --- assembly outside of functions ------------------------------------------------------------

// The next statement in *text, of *length characters; NULL: there is none.
static const char *next_statement(const char **text, const char *end, size_t *length) {
  const char *start = *text;
  if (start >= end) return NULL;
  const char *stop = start;
  while (stop < end && *stop != '\n' && *stop != ';') stop++;
  *text = stop + 1;
  while (start < stop && (*start == ' ' || *start == '\t' || *start == '\r')) start++;
  *length = (size_t)(stop - start);
  return start;
}

static bool begins_with(const char *text, size_t length, const char *word) {
  size_t n = strlen(word);
  return length >= n && !strncmp(text, word, n) && (length == n || text[n] == ' ' || text[n] == '\t');
}

// ".symver f, f@VERSION": which f of the library it is.
static bool is_own_version(const char *text, size_t length) {
  const char *end = text + length, *first = text + strlen(".symver");
  while (first < end && !is_word_character(*first)) first++;
  const char *stop = first;
  while (stop < end && is_word_character(*stop)) stop++;
  const char *second = stop;
  while (second < end && !is_word_character(*second)) second++;
  size_t n = (size_t)(stop - first);
  return n && (size_t)(end - second) > n && !strncmp(first, second, n) && second[n] == '@';
}

// Does it define nothing, and lay nothing anywhere?
static bool is_mere_remark(const char *text, size_t length) {
  if (begins_with(text, length, ".symver")) return is_own_version(text, length);
  return !length || *text == '#' || begins_with(text, length, ".ident");
}

bool has_assembly_outside(struct front *f) {
  size_t n, length;
  const char *text = LLVMGetModuleInlineAsm(f->module, &n), *end = text + n, *at;
  while ((at = next_statement(&text, end, &length)))
    if (!is_mere_remark(at, length)) return true;
  return false;
}

// It may define what the program only declares.
bool is_in_assembly(struct front *f, const char *name) {
  size_t n, length, word = strlen(name);
  const char *text = LLVMGetModuleInlineAsm(f->module, &n), *end = text + n, *at;
  while ((at = next_statement(&text, end, &length))) {
    if (is_mere_remark(at, length)) continue;
    for (size_t i = 0; word && i + word <= length; i++) {
      if (strncmp(at + i, name, word)) continue;
      if ((!i || !is_word_character(at[i - 1])) && (i + word == length || !is_word_character(at[i + word])))
        return true;
    }
  }
  return false;
}

// --- functions --------------------------------------------------------------------------------

static const struct builtin_entry *find_libm(const char *name) {
  const struct builtin_entry *entry = FIND(libm, name);
  size_t n = strlen(name);
  if (entry || n < 2 || n > 30 || (name[n - 1] != 'f' && name[n - 1] != 'l')) return entry;
  char base[32];
  memcpy(base, name, n - 1);
  base[n - 1] = 0;
  return FIND(libm, base);
}

bool is_builtin_name(const char *name) { return FIND(exact, name) || find_libm(name); }

// CBMC and ESBMC take any function without a body that is called so for an arbitrary value of its type. One that
// returns a structure is such a value as any function without a body.
static bool is_scalar_nondet(LLVMValueRef function, const char *name) {
  if (strncmp(name, "nondet_", 7)) return false;
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
  return kind != LLVMVoidTypeKind && kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
}

// What dialects.def does not list.
static bool is_of_other_verifier(const char *name) {
  return !strncmp(name, "__CPROVER_", 10) || !strncmp(name, "__ESBMC_", 8) || !strncmp(name, "klee_", 5);
}

enum builtin builtin_of(struct front *f, LLVMValueRef function, uint32_t *detail) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  *detail = 0;
  if (is_error_function(f, function)) return BUILTIN_ERROR;
  if (LLVMGetIntrinsicID(function)) {
    for (size_t i = 0; i < sizeof intrinsic_prefix / sizeof *intrinsic_prefix; i++) {
      if (strncmp(name, intrinsic_prefix[i].name, strlen(intrinsic_prefix[i].name))) continue;
      *detail = intrinsic_prefix[i].detail;
      return intrinsic_prefix[i].builtin;
    }
    return BUILTIN_UNSUPPORTED;
  }
  // Memory and path ends keep their meaning even if the program defines nothing; a body of the program's own counts
  // otherwise.
  if (LLVMCountBasicBlocks(function)) return BUILTIN_NONE;
  if (sanitizer_handler(name, detail)) return BUILTIN_SANITIZER;
  if (safety_function(name, detail)) return BUILTIN_SAFETY;
  if (is_in_assembly(f, name)) return BUILTIN_UNSUPPORTED;
  const struct builtin_entry *entry = FIND(exact, name);
  if (!entry) entry = find_libm(name);
  if (entry) {
    *detail = entry->detail;
    return entry->builtin;
  }
  if (!strncmp(name, "__VERIFIER_nondet_", 18)) return BUILTIN_NONDET;
  if (is_scalar_nondet(function, name)) return BUILTIN_NONDET;
  if (is_of_other_verifier(name)) return BUILTIN_UNSUPPORTED;
  if (!strncmp(name, "__clew_arbitrary_", 17)) return BUILTIN_ARBITRARY;
  if (mistyped_name(name)) return BUILTIN_UNSUPPORTED;
  // Functions of the compiler's own library for atomic operations that the processor has no instruction for.
  if (!strncmp(name, "__atomic_", 9) || !strncmp(name, "__sync_", 7)) return BUILTIN_UNSUPPORTED;
  if (is_unmodelled(function)) return BUILTIN_UNSUPPORTED;
  return BUILTIN_NONE;
}

LLVMValueRef called_function(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  return LLVMIsAFunction(callee) ? callee : NULL;
}

bool function_has_body(LLVMValueRef function) { return LLVMCountBasicBlocks(function) > 0; }
