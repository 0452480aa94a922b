// Entry of the search for observations of addresses, and what the sanitizer and the library observe for the program.
#include "front/memory/layout/observations.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/layout/layout.h"
#include "front/memory/pointsto.h"
#include "front/translate/names.h"
#include "front/translate/types.h"

static const char address_layout[] =
    "objects lie where clew puts them: other orders of their addresses are not explored";
static const char alignment[] = "objects are aligned to 16 bytes: code for other alignments is not explored";

// In a model: the first call of it in the program.
static struct source_place place_in_program(struct layout *l, LLVMValueRef i, unsigned depth) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  if (!is_model(function) || !depth) return place_of(l->f, i);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    if (!LLVMIsACallInst(LLVMGetUser(use))) continue;
    struct source_place place = place_in_program(l, LLVMGetUser(use), depth - 1);
    if (place.line) return place;
  }
  return (struct source_place){0};
}

static const char reuse[] = "no block of the heap gets the address of one that was freed: that is not explored";

void layout_say_reuse(struct layout *l, LLVMValueRef equation) {
  cfa_add_assumption(l->f->cfa, "address-layout", reuse, place_of(l->f, equation));
}

void layout_say(struct layout *l, LLVMValueRef instruction) {
  cfa_add_assumption(l->f->cfa, "address-layout", address_layout, place_in_program(l, instruction, 8));
}

void layout_say_alignment(struct layout *l, LLVMValueRef instruction) {
  cfa_add_assumption(l->f->cfa, "alignment", alignment, place_in_program(l, instruction, 8));
}

// --- the sanitizer ---------------------------------------------------------------------------

// May the pointer lead to an object whose type asks for less than such an alignment? Then its place decides.
static bool is_aligned_by_place(struct front *f, LLVMValueRef pointer, uint64_t wanted) {
  uint32_t node = pointsto_target(f, pointer);
  for (uint32_t i = 0; i < f->objects.size; i++) {
    LLVMValueRef object = f->objects.data[i].value;
    if (LLVMGetAlignment(object) < wanted && pointsto_target(f, object) == node) return true;
  }
  return false;
}

static bool is_narrow(LLVMValueRef index) {
  if (LLVMIsAExtractValueInst(index)) index = LLVMGetOperand(LLVMGetOperand(index, 0), 1);
  return LLVMIsAConstant(index) || LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
}

// The distance of two constant addresses, which clang does not fold.
static bool is_constant_distance(LLVMValueRef number) {
  if (layout_opcode(number) != LLVMSub) return false;
  LLVMValueRef bases[2];
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef call = LLVMGetOperand(number, k);
    if (!LLVMIsACallInst(call) || !LLVMGetNumArgOperands(call)) return false;
    bases[k] = LLVMGetOperand(call, 0);
    while (is_gep(bases[k]) && LLVMIsAConstant(bases[k])) bases[k] = LLVMGetOperand(bases[k], 0);
  }
  return bases[0] == bases[1] && LLVMIsAGlobalVariable(bases[0]);
}

// May an address that is moved by the number wrap around or not, as the object's place decides?
static bool may_wrap(struct front *f, LLVMValueRef number) {
  if (LLVMIsAConstant(number) || is_constant_distance(number)) return false;
  return f->pointer_bits == 32 || !is_narrow(number);
}

bool layout_is_inserted(LLVMValueRef instruction) {
  unsigned kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)), "nosanitize", 10);
  return LLVMHasMetadata(instruction) && LLVMGetMetadata(instruction, kind);
}

void layout_look_at_inserted(struct layout *l, LLVMValueRef i) {
  if (layout_opcode(i) == LLVMAdd && layout_opcode(LLVMGetOperand(i, 0)) == LLVMPtrToInt &&
      may_wrap(l->f, LLVMGetOperand(i, 1)))
    layout_say(l, i);
}

// Of an address that the sanitizer asks for: its alignment, or where it leads to. What is behind the end of the address
// space depends on where the object is, but for short ways in a large space.
static void look_at_check(struct layout *l, LLVMValueRef call) {
  struct front *f = l->f;
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMOpcode opcode = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
    if (opcode == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
        is_aligned_by_place(f, LLVMGetOperand(call, 0), LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) + 1))
      layout_say_alignment(l, call);
    if (opcode == LLVMAdd && may_wrap(f, LLVMGetOperand(user, 1))) layout_say(l, call);
  }
}

// --- calls -----------------------------------------------------------------------------------

// Does the argument say that the digits of an address are to be written?
static bool is_pointer_format(LLVMValueRef value) {
  size_t n = 0;
  LLVMValueRef initial = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) ? LLVMGetInitializer(value) : NULL;
  const char *text =
      initial && LLVMIsAConstantDataArray(initial) && LLVMIsConstantString(initial) ? LLVMGetAsString(initial, &n) : "";
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    for (i++; i < n && text[i] && strchr("-+ #0123456789.*", text[i]);) i++;
    if (i < n && text[i] == 'p') return true;
  }
  return false;
}

static bool writes_pointers(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size; k++)
    if (is_model(f->functions.data[k]) && !strcmp(function_name(f->functions.data[k]), "put_pointer")) return true;
  return false;
}

// May digits of an address be written for what is behind the last parameter of a model?
static bool may_write_pointer(struct layout *l, LLVMValueRef call, LLVMValueRef function) {
  unsigned named = LLVMCountParams(function);
  if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || !named) return false;
  bool pointers = false, found = false;
  for (unsigned k = named; k < LLVMGetNumArgOperands(call); k++)
    pointers |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind;
  struct origins o = {0};
  if (pointers) origins_find(l, LLVMGetOperand(call, named - 1), true, false, &o);
  for (uint32_t i = 0; i < o.roots.size && !found; i++)
    found = !LLVMIsAGlobalVariable(o.roots.data[i]) || !LLVMIsGlobalConstant(o.roots.data[i]) ||
            is_pointer_format(o.roots.data[i]);
  origins_release(&o);
  return found;
}

static void look_at_call(struct layout *l, LLVMValueRef call) {
  struct front *f = l->f;
  LLVMValueRef function = called_function(call);
  uint32_t detail = 0;
  enum builtin builtin = function ? builtin_of(f, function, &detail) : BUILTIN_NONE;
  if (builtin == BUILTIN_SAFETY && detail == SAFETY_ADDRESS) look_at_check(l, call);
  if (builtin == BUILTIN_MASK) { // an aligned pointer
    LLVMValueRef mask = LLVMGetOperand(call, 1);
    bool small = LLVMIsAConstantInt(mask) && ~(uint64_t)LLVMConstIntGetSExtValue(mask) < 16;
    if (small) layout_say_alignment(l, call);
    else layout_say(l, call);
  }
  if (function && is_model(function) && may_write_pointer(l, call, function) && writes_pointers(f)) layout_say(l, call);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (is_pointer_format(LLVMGetOperand(call, k)) && writes_pointers(f)) layout_say(l, call);
}

static void release(struct layout *l) {
  struct map_u32 *maps[] = {&l->moved,   &l->blocks, &l->freed, &l->locals, &l->kept,  &l->late,  &l->numbers,
                            &l->written, &l->mixed,  &l->plain, &l->cycles, &l->plain, &l->cycles};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) map_u32_release(maps[i]);
}

void layout_find_reused(struct front *f, struct map_u32 *equations) {
  struct layout l = {.f = f};
  comparisons_prepare(&l);
  reuse_find(&l);
  for (uint32_t k = 0; k < f->functions.size; k++) {
    if (is_model(f->functions.data[k])) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAICmpInst(i) && !layout_is_inserted(i) && comparison_is_reused(&l, i))
          map_u32_put(equations, key_of(i), 1);
  }
  release(&l);
}

void layout_find(struct front *f) {
  struct layout l = {.f = f};
  comparisons_prepare(&l);
  reuse_find(&l);
  numbers_find_written(&l);
  for (uint32_t k = 0; k < f->functions.size; k++) {
    if (is_model(f->functions.data[k])) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsACallInst(i)) look_at_call(&l, i);
        if (layout_is_inserted(i)) continue;
        if (LLVMIsAICmpInst(i)) comparison_look(&l, i);
        if (layout_opcode(i) == LLVMSub) difference_look(&l, i);
      }
  }
  numbers_look(&l);
  release(&l);
}
