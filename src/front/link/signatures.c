// Calls of functions with a built-in meaning or a model, with other types than the function has: without a prototype,
// with one of the program's own, or through a conversion. C leaves such a call undefined; what a processor does with it
// depends on the registers that the types go into.
//
// Built-in meanings and models take their arguments by number, and so do the analyses of memory. Every call whose types
// do not fit is led to a function of its own instead, which nothing knows (BUILTIN_UNSUPPORTED): a path that reaches it
// ends UNKNOWN. A native run has the function that was meant. Types fit where x86 passes and returns them alike.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/link.h"
#include "front/translate/types.h"
#include "front/library/models.h"
#include <llvm-c/BitReader.h>
#include <stdio.h>

#define MISTYPED "__clew_mistyped."

// The result and the parameters of a built-in meaning: `p`ointer, `i`nteger, `f`loat, the same in all places; -: no
// result; *: more arguments of any type. Those that are not listed take what they are given; so do intrinsics, whose
// types LLVM checks.
static const char *signature_of(enum builtin builtin) {
  switch (builtin) {
  case BUILTIN_ASSUME: return "-i";
  case BUILTIN_SETJMP: return "ip*";
  case BUILTIN_LONGJMP: return "-pi";
  case BUILTIN_NONDET_BOOL: return "i*";
  case BUILTIN_NONDET_MEMORY: return "-pi*";
  case BUILTIN_MALLOC:
  case BUILTIN_ZALLOC:
  case BUILTIN_ALLOCA: return "pi";
  case BUILTIN_CALLOC: return "pii";
  case BUILTIN_FREE: return "-p";
  case BUILTIN_MEMCPY: return "pppi*";
  case BUILTIN_MEMSET: return "ppii*";
  case BUILTIN_SETROUND: return "ii";
  case BUILTIN_GETROUND: return "i";
  case BUILTIN_ABS:
  case BUILTIN_FFS: return "ii";
  case BUILTIN_FP_FABS:
  case BUILTIN_FP_ROUND:
  case BUILTIN_FP_SQRT: return "ff";
  case BUILTIN_FP_FMOD:
  case BUILTIN_FP_REMAINDER:
  case BUILTIN_FP_FMIN:
  case BUILTIN_FP_FMAX:
  case BUILTIN_FP_FDIM:
  case BUILTIN_FP_COPYSIGN: return "fff";
  case BUILTIN_FP_FMA: return "ffff";
  case BUILTIN_FP_ISNAN:
  case BUILTIN_FP_ISINF:
  case BUILTIN_FP_FINITE:
  case BUILTIN_FP_SIGNBIT:
  case BUILTIN_FP_CLASSIFY:
  case BUILTIN_FP_TO_INT: return "if";
  case BUILTIN_FP_COMPARE: return "iff";
  default: return NULL;
  }
}

// --- types ------------------------------------------------------------------------------------------------------

static bool is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

static bool is_integer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }
static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

// Structures that are passed or returned in memory.
static bool has_structure(LLVMValueRef call) {
  static const char *const names[] = {"byval", "sret"};
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    for (int i = 0; i < 2; i++)
      if (LLVMGetCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]))))
        return true;
  return false;
}

// An integer argument of one type for a parameter of another. What is narrower than int was extended by its own sign.
// In 64 bits each has a register; in 32 bits a wide one would move those that follow.
static bool integer_fits(const struct front *f, unsigned given, unsigned wanted) {
  if (given == wanted) return true;
  return f->pointer_bits == 64 && given >= 32 && given <= 64 && wanted >= 32 && wanted <= 64;
}

// In 32 bits a pointer is passed and returned as an int is.
static bool is_same_word(const struct front *f, LLVMTypeRef a, LLVMTypeRef b) {
  if (f->pointer_bits != 32) return false;
  return (is_pointer(a) && is_integer(b) && LLVMGetIntTypeWidth(b) == 32) ||
         (is_pointer(b) && is_integer(a) && LLVMGetIntTypeWidth(a) == 32);
}

static bool argument_fits(const struct front *f, LLVMTypeRef given, LLVMTypeRef wanted) {
  if (given == wanted || is_same_word(f, given, wanted)) return true;
  return is_integer(given) && is_integer(wanted) &&
         integer_fits(f, LLVMGetIntTypeWidth(given), LLVMGetIntTypeWidth(wanted));
}

// The caller may look at less of the result than there is.
static bool result_fits(const struct front *f, LLVMValueRef call, LLVMTypeRef given) {
  LLVMTypeRef wanted = LLVMTypeOf(call);
  if (LLVMGetTypeKind(wanted) == LLVMVoidTypeKind || wanted == given || is_same_word(f, given, wanted)) return true;
  if (!LLVMGetFirstUse(call)) return is_integer(wanted) || is_pointer(wanted);
  return is_integer(wanted) && is_integer(given) && LLVMGetIntTypeWidth(wanted) <= LLVMGetIntTypeWidth(given);
}

// --- built-in meanings ------------------------------------------------------------------------------------------

// The floating-point type that the name stands for: sqrtf, sqrtl, sqrt. Of macros, such as isgreater, it is any.
static bool float_is_of(struct front *f, LLVMValueRef function, LLVMTypeRef type) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  uint32_t detail;
  enum builtin builtin = builtin_of(f, function, &detail);
  if (builtin == BUILTIN_FP_COMPARE || !strcmp(name, "isfinite")) return true;
  char base[64];
  snprintf(base, sizeof base, "%.*s", (int)(n - 1), name);
  bool is_variant = n > 1 && (name[n - 1] == 'f' || name[n - 1] == 'l') && is_builtin_name(base);
  LLVMTypeKind wanted = !is_variant          ? LLVMDoubleTypeKind
                        : name[n - 1] == 'f' ? LLVMFloatTypeKind
                                             : LLVMX86_FP80TypeKind;
  return LLVMGetTypeKind(type) == wanted;
}

// The width of the integer that abs and ffs of that name are for.
static unsigned width_of(const struct front *f, const char *name) {
  if (!strcmp(name, "labs") || !strcmp(name, "ffsl")) return f->pointer_bits;
  return !strcmp(name, "abs") || !strcmp(name, "ffs") ? 32 : 64;
}

static bool letter_fits(struct front *f, LLVMValueRef function, enum builtin builtin, LLVMTypeRef type, char letter) {
  size_t n;
  switch (letter) {
  case 'p': return is_pointer(type);
  case 'f': return is_float(type) && float_is_of(f, function, type);
  default:
    if (!is_integer(type)) return false;
    unsigned width = LLVMGetIntTypeWidth(type);
    if (builtin == BUILTIN_ABS || builtin == BUILTIN_FFS) return width == width_of(f, LLVMGetValueName2(function, &n));
    return builtin == BUILTIN_ASSUME ? width <= 64 : integer_fits(f, width, 32);
  }
}

static bool builtin_fits(struct front *f, LLVMValueRef call, LLVMValueRef function, enum builtin builtin) {
  const char *signature = signature_of(builtin);
  if (builtin == BUILTIN_FP_LIBM) signature = LLVMGetNumArgOperands(call) == 2 ? "fff" : "ff"; // library_libm counts
  if (!signature) return true;
  if (has_structure(call)) return false;
  LLVMTypeRef result = LLVMTypeOf(call);
  bool is_used = LLVMGetTypeKind(result) != LLVMVoidTypeKind && LLVMGetFirstUse(call);
  if (type_is_aggregate(result)) return false;
  bool allocates = builtin == BUILTIN_MALLOC || builtin == BUILTIN_ZALLOC || builtin == BUILTIN_CALLOC ||
                   builtin == BUILTIN_ALLOCA;
  if (allocates && !is_pointer(result)) return false; // the block is known by it
  if (is_used && signature[0] == '-') return false;
  if (is_used && signature[0] == 'i' && !is_integer(result)) return false;
  if (is_used && signature[0] != 'i' && !letter_fits(f, function, builtin, result, signature[0])) return false;
  if (is_used && builtin == BUILTIN_ABS && !letter_fits(f, function, builtin, result, 'i')) return false;
  unsigned n = LLVMGetNumArgOperands(call), k = 0;
  for (const char *letter = signature + 1; *letter; letter++) {
    if (*letter == '*') return true;
    if (k >= n || !letter_fits(f, function, builtin, LLVMTypeOf(LLVMGetOperand(call, k++)), *letter)) return false;
  }
  return k == n;
}

// --- models and functions of the program -----------------------------------------------------------------------

static bool types_fit(struct front *f, LLVMValueRef call, LLVMTypeRef type) {
  if (LLVMGetCalledFunctionType(call) == type) return true;
  if (has_structure(call) || !result_fits(f, call, LLVMGetReturnType(type))) return false;
  unsigned n = LLVMCountParamTypes(type), given = LLVMGetNumArgOperands(call);
  if (given < n || (given > n && !LLVMIsFunctionVarArg(type))) return false;
  LLVMTypeRef *types = mem_zalloc(n + 1, sizeof *types);
  LLVMGetParamTypes(type, types);
  bool good = true;
  for (unsigned i = 0; i < n && good; i++) good = argument_fits(f, LLVMTypeOf(LLVMGetOperand(call, i)), types[i]);
  mem_free(types);
  return good;
}

// A function of the program: what it gets must be of the kind that it takes. How many there are it need not look at.
static bool kinds_fit(LLVMValueRef call, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  if (LLVMGetCalledFunctionType(call) == type) return true;
  LLVMTypeRef wanted = LLVMTypeOf(call), result = LLVMGetReturnType(type);
  bool is_used = LLVMGetTypeKind(wanted) != LLVMVoidTypeKind && LLVMGetFirstUse(call);
  if (is_used && (is_float(wanted) || is_float(result)) && wanted != result) return false;
  unsigned n = LLVMCountParams(function), given = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < n && i < given; i++) {
    LLVMTypeRef a = LLVMTypeOf(LLVMGetOperand(call, i)), b = LLVMTypeOf(LLVMGetParam(function, i));
    if ((is_float(a) || is_float(b)) && a != b) return false;
  }
  return true;
}

// --- everything -------------------------------------------------------------------------------------------------

// Without the bodies, which take longer to read than they are worth here.
static LLVMModuleRef read_models(struct front *f) {
  const unsigned char *data = f->options->bits == 32 ? models_32 : models_64;
  size_t size = f->options->bits == 32 ? models_32_size : models_64_size;
  LLVMModuleRef models;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange((const char *)data, size, "models", 0);
  return LLVMGetBitcodeModuleInContext2(f->context, buffer, &models) ? NULL : models;
}

struct signatures {
  struct front *f;
  LLVMModuleRef models; // once they were needed
  bool is_read;
};

// The type of the model of that name, NULL: there is none.
static LLVMTypeRef model_type(struct signatures *s, const char *name) {
  if (!s->is_read) s->models = read_models(s->f);
  s->is_read = true;
  LLVMValueRef model = s->models ? LLVMGetNamedFunction(s->models, name) : NULL;
  if (!model || LLVMIsDeclaration(model) || LLVMGetLinkage(model) == LLVMInternalLinkage) return NULL;
  return LLVMGlobalGetValueType(model);
}

static bool call_fits(struct signatures *s, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function || LLVMGetIntrinsicID(function)) return true;
  if (function_has_body(function)) return kinds_fit(call, function);
  uint32_t detail;
  size_t n;
  enum builtin builtin = builtin_of(s->f, function, &detail);
  const char *name = LLVMGetValueName2(function, &n);
  if (builtin != BUILTIN_NONE && builtin != BUILTIN_UNSUPPORTED) return builtin_fits(s->f, call, function, builtin);
  LLVMTypeRef type = model_type(s, name);
  return !type || types_fit(s->f, call, type);
}

static void lead_astray(struct front *f, LLVMValueRef call) {
  struct text name = {0};
  size_t n;
  text_printf(&name, MISTYPED "%s", LLVMGetValueName2(called_function(call), &n));
  LLVMValueRef other = LLVMGetNamedFunction(f->module, text_cstr(&name));
  if (!other) other = LLVMAddFunction(f->module, text_cstr(&name), LLVMGetCalledFunctionType(call));
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, other);
  text_release(&name);
}

const char *mistyped_name(const char *name) {
  return strncmp(name, MISTYPED, strlen(MISTYPED)) ? NULL : name + strlen(MISTYPED);
}

void signatures_check(struct front *f) {
  struct signatures s = {.f = f};
  struct vec_value calls = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !call_fits(&s, i)) vec_value_push(&calls, i);
  for (uint32_t i = 0; i < calls.size; i++) lead_astray(f, calls.data[i]);
  vec_value_release(&calls);
  if (s.models) LLVMDisposeModule(s.models);
}
