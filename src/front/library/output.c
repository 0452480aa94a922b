// Output whose result the program does not look at.
//
// The models of printf and its like count characters, which takes a loop over each string. Most programs do not want to
// know: a call without uses of its result has no other effect than that of %n, and that output to a stream may fail
// (output to the standard output and error streams succeeds, see models/stdio_output.c). Such calls are dropped, or go
// to a model that does not count. Done before the models are linked; functions with a body of the program's own are
// left alone.
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/translate/constant.h"
#include <stdlib.h>

// Which parameters are the format and the stream; -1: there is none. `plain` is the model where the format is not
// constant.
struct output_function {
  const char *name;
  int format, stream;
  const char *plain;
};

static const struct output_function output_functions[] = {
    {"printf", 0, -1, "__clew_printf"},
    {"vprintf", 0, -1, "__clew_vprintf"},
    {"fprintf", 1, 0, "__clew_fprintf"},
    {"vfprintf", 1, 0, "__clew_vfprintf"},
    {"puts", -1, -1, NULL},
    {"putchar", -1, -1, NULL},
    {"putchar_unlocked", -1, -1, NULL},
    {"fputs", -1, 1, NULL},
    {"fputc", -1, 1, NULL},
    {"putc", -1, 1, NULL},
    {"_IO_putc", -1, 1, NULL},
    {"fwrite", -1, 3, NULL},
    {"fflush", -1, 0, NULL},
};

// Is there a %n among the conversions, or one that is cut off, which fails? Between '%' and the letter only flags,
// digits, sizes and the like are.
static bool format_stores(const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    for (i++;
         i < n && ((text[i] >= ' ' && text[i] <= '9' && text[i] != '%') || (text[i] && strchr("hljztqLIZ", text[i])));)
      i++;
    if (i >= n || !text[i] || text[i] == 'n') return true;
  }
  return false;
}

static bool format_is_harmless(LLVMValueRef format, int depth);

// A local variable that only ever holds such formats.
static bool holds_harmless_formats(LLVMValueRef variable, int depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user)) continue;
    if (LLVMIsACallInst(user) && called_function(user) && LLVMGetIntrinsicID(called_function(user))) {
      size_t n;
      const char *name = LLVMGetValueName2(called_function(user), &n);
      if (strncmp(name, "llvm.lifetime.", 14) && strncmp(name, "llvm.dbg.", 9)) return false;
    } else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable ||
               !format_is_harmless(LLVMGetOperand(user, 0), depth)) {
      return false;
    }
  }
  return true;
}

// A constant string, or a choice between such, without %n.
static bool format_is_harmless(LLVMValueRef format, int depth) {
  if (LLVMIsAGlobalVariable(format)) {
    size_t n;
    const char *text = constant_string(format, &n);
    return text && !format_stores(text, n);
  }
  if (!depth) return false;
  if (LLVMIsALoadInst(format) && LLVMIsAAllocaInst(LLVMGetOperand(format, 0)))
    return holds_harmless_formats(LLVMGetOperand(format, 0), depth - 1);
  if (!LLVMIsAPHINode(format)) return false;
  for (unsigned i = 0; i < LLVMCountIncoming(format); i++)
    if (!format_is_harmless(LLVMGetIncomingValue(format, i), depth - 1)) return false;
  return true;
}

// The program only reads the variable: it is the standard stream throughout.
static bool is_standard_output(struct front *f, LLVMValueRef stream) {
  if (!LLVMIsALoadInst(stream)) return false;
  LLVMValueRef variable = LLVMGetOperand(stream, 0);
  size_t n;
  if (!LLVMIsAGlobalVariable(variable) || !LLVMIsDeclaration(variable)) return false;
  const char *name = LLVMGetValueName2(variable, &n);
  return (!strcmp(name, "stdout") || !strcmp(name, "stderr")) && variables_only_read(f, name);
}

static LLVMValueRef model_named(struct front *f, const char *name, LLVMTypeRef type) {
  LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
  return model ? model : LLVMAddFunction(f->module, name, type);
}

// Output to a stream of the program's own, of which only the failure matters.
static void call_output(struct front *f, LLVMValueRef call, LLVMValueRef stream) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(f->context), &pointer, 1, false);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMBuildCall2(builder, type, model_named(f, "__clew_output", type), &stream, 1, "");
  LLVMDisposeBuilder(builder);
}

// --- what is read ---------------------------------------------------------------------------------------------

// Blocks and strings that the models do not look at. A string has no length: TEXT may be null, which the GNU library or
// the kernel looks for; STRING is read at once. Of an OBJECT, of whatever size, at least the first byte is read.
struct reading_function {
  const char *name;
  int block, size, count;
};

enum { TEXT = -1, STRING = -2, OBJECT = -3 };

static const struct reading_function reading_functions[] = {
    {"puts", 0, STRING, -1},
    {"fputs", 0, STRING, -1},
    {"fputs_unlocked", 0, STRING, -1},
    {"perror", 0, TEXT, -1},
    {"fwrite", 0, 1, 2},
    {"write", 1, 2, -1},
    {"fwrite_unlocked", 0, 1, 2},
    {"pwrite", 1, 2, -1},
    {"pwrite64", 1, 2, -1},
    {"send", 1, 2, -1},
    {"sendto", 1, 2, -1},
    {"bind", 1, 2, -1},
    {"connect", 1, 2, -1},
    {"setsockopt", 3, 4, -1},
    {"fopen", 0, TEXT, -1},
    {"fopen", 1, STRING, -1},
    {"fopen64", 0, TEXT, -1},
    {"fopen64", 1, STRING, -1},
    {"freopen", 0, TEXT, -1},
    {"freopen", 1, STRING, -1},
    {"fdopen", 1, STRING, -1},
    {"open", 0, TEXT, -1},
    {"open64", 0, TEXT, -1},
    {"creat", 0, TEXT, -1},
    {"system", 0, TEXT, -1},
    {"remove", 0, TEXT, -1},
    {"rename", 0, TEXT, -1},
    {"rename", 1, TEXT, -1},
    {"unlink", 0, TEXT, -1},
    {"access", 0, TEXT, -1},
    {"stat", 0, TEXT, -1},
    {"lstat", 0, TEXT, -1},
    {"mkdir", 0, TEXT, -1},
    {"rmdir", 0, TEXT, -1},
    {"chdir", 0, TEXT, -1},
    {"opendir", 0, STRING, -1},
    {"setenv", 0, TEXT, -1},
    {"memcmp", 0, 2, -1},
    {"memcmp", 1, 2, -1},
    {"bcmp", 0, 2, -1},
    {"bcmp", 1, 2, -1},
    {"unsetenv", 0, TEXT, -1},
    {"popen", 0, TEXT, -1},
    {"popen", 1, STRING, -1},
    {"syslog", 1, STRING, -1},
    {"openlog", 0, TEXT, -1},
    {"openat", 1, TEXT, -1},
    {"openat64", 1, TEXT, -1},
    {"__open_2", 0, TEXT, -1},
    {"chmod", 0, TEXT, -1},
    {"link", 0, TEXT, -1},
    {"link", 1, TEXT, -1},
    {"symlink", 0, TEXT, -1},
    {"symlink", 1, TEXT, -1},
    {"truncate", 0, TEXT, -1},
    {"psignal", 1, TEXT, -1},
    {"pthread_cond_signal", 0, OBJECT, -1},
    {"pthread_cond_broadcast", 0, OBJECT, -1},
    {"pthread_cond_destroy", 0, OBJECT, -1},
};

static LLVMValueRef size_operand(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, int k) {
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  if (k < 0) return LLVMConstInt(word, 1, 0);
  return LLVMBuildIntCast2(builder, LLVMGetOperand(call, (unsigned)k), word, 1, "");
}

static void read_text(struct front *f, LLVMBuilderRef builder, LLVMValueRef text, LLVMValueRef most) {
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(f->context, 0), LLVMIntTypeInContext(f->context, f->pointer_bits)};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 2, false);
  if (LLVMTypeOf(text) != types[0]) return;
  LLVMValueRef arguments[] = {text, most ? most : LLVMConstAllOnes(types[1])};
  LLVMBuildCall2(builder, type, model_named(f, "__clew_reads_text", type), arguments, 2, "");
}

// The text of a conversion. An integer as wide as a pointer is passed like one; of other arguments it is not known
// where the text would be.
static void read_argument(struct front *f, LLVMBuilderRef builder, LLVMValueRef argument, LLVMValueRef most) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), type = LLVMTypeOf(argument);
  if (type == pointer) {
    read_text(f, builder, argument, most);
  } else if (type == LLVMIntTypeInContext(f->context, f->pointer_bits)) {
    read_text(f, builder, LLVMBuildIntToPtr(builder, argument, pointer, ""), most);
  } else {
    LLVMTypeRef nothing = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    LLVMBuildCall2(builder, nothing, model_named(f, "__clew_reads_no_pointer", nothing), NULL, 0, "");
  }
}

static void read_string(struct front *f, LLVMBuilderRef builder, LLVMValueRef text) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
  if (LLVMTypeOf(text) == pointer)
    LLVMBuildCall2(builder, type, model_named(f, "__clew_reads_string", type), &text, 1, "");
}

static void read_operands(struct front *f, LLVMBuilderRef builder, LLVMValueRef call,
                          const struct reading_function *r) {
  int n = (int)LLVMGetNumArgOperands(call);
  if (r->block >= n || r->size >= n || r->count >= n) return;
  LLVMValueRef block = LLVMGetOperand(call, (unsigned)r->block);
  if (r->size == STRING) return read_string(f, builder, block);
  if (r->size == TEXT) return read_text(f, builder, block, NULL);
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(f->context, 0), word, word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 3, false);
  if (LLVMTypeOf(block) != types[0]) return;
  LLVMValueRef arguments[] = {block, size_operand(f, builder, call, r->size), size_operand(f, builder, call, r->count)};
  LLVMBuildCall2(builder, type, model_named(f, "__clew_reads_block", type), arguments, 3, "");
}

// The strings among the arguments of printf.
static void read_formatted(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, unsigned format) {
  size_t n;
  const char *text = constant_string(LLVMGetOperand(call, format), &n);
  unsigned next = format + 1, count = LLVMGetNumArgOperands(call);
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    LLVMValueRef most = NULL;
    bool wide = false, precise = false;
    for (i++; i < n && strchr("-+ #0123456789*.'hljztqLIZ", text[i]) && text[i]; i++) {
      wide |= text[i] == 'l';
      if (text[i] == '.') {
        precise = true;
        most = size_operand(f, builder, call, -1);
        most = LLVMConstInt(LLVMTypeOf(most), strtoull(text + i + 1, NULL, 10), 0);
      }
      if (text[i] != '*') continue;
      if (next >= count) return;
      if (precise) most = size_operand(f, builder, call, (int)next);
      next++;
    }
    if (i >= n || text[i] == '%' || text[i] == 'm') continue;
    if (next >= count) return;
    if (text[i] == 's' && !wide) read_argument(f, builder, LLVMGetOperand(call, next), most);
    next++;
  }
}

// One that read_formatted follows: no arguments by number, no wide strings.
static bool is_constant_format(LLVMValueRef format) {
  if (!LLVMIsAGlobalVariable(format) || !format_is_harmless(format, 0)) return false;
  size_t n;
  const char *text = constant_string(format, &n);
  return !memchr(text, '$', n) && !memmem(text, n, "%S", 2) && !memmem(text, n, "%ls", 3);
}

static void calls_of(struct front *f, const char *name, struct vec_value *calls) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function || LLVMCountBasicBlocks(function) || variables_forbid_model(f, name)) return;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) vec_value_push(calls, user);
  }
}

static void read_formats(struct front *f, LLVMBuilderRef builder, const char *name, unsigned format) {
  struct vec_value calls = {0};
  calls_of(f, name, &calls);
  for (uint32_t k = 0; k < calls.size; k++) {
    LLVMValueRef call = calls.data[k];
    if (LLVMGetNumArgOperands(call) <= format || !is_constant_format(LLVMGetOperand(call, format))) continue;
    LLVMPositionBuilderBefore(builder, call);
    read_formatted(f, builder, call, format);
  }
  vec_value_release(&calls);
}

// Functions that write messages, and which argument is the format.
static void read_messages(struct front *f, LLVMBuilderRef builder) {
  static const struct {
    const char *name;
    unsigned format;
  } messages[] = {{"syslog", 1}, {"dprintf", 1}, {"err", 1}, {"errx", 1}, {"warn", 0}, {"warnx", 0}, {"error", 2}};
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
    read_formats(f, builder, messages[i].name, messages[i].format);
}

static void read_all(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  struct vec_value calls = {0};
  for (size_t i = 0; i < sizeof reading_functions / sizeof *reading_functions; i++) {
    vec_value_clear(&calls);
    if (!variables_forbid_model(f, reading_functions[i].name)) through_name(f, reading_functions[i].name, NULL);
    calls_of(f, reading_functions[i].name, &calls);
    for (uint32_t k = 0; k < calls.size; k++) {
      LLVMPositionBuilderBefore(builder, calls.data[k]);
      read_operands(f, builder, calls.data[k], &reading_functions[i]);
    }
  }
  for (size_t i = 0; i < sizeof output_functions / sizeof *output_functions; i++) {
    const struct output_function *o = &output_functions[i];
    if (o->format >= 0 && o->name[0] != 'v') read_formats(f, builder, o->name, (unsigned)o->format);
  }
  read_messages(f, builder);
  vec_value_release(&calls);
  LLVMDisposeBuilder(builder);
}

// --- what is written ------------------------------------------------------------------------------------------

// Its arguments are used, though the call is dropped.
static void use_arguments(struct front *f, LLVMValueRef call) {
  if (!asks(f, TRAIT_UNDEFINED)) return;
  static const char noundef[] = "noundef";
  unsigned n = LLVMGetNumArgOperands(call), kind = LLVMGetEnumAttributeKindForName(noundef, sizeof noundef - 1);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, true);
  LLVMValueRef *arguments = mem_alloc((n + 1) * sizeof *arguments);
  for (unsigned k = 0; k < n; k++) arguments[k] = LLVMGetOperand(call, k);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef uses = LLVMBuildCall2(builder, type, model_named(f, safety_names[SAFETY_USES], type), arguments, n, "");
  for (unsigned k = 0; k < n; k++)
    if (LLVMGetCallSiteEnumAttribute(call, k + 1, kind))
      LLVMAddCallSiteAttribute(uses, k + 1, LLVMCreateEnumAttribute(f->context, kind, 0));
  LLVMDisposeBuilder(builder);
  mem_free(arguments);
}

// --- what is dropped ------------------------------------------------------------------------------------------

static void simplify(struct front *f, LLVMValueRef call, const struct output_function *o) {
  int n = (int)LLVMGetNumArgOperands(call);
  if (LLVMGetFirstUse(call) || o->format >= n || o->stream >= n) return;
  // What is not read here the model has to read.
  if (asks(f, TRAIT_ACCESSES) && o->format >= 0 &&
      (o->name[0] == 'v' || !is_constant_format(LLVMGetOperand(call, (unsigned)o->format))))
    return;
  bool harmless = o->format < 0 || format_is_harmless(LLVMGetOperand(call, (unsigned)o->format), 3);
  bool standard = o->stream < 0 || is_standard_output(f, LLVMGetOperand(call, (unsigned)o->stream));
  if (harmless && standard) {
    f->drops_output = true;
    use_arguments(f, call);
    LLVMInstructionEraseFromParent(call);
  } else if (harmless && o->format >= 0) {
    use_arguments(f, call);
    call_output(f, call, LLVMGetOperand(call, (unsigned)o->stream));
    LLVMInstructionEraseFromParent(call);
  } else if (o->plain) {
    LLVMSetOperand(call, LLVMGetNumOperands(call) - 1, model_named(f, o->plain, LLVMGetCalledFunctionType(call)));
  }
}

void output_simplify(struct front *f) {
  if (asks(f, TRAIT_ACCESSES)) read_all(f);
  for (size_t i = 0; i < sizeof output_functions / sizeof *output_functions; i++) {
    const struct output_function *o = &output_functions[i];
    struct vec_value calls = {0};
    calls_of(f, o->name, &calls);
    for (uint32_t k = 0; k < calls.size; k++) simplify(f, calls.data[k], o);
    vec_value_release(&calls);
  }
}
