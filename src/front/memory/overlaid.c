// Structures that lie at the same address though neither is the start of the other: members of a union, or what a cast
// makes of a pointer. LLVM's types do not show it: the address of a union's member is that of the union.
//
// A pointer variable stands for all pointers that are copied into it or from it: locals, globals, parameters, results,
// and fields by their structure's type. Structures whose fields are named through the same variable are overlaid. The
// address of a field is a variable, too: a union inside of a structure. What goes through pointers to pointers or
// through integers is not followed.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/translate/call.h"
#include "front/translate/types.h"

static uint32_t variable_root(struct overlaid *o, uint32_t n) {
  while (o->parent.data[n] != n) n = o->parent.data[n] = o->parent.data[o->parent.data[n]];
  return n;
}

static uint32_t variable_at(struct overlaid *o, uint64_t key) {
  uint32_t found = map_u32_get_or(&o->variables, key, 0);
  if (!found) {
    vec_u32_push(&o->parent, o->parent.size);
    found = o->parent.size;
    map_u32_put(&o->variables, key, found);
  }
  return variable_root(o, found - 1);
}

enum { CONTENTS = 63, ADDRESS = 62 }; // bits of keys that are no values

static uint64_t key_of_field(LLVMTypeRef in, unsigned field, unsigned kind) {
  uint64_t name = key_of(in) << 8 | (field & 255); // fields that share a number share a variable
  return (name & ~(UINT64_C(3) << ADDRESS)) | UINT64_C(1) << kind;
}

// The variable at an address.
static uint64_t key_of_slot(LLVMValueRef address) {
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  return gep_field(address, &in, &field, &at_start) ? key_of_field(in, field, CONTENTS) : key_of(address);
}

static uint64_t key_of_pointer(LLVMValueRef value) {
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  if (LLVMIsALoadInst(value)) return key_of_slot(LLVMGetOperand(value, 0));
  if (!is_gep(value)) return key_of(value);
  if (gep_field(value, &in, &field, &at_start)) return key_of_field(in, field, ADDRESS);
  // Steps of structures stay among them.
  bool steps = LLVMGetTypeKind(LLVMGetGEPSourceElementType(value)) == LLVMStructTypeKind;
  return steps ? key_of_pointer(LLVMGetOperand(value, 0)) : key_of(value);
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && !pointsto_is_plain(value);
}

static void copy(struct overlaid *o, LLVMValueRef value, uint64_t to) {
  if (!is_pointer(value)) return;
  uint32_t from = variable_at(o, key_of_pointer(value)), into = variable_at(o, to);
  o->parent.data[from] = into;
}

static void copy_call(struct overlaid *o, LLVMValueRef call, LLVMValueRef function) {
  for (unsigned k = 0; k < LLVMCountParams(function) && k < LLVMGetNumArgOperands(call); k++)
    copy(o, LLVMGetOperand(call, k), key_of(LLVMGetParam(function, k)));
  if (function_has_body(function)) copy(o, call, key_of(function));
}

static void look_at_call(struct overlaid *o, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  struct vec_value candidates = {0};
  if (function) vec_value_push(&candidates, function);
  else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call))) indirect_candidates(o->f, call, &candidates);
  for (uint32_t k = 0; k < candidates.size; k++) copy_call(o, call, candidates.data[k]);
  vec_value_release(&candidates);
}

static void look_at(struct overlaid *o, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: copy(o, LLVMGetOperand(i, 0), key_of_slot(LLVMGetOperand(i, 1))); break;
  case LLVMCall: look_at_call(o, i); break;
  case LLVMRet:
    if (LLVMGetNumOperands(i))
      copy(o, LLVMGetOperand(i, 0), key_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
    break;
  case LLVMSelect:
    copy(o, LLVMGetOperand(i, 1), key_of(i));
    copy(o, LLVMGetOperand(i, 2), key_of(i));
    break;
  case LLVMPHI:
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++) copy(o, LLVMGetIncomingValue(i, k), key_of(i));
    break;
  case LLVMGetElementPtr: {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMGetNumOperands(i) < 3) break;
    struct overlaid_view view = {variable_at(o, key_of_pointer(LLVMGetOperand(i, 0))), type};
    vec_overlaid_view_push(&o->views, view);
    break;
  }
  default: break;
  }
}

void overlaid_init(struct overlaid *o, struct front *f) {
  *o = (struct overlaid){.f = f};
  for (uint32_t g = 0; g < f->functions.size; g++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[g]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(o, i);
}

bool overlaid_are(struct overlaid *o, LLVMTypeRef a, LLVMTypeRef b) {
  struct map_u32 seen = {0};
  bool found = false;
  for (uint32_t i = 0; i < o->views.size; i++)
    if (o->views.data[i].type == a) map_u32_put(&seen, variable_root(o, o->views.data[i].variable) + 1, 1);
  for (uint32_t i = 0; i < o->views.size && !found; i++)
    found = o->views.data[i].type == b && map_u32_find(&seen, variable_root(o, o->views.data[i].variable) + 1);
  map_u32_release(&seen);
  return found;
}

void overlaid_release(struct overlaid *o) {
  map_u32_release(&o->variables);
  vec_u32_release(&o->parent);
  vec_overlaid_view_release(&o->views);
}
