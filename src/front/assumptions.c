// What a TRUE rests on beside the text of the program: pointers whose origin is not in the program (outside.c),
// handlers of signals, output that succeeds, the time zone, and what the addresses of objects decide (layout/).
#include "front/compile/module.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/layout/layout.h"
#include "front/translate/constant.h"
#include "front/translate/names.h"

static const char input_pointer[] =
    "pointers that are inputs lead to memory of their own: to an object only if they are compared with its address, or "
    "it was cast to an integer";
static const char outside_pointer[] =
    "external pointers are aligned: they lead to globals and to memory of their own, aligned for the type that it "
    "is accessed with";
static const char signals[] = "handlers of signals run only where the program raises the signal itself";
static const char *const signal_functions[] = {"signal", "sigaction"};

static const char first_actions[] =
    "signals have their default actions when the program starts, and none of them is blocked";

// Functions whose effect depends on the action of a signal or on what is blocked, or that tell it: by their result, or
// in a place that is not null.
enum { SIGNAL_RESULT = -1, SIGNAL_ANY = -2 };

static const struct signal_function {
  const char *name;
  int place;
} first_action_functions[] = {{"signal", SIGNAL_RESULT},  {"sigaction", 2},      {"sigprocmask", 2},
                              {"pthread_sigmask", 2},     {"raise", SIGNAL_ANY}, {"kill", SIGNAL_ANY},
                              {"__sigsetjmp", SIGNAL_ANY}};

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
    {"putw", 1},
    {"fwrite", 3},
    {"fflush", 0},
    {"ferror", 0},
    {"fputc_unlocked", 1},
    {"putc_unlocked", 1},
    {"fputs_unlocked", 1},
    {"fwrite_unlocked", 3},
    {"fflush_unlocked", 0},
    {"ferror_unlocked", 0},
    {"psignal", -1},
    {"__printf_chk", -1},
    {"__vprintf_chk", -1},
    {"__fprintf_chk", 0},
    {"__vfprintf_chk", 0},
};

static const char time_zone[] = "local time is UTC: the environment has no TZ that says otherwise, nor has the machine";
static const char *const time_zone_functions[] = {"tzset", "localtime", "localtime_r", "mktime",
                                                  "ctime", "ctime_r",   "strftime"};
static const char *const time_zone_variables[] = {"tzname", "timezone", "daylight"};

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

// The models' variables have names of their own once they are linked (compile/module.c).
static const char *const output_streams[] = {"stdout", "stderr", "clew.stdout", "clew.stderr"};

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
  for (size_t i = 0; i < sizeof output_streams / sizeof *output_streams; i++) {
    LLVMValueRef variable = LLVMGetNamedGlobal(f->module, output_streams[i]);
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

static void look_at_signal(struct front *f, LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++)
    if (!strcmp(name, signal_functions[i])) assume(f, "signal", signals, call);
  for (size_t i = 0; i < sizeof first_action_functions / sizeof *first_action_functions; i++) {
    const struct signal_function *g = &first_action_functions[i];
    if (strcmp(name, g->name) || g->place >= (int)LLVMGetNumArgOperands(call)) continue;
    if (g->place == SIGNAL_RESULT && !LLVMGetFirstUse(call)) continue;
    if (g->place >= 0 && LLVMIsAConstantPointerNull(LLVMGetOperand(call, (unsigned)g->place))) continue;
    assume(f, "signal", first_actions, call);
  }
}

// Of the formats of strftime only %s asks for local time.
static void look_at_time(struct front *f, LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof time_zone_functions / sizeof *time_zone_functions; i++) {
    if (strcmp(name, time_zone_functions[i])) continue;
    size_t n = 0;
    const char *format = NULL;
    if (!strcmp(name, "strftime") && LLVMGetNumArgOperands(call) > 2)
      format = constant_string(LLVMGetOperand(call, 2), &n);
    if (!format || memmem(format, n, "%s", 2)) assume(f, "time-zone", time_zone, call);
  }
}

static void look_at_call(struct front *f, LLVMValueRef call, bool with_errno) {
  LLVMValueRef function = called_function(call);
  if (!function || !is_model(function)) return;
  look_at_output(f, call, function_name(function), with_errno);
  look_at_signal(f, call, function_name(function));
  look_at_time(f, call, function_name(function));
}

// Is it a model that may be called through a pointer?
static bool is_model_behind_pointer(struct front *f, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  return function && is_model(function) && through_is_taken(function);
}

// Where their address is taken, they may be called through pointers.
static void look_at_pointers(struct front *f) {
  struct source_place nowhere = {0};
  for (size_t i = 0; i < sizeof signal_functions / sizeof *signal_functions; i++)
    if (is_model_behind_pointer(f, signal_functions[i])) cfa_add_assumption(f->cfa, "signal", signals, nowhere);
  for (size_t i = 0; i < sizeof first_action_functions / sizeof *first_action_functions; i++)
    if (is_model_behind_pointer(f, first_action_functions[i].name))
      cfa_add_assumption(f->cfa, "signal", first_actions, nowhere);
  for (size_t i = 0; i < sizeof output_functions / sizeof *output_functions; i++)
    if (is_model_behind_pointer(f, output_functions[i].name)) cfa_add_assumption(f->cfa, "output", output, nowhere);
  for (size_t i = 0; i < sizeof time_zone_functions / sizeof *time_zone_functions; i++)
    if (is_model_behind_pointer(f, time_zone_functions[i])) cfa_add_assumption(f->cfa, "time-zone", time_zone, nowhere);
}

// The names of the zone, which any of these functions may have set.
static void look_at_zone_names(struct front *f) {
  for (size_t i = 0; i < sizeof time_zone_variables / sizeof *time_zone_variables; i++) {
    LLVMValueRef variable = LLVMGetNamedGlobal(f->module, time_zone_variables[i]);
    if (variable && is_programs(variable)) cfa_add_assumption(f->cfa, "time-zone", time_zone, (struct source_place){0});
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
  look_at_pointers(f);
  look_at_zone_names(f);
  layout_find(f);
  if (f->points.anything) assume(f, "input-pointer", input_pointer, f->points.anything_use);
  if (f->points.outside) assume(f, "outside-pointer", outside_pointer, f->points.outside_use);
}
