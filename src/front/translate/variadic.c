// Variadic arguments, laid out where the code that clang makes for va_arg looks for them.
//
// On x86-64 a va_list says how many bytes of the area with the saved registers were used, and where the arguments on
// the stack go on. Mostly it says that all registers are used up, and all arguments lie one after the other: loops over
// them are simpler so. But structures aligned to 16 bytes come as plain words, and only va_arg knows that it must
// align. So where the program aligns addresses, arguments go to registers and stack as the ABI says. On i386 all lie on
// the stack.
#include "front/check/safety.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

enum {
  GENERAL_REGISTERS = 6,
  VECTOR_REGISTERS = 8,
  MAX_ALIGN = 16,
  SAVE_AREA = (8 * GENERAL_REGISTERS + 16 * VECTOR_REGISTERS + MAX_ALIGN - 1) / MAX_ALIGN * MAX_ALIGN
};

struct arguments {
  uint32_t general, vectors; // registers used
  uint64_t stack; // bytes used
  bool unclear; // compilers do not agree where one of them goes
};

// Does the program round addresses down to multiples of 16 or more?
static bool aligns(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef mask = NULL;
  if (opcode == LLVMAnd) mask = LLVMGetOperand(i, 1);
  if (opcode == LLVMCall && called_function(i)) {
    size_t n;
    if (!strncmp(LLVMGetValueName2(called_function(i), &n), "llvm.ptrmask.", 13)) mask = LLVMGetOperand(i, 1);
  }
  if (!mask || !LLVMIsAConstantInt(mask) || LLVMGetIntTypeWidth(LLVMTypeOf(mask)) > 64) return false;
  int64_t value = LLVMConstIntGetSExtValue(mask);
  return value < 0 && value <= -16 && value >= -4096;
}

void variadic_find(struct front *f) {
  for (uint32_t k = 0; k < f->functions.size && !f->saves_registers; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        f->saves_registers |= aligns(i);
}

static uint64_t on_stack(struct front *f, struct arguments *a, uint64_t bytes, uint64_t align) {
  uint64_t word = f->pointer_bits / 8;
  if (align < word) align = word;
  a->unclear |= align > MAX_ALIGN;
  uint64_t at = (a->stack + align - 1) / align * align;
  a->stack = at + (bytes + word - 1) / word * word;
  return at + (f->pointer_bits == 64 && f->saves_registers ? SAVE_AREA : 0);
}

// Where in the block a scalar argument goes.
static uint64_t place_scalar(struct front *f, struct arguments *a, LLVMTypeRef type) {
  uint64_t bytes = type_alloc_size(f, type), align = LLVMABIAlignmentOfType(f->layout, type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (f->pointer_bits == 32) return on_stack(f, a, bytes, kind == LLVMVectorTypeKind && bytes >= 16 ? align : 4);
  if (!f->saves_registers || kind == LLVMX86_FP80TypeKind) return on_stack(f, a, bytes, align);
  if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) {
    uint32_t need = bytes > 8 ? 2 : 1;
    a->unclear |= need == 2 &&
                  a->general + 1 == GENERAL_REGISTERS; // one register is left: for the next argument, or for none
    if (bytes > 16 || a->general + need > GENERAL_REGISTERS) return on_stack(f, a, bytes, align);
    a->general += need;
    return 8 * (a->general - need);
  }
  if (bytes > 16 || a->vectors == VECTOR_REGISTERS) return on_stack(f, a, bytes, align);
  return 8 * GENERAL_REGISTERS + 16 * a->vectors++;
}

static LLVMAttributeRef find_attribute(LLVMValueRef of, unsigned argument, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMIsAFunction(of) ? LLVMGetEnumAttributeAtIndex(of, argument + 1, kind)
                             : LLVMGetCallSiteEnumAttribute(of, argument + 1, kind);
}

// A structure by value lies on the stack, aligned as the call says. Sets its type; NULL: the argument is none.
static LLVMTypeRef type_by_value(LLVMValueRef of, unsigned argument) {
  LLVMAttributeRef byval = find_attribute(of, argument, "byval");
  return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

static uint64_t place_by_value(struct front *f, struct arguments *a, LLVMValueRef of, unsigned argument,
                               LLVMTypeRef type) {
  LLVMAttributeRef align = find_attribute(of, argument, "align");
  return on_stack(f, a, type_alloc_size(f, type),
                  align ? LLVMGetEnumAttributeValue(align) : LLVMABIAlignmentOfType(f->layout, type));
}

// What the named parameters of a function take.
static struct arguments place_parameters(struct front *f, LLVMValueRef function) {
  struct arguments a = {0};
  if (!f->saves_registers) return a;
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMTypeRef by_value = type_by_value(function, i);
    if (by_value) {
      place_by_value(f, &a, function, i, by_value);
      continue;
    }
    struct vec_leaf leaves = {0};
    type_leaves(f, LLVMTypeOf(LLVMGetParam(function, i)), 0, &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) place_scalar(f, &a, leaves.data[k].type);
    vec_leaf_release(&leaves);
  }
  return a;
}

// Copies a structure into the block.
static void store_by_value(struct translation *t, uint32_t node, struct term at, LLVMValueRef argument,
                           uint64_t bytes) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  uint32_t var = region_var(f, node), from = pointsto_target(f, argument), cell = region_cell(f, from);
  struct term source = operand(t, argument);
  if (cell == 1) {
    struct term n = term_bv(tm, f->pointer_bits, bytes);
    segment_set(t, var, term_copy(tm, segment_var(t, var), at, segment_var(t, region_var(f, from)), source, n));
    return;
  }
  for (uint64_t k = 0; k < bytes; k += cell) {
    struct term step = term_bv(tm, f->pointer_bits, k);
    memory_store(t, node, term_add(tm, at, step), memory_load(t, from, term_add(tm, source, step), cell));
  }
}

// The base of an argument, which provenance/program.c has told before the call; NULL: it has none.
static LLVMValueRef passed_base(LLVMValueRef call, LLVMValueRef argument) {
  uint32_t detail;
  size_t n;
  for (LLVMValueRef i = LLVMGetPreviousInstruction(call); i; i = LLVMGetPreviousInstruction(i)) {
    if (!LLVMIsACallInst(i)) continue;
    LLVMValueRef function = called_function(i);
    if (!function || !safety_function(LLVMGetValueName2(function, &n), &detail)) return NULL;
    if (detail == SAFETY_VARIADIC && LLVMGetOperand(i, 0) == argument) return LLVMGetOperand(i, 1);
  }
  return NULL;
}

static void store_scalars(struct translation *t, uint32_t node, struct term block, LLVMValueRef argument,
                          const uint64_t *offsets) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct vec_leaf leaves = {0};
  struct vec_term values = {0};
  type_leaves(f, LLVMTypeOf(argument), 0, &leaves);
  if (LLVMIsAConstantFP(argument)) vec_term_push(&values, operand_bits(t, argument));
  else operand_terms(t, argument, &values);
  for (uint32_t k = 0; k < leaves.size; k++) {
    struct term bits = LLVMIsAConstantFP(argument) ? values.data[k]
                                                   : bits_of_value(f, leaves.data[k].type, values.data[k]);
    uint32_t width = term_width(tm, bits) < f->pointer_bits ? f->pointer_bits : (term_width(tm, bits) + 7) / 8 * 8;
    memory_store(t, node, term_add(tm, block, term_bv(tm, f->pointer_bits, offsets[k])), term_zext(tm, bits, width));
  }
  vec_leaf_release(&leaves);
  vec_term_release(&values);
}

struct term variadic_block(struct translation *t, LLVMValueRef call, LLVMValueRef function, struct term *end) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  uint32_t node = pointsto_variadic(f, function);
  unsigned first = LLVMCountParams(function), n = LLVMGetNumArgOperands(call);
  struct arguments a = place_parameters(f, function);
  struct vec_u64 offsets = {0}; // of each scalar or structure
  struct vec_leaf leaves = {0};
  for (unsigned i = first; i < n; i++) {
    LLVMTypeRef by_value = type_by_value(call, i);
    if (by_value) {
      vec_u64_push(&offsets, place_by_value(f, &a, call, i, by_value));
      continue;
    }
    vec_leaf_clear(&leaves);
    type_leaves(f, LLVMTypeOf(LLVMGetOperand(call, i)), 0, &leaves);
    for (uint32_t k = 0; k < leaves.size; k++) vec_u64_push(&offsets, place_scalar(f, &a, leaves.data[k].type));
  }
  uint64_t size = a.stack + (f->pointer_bits == 64 && f->saves_registers ? SAVE_AREA : 0);
  struct term block = segment_alloc(t, term_bv(tm, f->pointer_bits, size), f->saves_registers ? MAX_ALIGN : 16, true,
                                    "variadic arguments");
  *end = term_add(tm, block, term_bv(tm, f->pointer_bits, size));
  if (a.unclear) segment_end_path(t, LOC_UNSUPPORTED, "a variadic argument that compilers pass in different ways");
  uint32_t next = 0;
  for (unsigned i = first; i < n && !t->dead; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    LLVMTypeRef by_value = type_by_value(call, i);
    if (by_value) {
      struct term at = term_add(tm, block, term_bv(tm, f->pointer_bits, offsets.data[next++]));
      store_by_value(t, node, at, argument, type_alloc_size(f, by_value));
      continue;
    }
    vec_leaf_clear(&leaves);
    type_leaves(f, LLVMTypeOf(argument), 0, &leaves);
    store_scalars(t, node, block, argument, offsets.data + next);
    LLVMValueRef base = passed_base(call, argument);
    struct term at = term_add(tm, block, term_bv(tm, f->pointer_bits, offsets.data[next]));
    if (base) safety_note(t, node, at, operand(t, argument), operand(t, base));
    next += leaves.size;
  }
  vec_leaf_release(&leaves);
  vec_u64_release(&offsets);
  return block;
}

// The names that clang gives to where va_arg finds its argument.
static bool is_place_of_argument(LLVMValueRef pointer) {
  static const char *const names[] = {"argp.cur", "vaarg.addr", "overflow_arg_area"};
  size_t n;
  const char *name = LLVMGetValueName2(pointer, &n);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i]))) return true;
  return false;
}

// Lists of callers lie below the arguments of this call. Where arguments are passed in registers, clang's code may have
// copied the argument to a local: only those that va_arg takes from the stack at once are checked then.
void variadic_check(struct translation *t, LLVMValueRef pointer, struct term address) {
  struct front *f = t->f;
  bool is_variadic = pointsto_flags(f, pointsto_target(f, pointer)) & NODE_VARIADIC;
  if (t->va_end == CFA_NONE || !is_variadic || !is_place_of_argument(pointer)) return;
  if (f->saves_registers && LLVMIsAPHINode(pointer)) return;
  segment_unsupported(t, term_ule(f->tm, segment_var(t, t->va_end), address),
                      "a variadic argument that was not passed");
}

// The list: on x86-64 { used general registers, used vector registers, next on the stack, save area }, on i386 what is
// next.
void variadic_start(struct translation *t, LLVMValueRef list) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  uint32_t node = pointsto_target(f, list);
  struct term at = operand(t, list);
  struct term block = t->va_param == CFA_NONE ? term_bv(tm, f->pointer_bits, 0) : segment_var(t, t->va_param);
  struct arguments a = place_parameters(f, t->function);
  if (f->pointer_bits == 32) {
    memory_store(t, node, at, term_add(tm, block, term_bv(tm, 32, a.stack)));
    return;
  }
  if (!f->saves_registers)
    a = (struct arguments){.general = GENERAL_REGISTERS, .vectors = 2 * VECTOR_REGISTERS}; // none is left
  struct term stack = f->saves_registers ? term_add(tm, block, term_bv(tm, 64, SAVE_AREA + a.stack)) : block;
  memory_store(t, node, at, term_bv(tm, 32, 8 * a.general));
  memory_store(t, node, term_add(tm, at, term_bv(tm, 64, 4)), term_bv(tm, 32, 8 * GENERAL_REGISTERS + 16 * a.vectors));
  memory_store(t, node, term_add(tm, at, term_bv(tm, 64, 8)), stack);
  memory_store(t, node, term_add(tm, at, term_bv(tm, 64, 16)), block);
}
