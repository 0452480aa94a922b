// Formats that ask for more arguments than there are: printf and its like read what was not passed. Null for what they
// read or write: the text of %s, the place of %n, every place of scanf, the format itself, the stream, the text that is
// made. C leaves both undefined wherever the call is reached. A format is judged if its text is constant.
//
// A function of the program that gives its format and its arguments on, to vprintf and its like, is judged at that
// call: its callers note what is wrong with the arguments.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdlib.h>

struct format_function {
  const char *name;
  int format; // which parameter
  bool scans;
};

static const struct format_function functions[] = {
    {"printf", 0, false},
    {"fprintf", 1, false},
    {"dprintf", 1, false},
    {"sprintf", 1, false},
    {"snprintf", 2, false},
    {"asprintf", 1, false},
    {"syslog", 1, false},
    {"__printf_chk", 1, false},
    {"__fprintf_chk", 2, false},
    {"__dprintf_chk", 2, false},
    {"__sprintf_chk", 3, false},
    {"__snprintf_chk", 4, false},
    {"__asprintf_chk", 2, false},
    {"scanf", 0, true},
    {"fscanf", 1, true},
    {"sscanf", 1, true},
    {"__isoc99_scanf", 0, true},
    {"__isoc99_fscanf", 1, true},
    {"__isoc99_sscanf", 1, true},
    {"__isoc23_scanf", 0, true},
    {"__isoc23_fscanf", 1, true},
    {"__isoc23_sscanf", 1, true},
    {"vprintf", 0, false},
    {"vfprintf", 1, false},
    {"vdprintf", 1, false},
    {"vsprintf", 1, false},
    {"vsnprintf", 2, false},
    {"vasprintf", 1, false},
    {"vsyslog", 1, false},
    {"__vprintf_chk", 1, false},
    {"__vfprintf_chk", 2, false},
    {"__vdprintf_chk", 2, false},
    {"__vsprintf_chk", 3, false},
    {"__vsnprintf_chk", 4, false},
    {"err", 1, false},
    {"errx", 1, false},
    {"warn", 0, false},
    {"warnx", 0, false},
    {"error", 2, false},
    {"error_at_line", 4, false},
    {"verr", 1, false},
    {"verrx", 1, false},
    {"vwarn", 0, false},
    {"vwarnx", 0, false},
    {"__vasprintf_chk", 2, false},
    {"vscanf", 0, true},
    {"vfscanf", 1, true},
    {"vsscanf", 1, true},
    {"__isoc99_vscanf", 0, true},
    {"__isoc99_vfscanf", 1, true},
    {"__isoc99_vsscanf", 1, true},
    {"__isoc23_vscanf", 0, true},
    {"__isoc23_vfscanf", 1, true},
    {"__isoc23_vsscanf", 1, true},
};

static const struct format_function *find_function(LLVMValueRef function) {
  size_t n;
  if (!function || LLVMCountBasicBlocks(function)) return NULL;
  const char *name = LLVMGetValueName2(function, &n);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(name, functions[i].name)) return &functions[i];
  return NULL;
}

// --- texts -------------------------------------------------------------------------------------------------------

// What the variable has that the value is read from: a constant, or a local that is written once and that nothing else
// knows; NULL: it is another one.
static LLVMValueRef only_stored(LLVMValueRef value) {
  LLVMValueRef variable = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL, stored = NULL;
  if (variable && LLVMIsAGlobalVariable(variable) && LLVMIsGlobalConstant(variable))
    return LLVMGetInitializer(variable);
  if (!variable || !LLVMIsAAllocaInst(variable)) return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) ||
        (LLVMIsACallInst(user) && called_function(user) && LLVMGetIntrinsicID(called_function(user))))
      continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable || stored) return NULL;
    stored = LLVMGetOperand(user, 0);
  }
  return stored;
}

static const char *text_of(LLVMValueRef format, size_t *n) {
  LLVMValueRef kept = only_stored(format);
  if (kept) format = kept;
  if (!LLVMIsAGlobalVariable(format) || !LLVMIsGlobalConstant(format)) return NULL;
  LLVMValueRef initial = LLVMGetInitializer(format);
  if (!initial) return NULL;
  if (LLVMIsNull(initial)) return *n = 0, "";
  if (!LLVMIsAConstantDataArray(initial) || !LLVMIsConstantString(initial)) return NULL;
  return LLVMGetAsString(initial, n);
}

// Behind the brackets of %[…], in which a bracket may come first.
static const char *skip_set(const char *at, const char *end) {
  at++;
  if (at < end && *at == '^') at++;
  if (at < end && *at == ']') at++;
  while (at < end && *at && *at != ']') at++;
  return at;
}

// Of one conversion: how many arguments were used so far, or the greatest number of one; which of them it has, and is
// that a pointer that must not be null?
struct conversion {
  unsigned used, argument;
  bool leads;
};

// One conversion, from behind its '%': where it ends.
static const char *read_conversion(const char *at, const char *end, bool scans, struct conversion *c) {
  bool is_kept = true, is_width = false;
  unsigned numbered = 0, own = 0;
  c->leads = false;
  for (; at < end && *at && strchr("-+ #0123456789*.'$hljztqLIZm", *at); at++) {
    if (*at == 'm' && !scans) return at; // the text of errno
    if (*at >= '1' && *at <= '9') {
      char *behind;
      unsigned long number = strtoul(at, &behind, 10);
      if (behind < end && *behind == '$' && number < 4096) {
        numbered = number > numbered ? (unsigned)number : numbered;
        if (!is_width) own = (unsigned)number;
      }
      at = behind - 1;
    }
    is_width = *at == '*';
    if (!is_width) continue;
    bool is_numbered = at + 1 < end && at[1] >= '1' && at[1] <= '9';
    if (scans) is_kept = false;
    else if (!is_numbered) ++c->used;
  }
  if (at >= end || !*at || *at == '%') return at;
  c->leads = is_kept && (scans || strchr("sSn", *at));
  if (scans && *at == '[') at = skip_set(at, end);
  c->argument = own ? own - 1 : c->used;
  if (numbered) c->used = numbered > c->used ? numbered : c->used;
  else if (is_kept) ++c->used;
  return at;
}

static unsigned arguments_in(const char *text, size_t n, bool scans) {
  struct conversion c = {0};
  const char *end = text + n;
  for (const char *at = text; at < end && *at; at++)
    if (*at == '%') at = read_conversion(at + 1, end, scans, &c);
  return c.used;
}

// --- calls -------------------------------------------------------------------------------------------------------

// What is wrong with the arguments of a call: a number that is known when it is reached.
enum wrong { WRONG_NOTHING, WRONG_COUNT, WRONG_NULL };

static void check(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef wrong) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context), types[] = {word, word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 2, 0);
  const char *name = safety_names[SAFETY_FORMAT];
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function) function = LLVMAddFunction(f->module, name, type);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  if (LLVMIsAAllocaInst(wrong)) wrong = LLVMBuildLoad2(builder, word, wrong, "");
  LLVMValueRef arguments[] = {wrong, LLVMConstInt(word, !checks(f, PROPERTY_DEREF), 0)};
  LLVMBuildCall2(builder, type, function, arguments, 2, "");
}

void formats_failed(struct translation *t, LLVMValueRef call) {
  struct terms *tm = t->f->tm;
  struct term wrong = operand(t, LLVMGetOperand(call, 0));
  enum property property = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) ? PROPERTY_UNDEFINED : PROPERTY_DEREF;
  segment_violation(t, term_eq(tm, wrong, term_bv(tm, 32, WRONG_COUNT)), property,
                    "a format with more conversions than arguments");
  segment_violation(t, term_eq(tm, wrong, term_bv(tm, 32, WRONG_NULL)), PROPERTY_UNDEFINED,
                    "a null pointer as an argument that must not be null");
}

// Does the call give too few arguments for the text of its format? `fixed` parameters come before them.
static bool gives_too_few(LLVMValueRef call, unsigned format, unsigned fixed, bool scans) {
  unsigned given = LLVMGetNumArgOperands(call);
  size_t n;
  const char *text = format < given ? text_of(LLVMGetOperand(call, format), &n) : NULL;
  return text && given >= fixed && arguments_in(text, n, scans) > given - fixed;
}

// Is it null? NULL: it cannot be, or that is not judged.
static LLVMValueRef is_null(LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMValueRef object = value;
  while (is_gep(object)) object = LLVMGetOperand(object, 0);
  bool is_weak = LLVMIsAGlobalVariable(object) && LLVMGetLinkage(object) == LLVMExternalWeakLinkage;
  if (LLVMIsAAllocaInst(object) || (LLVMIsAGlobalVariable(object) && !is_weak)) return NULL;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) return NULL;
  return LLVMBuildICmp(builder, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

static LLVMValueRef either(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b) {
  return !a || !b ? a ? a : b : LLVMBuildOr(builder, a, b, "");
}

// Is an argument null that the text of the format leads to? NULL: none can be.
static LLVMValueRef some_text_is_null(LLVMBuilderRef builder, LLVMValueRef call, unsigned format, unsigned fixed,
                                      bool scans) {
  unsigned given = LLVMGetNumArgOperands(call);
  size_t n = 0;
  const char *text = format < given ? text_of(LLVMGetOperand(call, format), &n) : NULL, *end = text + n;
  struct conversion c = {0};
  LLVMValueRef null = NULL;
  for (const char *at = text; at && at < end && *at; at++) {
    if (*at != '%') continue;
    at = read_conversion(at + 1, end, scans, &c);
    if (c.leads && c.argument < given - fixed)
      null = either(builder, null, is_null(builder, LLVMGetOperand(call, fixed + c.argument)));
  }
  return null;
}

// err and its like write no message of null, and error_at_line needs no name of a file.
static bool may_be_null(const struct format_function *g) { return strstr(g->name, "err") || strstr(g->name, "warn"); }

// The stream, the text that is made or read, the format. The text that snprintf makes has a length: null is one of 0.
static LLVMValueRef some_parameter_is_null(LLVMBuilderRef builder, LLVMValueRef call, const struct format_function *g) {
  LLVMValueRef null = NULL;
  if (may_be_null(g)) return NULL;
  for (unsigned k = 0; (int)k <= g->format && k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef bad = is_null(builder, LLVMGetOperand(call, k));
    if (bad && !k && strstr(g->name, "snprintf")) {
      LLVMValueRef size = LLVMGetOperand(call, 1);
      LLVMValueRef some = LLVMBuildICmp(builder, LLVMIntNE, size, LLVMConstNull(LLVMTypeOf(size)), "");
      bad = LLVMBuildAnd(builder, bad, some, "");
    }
    null = either(builder, null, bad);
  }
  return null;
}

// WRONG_NULL if `null` holds; NULL: nothing is null, or it is not asked for.
static LLVMValueRef wrong_if(struct front *f, LLVMBuilderRef builder, LLVMValueRef null) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  if (!null) return NULL;
  return LLVMBuildSelect(builder, null, LLVMConstInt(word, WRONG_NULL, 0), LLVMConstNull(word), "");
}

// What is wrong with the arguments for the text of a format; NULL: nothing can be.
static LLVMValueRef wrong_with(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, unsigned format,
                               unsigned fixed, const struct format_function *g) {
  if (gives_too_few(call, format, fixed, g->scans))
    return LLVMConstInt(LLVMInt32TypeInContext(f->context), WRONG_COUNT, 0);
  if (!checks(f, PROPERTY_UNDEFINED)) return NULL;
  return wrong_if(f, builder, some_text_is_null(builder, call, format, fixed, g->scans));
}

// --- functions that give arguments on ------------------------------------------------------------------------------

// The parameter that a value is, by way of the variable that clang keeps it in; -1: none, or the variable changes.
static int parameter_of(LLVMValueRef value) {
  LLVMValueRef stored = only_stored(value);
  if (!stored || !LLVMIsAArgument(stored)) return -1;
  LLVMValueRef function = LLVMGetParamParent(stored);
  for (unsigned k = 0; k < LLVMCountParams(function); k++)
    if (LLVMGetParam(function, k) == stored) return (int)k;
  return -1;
}

#define NOTED "clew.wrong" // the local that has the note

// What the caller has noted, as it is when the function begins. A call that notes nothing is not judged.
static LLVMValueRef noted(struct front *f, LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef note) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMValueRef local = LLVMBuildAlloca(builder, word, NOTED);
  LLVMBuildStore(builder, LLVMBuildLoad2(builder, word, note, ""), local);
  LLVMBuildStore(builder, LLVMConstNull(word), note);
  return local;
}

static void stand_before(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
}

// Callers of a function whose k-th parameter is a format: may any of them give what is wrong?
static bool note_calls(struct front *f, LLVMBuilderRef builder, LLVMValueRef function, unsigned k,
                       const struct format_function *g, LLVMValueRef *note) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  bool any = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function) continue;
    stand_before(builder, call);
    LLVMValueRef wrong = wrong_with(f, builder, call, k, LLVMCountParams(function), g);
    if (!wrong) continue;
    if (!*note) {
      *note = LLVMAddGlobal(f->module, word, "clew.wrongly");
      LLVMSetInitializer(*note, LLVMConstNull(word));
      LLVMSetLinkage(*note, LLVMInternalLinkage);
    }
    LLVMBuildStore(builder, wrong, *note);
    any = true;
  }
  return any;
}

static void check_call(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef *note) {
  const struct format_function *g = find_function(called_function(call));
  if (!g || g->format >= (int)LLVMGetNumArgOperands(call)) return;
  stand_before(builder, call);
  LLVMValueRef null = checks(f, PROPERTY_UNDEFINED) ? wrong_if(f, builder, some_parameter_is_null(builder, call, g))
                                                    : NULL;
  if (null) check(f, builder, call, null);
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(called_function(call)))) {
    stand_before(builder, call);
    LLVMValueRef wrong = wrong_with(f, builder, call, (unsigned)g->format, LLVMCountParams(called_function(call)), g);
    if (wrong) check(f, builder, call, wrong);
    return;
  }
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) return;
  int k = parameter_of(LLVMGetOperand(call, (unsigned)g->format));
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function));
  size_t n;
  if (LLVMIsAAllocaInst(first) && !strcmp(LLVMGetValueName2(first, &n), NOTED)) // by another call in the function
    return check(f, builder, call, first);
  if (k < 0 || !note_calls(f, builder, function, (unsigned)k, g, note)) return;
  check(f, builder, call, noted(f, builder, function, *note));
}

static void add(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMValueRef note = NULL;
  struct vec_value calls = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) vec_value_push(&calls, i);
  for (uint32_t i = 0; i < calls.size; i++) check_call(f, builder, calls.data[i], &note);
  vec_value_release(&calls);
  LLVMDisposeBuilder(builder);
}

const struct check_pass pass_formats = {
    .stage = PASS_LIBRARY, .of = PROPERTY_SET(DEREF) | PROPERTY_SET(UNDEFINED), .add = add};
