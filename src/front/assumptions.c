// What a TRUE rests on beside the text of the program: pointers whose origin is not in the program (outside.c),
// handlers of signals, output that succeeds, and what the addresses of objects decide (layout/).
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/layout/layout.h"
#include "front/translate/names.h"

static const char input_pointer[] =
    "pointers that are inputs lead to memory of their own: to an object only if they are compared with its address, or "
    "it was cast to an integer";
static const char outside_pointer[] =
    "external pointers are aligned: they lead to globals and to memory of their own, aligned for the type that it "
    "is accessed with";
static const char signals[] = "handlers of signals run only where the program raises the signal itself";
static const char *const signal_functions[] = {"signal", "sigaction"};

static const char output[] = "output to standard output and standard error succeeds";

// Functions that say whether output was possible, and which argument is the stream; -1: it is standard output. The
// models of those that are missing here may fail, or are unsupported.
static const struct output_function {
  const char *name;
  int stream;
} output_functions[] = {
    {"printf", -1},
    {"vprintf", -1},
    {"fprintf", 0},
    {"vfprintf", 0},
    {"fputs", 1},
    {"fputc", 1},
    {"putc", 1},
    {"_IO_putc", 1},
    {"fwrite", 3},
    {"fflush", 0},
    {"ferror", 0},
    {"fputc_unlocked", 1},
    {"putc_unlocked", 1},
    {"fputs_unlocked", 1},
    {"fwrite_unlocked", 3},
    {"fflush_unlocked", 0},
    {"ferror_unlocked", 0},
};

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

static bool is_standard_stream(LLVMValueRef variable) {
  size_t n;
  if (!LLVMIsAGlobalVariable(variable)) return false;
  const char *name = LLVMGetValueName2(variable, &n);
  return !strcmp(name, "stdout") || !strcmp(name, "stderr");
}

// Is the variable or function used outside of the models?
static bool is_programs(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) return true;
    if (!is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))) return true;
  }
  return false;
}

// May the stream be a standard one? fflush(NULL) is about all of them.
static bool may_be_standard(struct front *f, LLVMValueRef stream) {
  if (LLVMIsAConstantPointerNull(stream)) return true;
  if (LLVMIsALoadInst(stream) && LLVMIsAGlobalVariable(LLVMGetOperand(stream, 0)) &&
      is_standard_stream(LLVMGetOperand(stream, 0)))
    return true;
  static const char *const names[] = {"stdout", "stderr"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef variable = LLVMGetNamedGlobal(f->module, names[i]);
    if (variable && is_programs(variable)) return true;
  }
  return false;
}

// Output that fails also sets errno, whether the result is used or not.
static bool reads_errno(struct front *f) {
  LLVMValueRef errno_place = LLVMGetNamedFunction(f->module, "__errno_location");
  return errno_place && is_programs(errno_place);
}

static void look_at_output(struct front *f, LLVMValueRef call, const char *name, bool with_errno) {
  if (!LLVMGetFirstUse(call) && !with_errno) return;
  for (size_t i = 0; i < sizeof output_functions / sizeof *output_functions; i++) {
    const struct output_function *o = &output_functions[i];
    if (strcmp(name, o->name) || o->stream >= (int)LLVMGetNumArgOperands(call)) continue;
    if (o->stream < 0 || may_be_standard(f, LLVMGetOperand(call, (unsigned)o->stream)))
      assume(f, "output", output, call);
  }
}

static void look_at_call(struct front *f, LLVMValueRef call, bool with_errno) {
  LLVMValueRef function = called_function(call);
  if (!function || !is_model(function)) return;
  look_at_output(f, call, function_name(function), with_errno);
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++)
    if (!strcmp(function_name(function), signal_functions[i])) assume(f, "signal", signals, call);
}

// Where their address is taken, they may be called through pointers.
static void look_at_signals(struct front *f) {
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(f->module, signal_functions[i]);
    if (function && is_model(function) && through_is_taken(function))
      cfa_add_assumption(f->cfa, "signal", signals, (struct source_place){0});
  }
}

void assumptions_find(struct front *f) {
  bool with_errno = reads_errno(f);
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    if (is_model(function)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) look_at_call(f, i, with_errno);
  }
  if (with_errno && f->drops_output) cfa_add_assumption(f->cfa, "output", output, (struct source_place){0});
  look_at_signals(f);
  layout_find(f);
  if (f->points.anything) assume(f, "input-pointer", input_pointer, f->points.anything_use);
  if (f->points.outside) assume(f, "outside-pointer", outside_pointer, f->points.outside_use);
}
