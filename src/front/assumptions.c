// What a TRUE rests on beside the text of the program: pointers whose origin is not in the program (outside.c),
// handlers of signals, and what the addresses of objects decide (layout/).
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

static void assume(struct front *f, const char *kind, const char *text, LLVMValueRef i) {
  cfa_add_assumption(f->cfa, kind, text, place_of(f, i));
}

static void look_at_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function || !is_model(function)) return;
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
  for (uint32_t k = 0; k < f->functions.size; k++) {
    LLVMValueRef function = f->functions.data[k];
    if (is_model(function)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i)) look_at_call(f, i);
  }
  look_at_signals(f);
  layout_find(f);
  if (f->points.anything) assume(f, "input-pointer", input_pointer, f->points.anything_use);
  if (f->points.outside) assume(f, "outside-pointer", outside_pointer, f->points.outside_use);
}
