// What an LLVM instruction means, as terms.
#include "front/check/safety.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

enum {
  VARIABLE_LENGTH_MOST = 32, // arrays of variable length with addresses of their own
  VARIABLE_LENGTH_MEBIBYTES = 2048, // that all of them take, with 32 bits
};

struct term rounding_mode(struct translation *t) {
  return t->f->rounding_var == CFA_NONE ? term_rne(t->f->tm) : segment_var(t, t->f->rounding_var);
}

// An arbitrary value of a scalar type; floats arrive as their bits.
struct term arbitrary(struct translation *t, LLVMTypeRef type, enum cfa_input_kind kind, const char *name,
                      const char *ctype) {
  struct front *f = t->f;
  struct sort sort = type_sort(f, type);
  if (sort_kind(f->tm, sort) != SORT_FLOAT) return segment_input(t, sort, kind, name, ctype, false);
  struct term bits = segment_input(t, sort_bv(f->tm, (uint32_t)type_size(f, type) * 8), kind, name, ctype, true);
  if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind) segment_guard(t, is_long_double(f, bits));
  return value_of_bits(f, type, bits);
}

static struct term gep_address(struct translation *t, LLVMValueRef gep) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  struct term address = operand(t, LLVMGetOperand(gep, 0));
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
      address = term_add(tm, address, term_bv(tm, f->pointer_bits, LLVMOffsetOfElement(f->layout, type, k)));
      type = LLVMStructGetTypeAtIndex(type, k);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    struct term value = operand(t, index);
    uint32_t width = term_width(tm, value);
    if (width < f->pointer_bits) value = term_sext(tm, value, f->pointer_bits);
    if (width > f->pointer_bits) value = term_extract(tm, f->pointer_bits - 1, 0, value);
    address = term_add(tm, address, term_mul(tm, value, term_bv(tm, f->pointer_bits, type_alloc_size(f, type))));
  }
  return address;
}

// --- integers -------------------------------------------------------------------------

static struct term boolean_binary(struct translation *t, LLVMOpcode opcode, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  switch (opcode) {
  case LLVMAnd:
  case LLVMMul: return term_and(tm, a, b);
  case LLVMOr: return term_or(tm, a, b);
  case LLVMXor:
  case LLVMAdd:
  case LLVMSub: return term_not(tm, term_eq(tm, a, b));
  case LLVMShl:
  case LLVMLShr: return term_and(tm, a, term_not(tm, b));
  case LLVMURem:
  case LLVMSRem: segment_check(t, b, "a division by zero"); return term_false(tm);
  case LLVMUDiv:
  case LLVMSDiv: segment_check(t, b, "a division by zero"); return a;
  default: return a; // ashr
  }
}

// The least number divided by -1 does not fit: C leaves that undefined, -fwrapv does not change it, and x86 traps, for
// the remainder too.
static void check_quotient(struct translation *t, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  uint32_t width = term_width(tm, a);
  struct term zero = term_bv(tm, width, 0), ones = term_bvnot(tm, zero);
  struct term least = term_shl(tm, ones, term_bv(tm, width, width - 1));
  segment_check(t, term_not(tm, term_and(tm, term_eq(tm, b, ones), term_eq(tm, a, least))), "an overflowing division");
}

static struct term integer_binary(struct translation *t, LLVMOpcode opcode, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  if (sort_kind(tm, term_sort(tm, a)) == SORT_BOOL) return boolean_binary(t, opcode, a, b);
  struct term zero = term_bv(tm, term_width(tm, a), 0);
  switch (opcode) {
  case LLVMAdd: return term_add(tm, a, b);
  case LLVMSub: return term_sub(tm, a, b);
  case LLVMMul: return term_mul(tm, a, b);
  case LLVMAnd: return term_bvand(tm, a, b);
  case LLVMOr: return term_bvor(tm, a, b);
  case LLVMXor: return term_bvxor(tm, a, b);
  case LLVMShl: return term_shl(tm, a, b);
  case LLVMLShr: return term_lshr(tm, a, b);
  case LLVMAShr: return term_ashr(tm, a, b);
  default: break;
  }
  segment_check(t, term_not(tm, term_eq(tm, b, zero)), "a division by zero");
  if (opcode == LLVMSDiv || opcode == LLVMSRem) check_quotient(t, a, b);
  switch (opcode) {
  case LLVMUDiv: return term_udiv(tm, a, b);
  case LLVMURem: return term_urem(tm, a, b);
  case LLVMSDiv: return term_sdiv(tm, a, b);
  default: return term_srem(tm, a, b);
  }
}

static struct term compare_integers(struct translation *t, LLVMIntPredicate predicate, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  if (sort_kind(tm, term_sort(tm, a)) == SORT_BOOL) {
    if (predicate == LLVMIntEQ) return term_eq(tm, a, b);
    if (predicate == LLVMIntNE) return term_not(tm, term_eq(tm, a, b));
    a = term_bool_to_bv(tm, a, 1);
    b = term_bool_to_bv(tm, b, 1);
  }
  switch (predicate) {
  case LLVMIntEQ: return term_eq(tm, a, b);
  case LLVMIntNE: return term_not(tm, term_eq(tm, a, b));
  case LLVMIntUGT: return term_ult(tm, b, a);
  case LLVMIntUGE: return term_ule(tm, b, a);
  case LLVMIntULT: return term_ult(tm, a, b);
  case LLVMIntULE: return term_ule(tm, a, b);
  case LLVMIntSGT: return term_slt(tm, b, a);
  case LLVMIntSGE: return term_sle(tm, b, a);
  case LLVMIntSLT: return term_slt(tm, a, b);
  default: return term_sle(tm, a, b);
  }
}

// --- floats -----------------------------------------------------------------------------

static struct term fp1(struct terms *tm, enum term_kind kind, struct term a) { return term_fp(tm, kind, 1, &a); }
static struct term fp2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return term_fp(tm, kind, 2, (struct term[]){a, b});
}

static struct term compare_floats(struct translation *t, LLVMRealPredicate predicate, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  struct term unordered = term_or(tm, fp1(tm, TERM_FP_IS_NAN, a), fp1(tm, TERM_FP_IS_NAN, b));
  switch (predicate) {
  case LLVMRealPredicateFalse: return term_false(tm);
  case LLVMRealOEQ: return fp2(tm, TERM_FP_EQ, a, b);
  case LLVMRealOGT: return fp2(tm, TERM_FP_LT, b, a);
  case LLVMRealOGE: return fp2(tm, TERM_FP_LE, b, a);
  case LLVMRealOLT: return fp2(tm, TERM_FP_LT, a, b);
  case LLVMRealOLE: return fp2(tm, TERM_FP_LE, a, b);
  case LLVMRealONE: return term_not(tm, term_or(tm, unordered, fp2(tm, TERM_FP_EQ, a, b)));
  case LLVMRealORD: return term_not(tm, unordered);
  case LLVMRealUNO: return unordered;
  case LLVMRealUEQ: return term_or(tm, unordered, fp2(tm, TERM_FP_EQ, a, b));
  case LLVMRealUGT: return term_not(tm, fp2(tm, TERM_FP_LE, a, b));
  case LLVMRealUGE: return term_not(tm, fp2(tm, TERM_FP_LT, a, b));
  case LLVMRealULT: return term_not(tm, fp2(tm, TERM_FP_LE, b, a));
  case LLVMRealULE: return term_not(tm, fp2(tm, TERM_FP_LT, b, a));
  case LLVMRealUNE: return term_not(tm, fp2(tm, TERM_FP_EQ, a, b));
  default: return term_true(tm);
  }
}

static struct term float_binary(struct translation *t, LLVMOpcode opcode, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  struct term rm = rounding_mode(t);
  if (opcode == LLVMFRem) { // C's fmod, also as an instruction
    segment_end_path(t, LOC_UNSUPPORTED, "frem");
    return a;
  }
  enum term_kind kind = opcode == LLVMFAdd   ? TERM_FP_ADD
                        : opcode == LLVMFSub ? TERM_FP_SUB
                        : opcode == LLVMFMul ? TERM_FP_MUL
                                             : TERM_FP_DIV;
  return term_fp(tm, kind, 3, (struct term[]){rm, a, b});
}

// --- conversions ------------------------------------------------------------------------------

// What does not fit is undefined in C, but compilers for x86 agree on it: the machine has conversions to signed
// integers of certain widths only, whose lowest bits are taken. Beyond 64 bits unsigned they do not agree.
static struct term float_to_int(struct front *f, uint32_t width, struct term a, bool is_signed) {
  struct terms *tm = f->tm;
  struct term toward_zero = term_bv(tm, 3, 4);
  bool x87 = sort_significand(tm, term_sort(tm, a)) == 64;
  uint32_t by = width;
  if (width < 32) by = x87 && (is_signed || width <= 8) ? 16 : 32;
  else if (width == 32 && !is_signed && f->pointer_bits == 64) by = 64;
  if (by <= width) return term_fp_to_int(tm, width, toward_zero, a, is_signed);
  return term_extract(tm, width - 1, 0, term_fp_to_int(tm, by, toward_zero, a, true));
}

// Bit casts, also of whole vectors, are made where they are met.
static struct term convert(struct translation *t, LLVMOpcode opcode, LLVMTypeRef type, struct term a) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct sort sort = type_sort(f, type);
  if (sort_kind(tm, term_sort(tm, a)) == SORT_BOOL) {
    if (opcode == LLVMSIToFP || opcode == LLVMUIToFP) a = term_bool_to_bv(tm, a, 8);
    if (opcode == LLVMSIToFP) a = term_neg(tm, a);
    if (opcode == LLVMZExt) return term_bool_to_bv(tm, a, sort_width(tm, sort));
    if (opcode == LLVMSExt) return term_neg(tm, term_bool_to_bv(tm, a, sort_width(tm, sort)));
  }
  switch (opcode) {
  case LLVMTrunc:
    if (sort_kind(tm, sort) == SORT_BOOL) return term_eq(tm, term_extract(tm, 0, 0, a), term_bv(tm, 1, 1));
    return term_extract(tm, sort_width(tm, sort) - 1, 0, a);
  case LLVMZExt: return term_zext(tm, a, sort_width(tm, sort));
  case LLVMSExt: return term_sext(tm, a, sort_width(tm, sort));
  case LLVMFPToSI:
  case LLVMFPToUI: {
    uint32_t width = sort_kind(tm, sort) == SORT_BOOL ? 8 : sort_width(tm, sort);
    return coerce(f, float_to_int(f, width, a, opcode == LLVMFPToSI), sort);
  }
  case LLVMSIToFP:
  case LLVMUIToFP: return term_fp_from_int(tm, sort, rounding_mode(t), a, opcode == LLVMSIToFP);
  case LLVMFPTrunc:
  case LLVMFPExt: return term_fp_convert(tm, sort, rounding_mode(t), a);
  default: return coerce(f, a, sort); // between pointers and integers
  }
}

struct term scalar_operation(struct translation *t, LLVMValueRef i, LLVMTypeRef type, const struct term *operands) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor: return integer_binary(t, opcode, operands[0], operands[1]);
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem: return float_binary(t, opcode, operands[0], operands[1]);
  case LLVMFNeg: return fp1(t->f->tm, TERM_FP_NEG, operands[0]);
  case LLVMICmp: return compare_integers(t, LLVMGetICmpPredicate(i), operands[0], operands[1]);
  case LLVMFCmp: return compare_floats(t, LLVMGetFCmpPredicate(i), operands[0], operands[1]);
  case LLVMSelect: return term_ite(t->f->tm, operands[0], operands[1], operands[2]);
  default: return convert(t, opcode, type, operands[0]);
  }
}

static void translate_scalar(struct translation *t, LLVMValueRef i) {
  struct term operands[2];
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n && k < 2; k++) operands[k] = operand(t, LLVMGetOperand(i, (unsigned)k));
  if (!t->dead) define(t, i, scalar_operation(t, i, LLVMTypeOf(i), operands));
}

static void translate_bitcast(struct translation *t, LLVMValueRef i) {
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (LLVMTypeOf(from) == LLVMTypeOf(i)) define(t, i, operand(t, from));
  else define(t, i, value_of_bits(t->f, LLVMTypeOf(i), operand_bits(t, from)));
}

// --- aggregates ------------------------------------------------------------------------------------

static uint32_t leaves_before(struct front *f, LLVMTypeRef type, unsigned n, const unsigned *indices, uint32_t *count) {
  uint32_t before = 0;
  struct vec_leaf leaves = {0};
  for (unsigned i = 0; i < n; i++) {
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned k = 0; k < indices[i]; k++) {
      vec_leaf_clear(&leaves);
      type_leaves(f, is_struct ? LLVMStructGetTypeAtIndex(type, k) : LLVMGetElementType(type), 0, &leaves);
      before += leaves.size;
    }
    type = is_struct ? LLVMStructGetTypeAtIndex(type, indices[i]) : LLVMGetElementType(type);
  }
  vec_leaf_clear(&leaves);
  type_leaves(f, type, 0, &leaves);
  *count = leaves.size;
  vec_leaf_release(&leaves);
  return before;
}

static void extract_insert(struct translation *t, LLVMValueRef i) {
  struct vec_term whole = {0}, part = {0};
  uint32_t count, before;
  before = leaves_before(t->f, LLVMTypeOf(LLVMGetOperand(i, 0)), LLVMGetNumIndices(i), LLVMGetIndices(i), &count);
  operand_terms(t, LLVMGetOperand(i, 0), &whole);
  if (LLVMGetInstructionOpcode(i) == LLVMExtractValue) {
    define_terms(t, i, count, whole.data + before);
  } else {
    operand_terms(t, LLVMGetOperand(i, 1), &part);
    for (uint32_t k = 0; k < count; k++) whole.data[before + k] = part.data[k];
    define_terms(t, i, whole.size, whole.data);
  }
  vec_term_release(&whole);
  vec_term_release(&part);
}

static void select_value(struct translation *t, LLVMValueRef i) {
  struct vec_term a = {0}, b = {0};
  struct term c = operand(t, LLVMGetOperand(i, 0));
  operand_terms(t, LLVMGetOperand(i, 1), &a);
  operand_terms(t, LLVMGetOperand(i, 2), &b);
  for (uint32_t k = 0; k < a.size; k++) a.data[k] = term_ite(t->f->tm, c, a.data[k], b.data[k]);
  define_terms(t, i, a.size, a.data);
  vec_term_release(&a);
  vec_term_release(&b);
}

// --- objects and atomics ---------------------------------------------------------------------------------

// Does the object begin again where it is declared, before anything can look at what it holds?
static bool begins_again(LLVMValueRef object) {
  for (LLVMUseRef use = LLVMGetFirstUse(object); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef callee = LLVMIsACallInst(LLVMGetUser(use)) ? called_function(LLVMGetUser(use)) : NULL;
    size_t n;
    if (callee && !strncmp(LLVMGetValueName2(callee, &n), "llvm.lifetime.start", 19)) return true;
  }
  return false;
}

// Variables that may be read before they are written are arbitrary from this instruction on.
static void havoc_variables(struct translation *t, const struct object *object, LLVMValueRef start) {
  struct front *f = t->f;
  for (uint32_t k = 0; k < object->cells.size; k++) {
    const struct cell *c = &object->cells.data[k];
    if (!c->maybe_uninit) continue;
    struct cfa_var *var = &f->cfa->vars.data[c->var];
    struct source_place place = var->place;
    // What it holds until it begins has no name: it is not needed.
    bool is_early = LLVMIsAAllocaInst(start) && begins_again(start);
    const char *name = is_early ? "" : var->name, *ctype = is_early ? "" : var->ctype;
    segment_set(t, c->var, arbitrary(t, c->type, INPUT_UNINIT, name, ctype));
    segment_site(t, site_of(f, start, 0), (uint32_t)c->offset);
    struct cfa_input *input = &t->inputs.data[t->inputs.size - 1];
    if (!is_early && !input->place.line) input->place = place;
  }
}

// Is the whole object written first thing, before anything else in the block can look at it?
static bool written_at_once(struct front *f, LLVMValueRef start, const struct object *object) {
  for (LLVMValueRef i = LLVMGetNextInstruction(start); i; i = LLVMGetNextInstruction(i)) {
    uint64_t offset;
    uint32_t detail;
    if (LLVMIsAStoreInst(i) && object_at(f, LLVMGetOperand(i, 1), &offset) == object)
      return offset == 0 && type_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))) >= object->size;
    if (LLVMIsACallInst(i) && called_function(i)) {
      enum builtin builtin = builtin_of(f, called_function(i), &detail);
      if ((builtin == BUILTIN_MEMSET || builtin == BUILTIN_MEMCPY) &&
          object_at(f, LLVMGetOperand(i, 0), &offset) == object)
        return offset == 0 && LLVMIsAConstantInt(LLVMGetOperand(i, 2)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) >= object->size;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      if (object_at(f, LLVMGetOperand(i, (unsigned)k), &offset) == object && !LLVMIsAGetElementPtrInst(i)) return false;
  }
  return false;
}

// The lifetime of a local begins anew with each execution of its block: what it held the last time is gone.
void lifetime_start(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  LLVMValueRef pointer = LLVMGetOperand(call, 1);
  struct object *object = LLVMIsAAllocaInst(pointer) ? object_of(f, pointer) : NULL;
  if (!object) return;
  if (!object->in_memory) {
    havoc_variables(t, object, call);
    return;
  }
  struct location location = location_of_block(t, LLVMGetInstructionParent(call));
  if (!object->size || !block_repeats(t, location) || written_at_once(f, call, object)) return;
  uint32_t node = pointsto_target(f, pointer), var = region_var(f, node),
           shift = (uint32_t)__builtin_ctz(region_cell(f, node));
  struct term memory = segment_var(t, var), address = operand(t, pointer);
  struct term index = shift ? term_extract(f->tm, f->pointer_bits - 1, shift, address) : address;
  struct term cells = term_bv(f->tm, f->pointer_bits - shift, (object->size + region_cell(f, node) - 1) >> shift);
  struct term source = segment_input(t, term_sort(f->tm, memory), INPUT_UNINIT, object->name, "", true);
  uint32_t site = site_of(f, call, node);
  f->cfa->sites.data[site - 1].object = site_of(f, pointer, node);
  f->cfa->sites.data[site - 1].size = object->size;
  segment_site(t, site, 0);
  segment_set(t, var, term_copy(f->tm, memory, index, source, index, cells));
}

// A use may be translated before the alloca is, and where the path ends before the alloca it never is.
uint32_t alloca_address(struct translation *t, struct object *object) {
  if (object->address_var != CFA_NONE) return object->address_var;
  struct text name = {0};
  text_printf(&name, "&%s", object->name);
  object->address_var =
      cfa_add_var(t->f->cfa, t->id, VAR_TEMP, text_cstr(&name), "", sort_bv(t->f->tm, t->f->pointer_bits));
  text_release(&name);
  return object->address_var;
}

// Arrays of variable length in a function, each made once: how many there are. 0: one of them may be made again.
static uint32_t variable_length_arrays(struct translation *t) {
  uint32_t n = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsAAllocaInst(i) || LLVMIsAConstantInt(LLVMGetOperand(i, 0))) continue;
      if (block_repeats(t, location_of_block(t, b))) return 0;
      n++;
    }
  return n;
}

// May the program have blocks of the heap?
static bool has_blocks(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    enum builtin b = LLVMGetFirstUse(g) ? builtin_of(f, g, &detail) : BUILTIN_NONE;
    if (b == BUILTIN_MALLOC || b == BUILTIN_CALLOC || b == BUILTIN_ZALLOC) return true;
  }
  return false;
}

// An array of variable length in the entry function gets addresses of its own, as many as the longest one takes; longer
// ones, and those whose size in bytes wraps, overflow the stack: that there are none is assumed. Not beside blocks of
// the heap: these would lie so far up that no run has them there. 0: it lies on the stack.
static uint64_t variable_length_space(struct translation *t, LLVMValueRef i, struct term count) {
  struct front *f = t->f;
  bool small = f->pointer_bits == 32;
  uint32_t n = entry_runs_once(f, t->function) && !has_blocks(f) ? variable_length_arrays(t) : 0;
  uint64_t element = type_alloc_size(f, LLVMGetAllocatedType(i));
  if (!n || !element || n > VARIABLE_LENGTH_MOST) return 0;
  uint64_t unit = UINT64_C(1) << (small ? 20 : 40), times = small ? 1024 : 1;
  while (small && n * times > VARIABLE_LENGTH_MEBIBYTES) times /= 2;
  struct text text = {0};
  if (times == 1024) text_printf(&text, "no local object is larger than 1 GiB");
  else text_printf(&text, "no local object is larger than %u %s", (unsigned)times, small ? "MiB" : "TiB");
  segment_guard(t, term_ule(f->tm, count, term_bv(f->tm, f->pointer_bits, unit * times / element)));
  cfa_add_assumption(f->cfa, "allocation", text_cstr(&text), t->last);
  text_release(&text);
  return unit * times;
}

static void translate_alloca(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  struct object *object = object_of(f, i);
  if (!object->in_memory) {
    havoc_variables(t, object, i);
    return;
  }
  uint32_t site = site_of(f, i, pointsto_target(f, i));
  bool fixed = LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
               LLVMGetInstructionParent(i) == LLVMGetFirstBasicBlock(t->function);
  bool fresh = safety_is_fresh(i);
  if (fixed && !fresh && entry_runs_once(f, t->function)) {
    // The entry function runs once: its objects can have fixed addresses.
    object->address = object_place(f, object->size, LLVMGetAlignment(i));
    f->cfa->sites.data[site - 1].address = object->address;
    f->cfa->sites.data[site - 1].size = object->size;
    return;
  }
  struct term size = term_bv(f->tm, f->pointer_bits, type_alloc_size(f, object->type));
  struct term count = coerce(f, operand(t, LLVMGetOperand(i, 0)), sort_bv(f->tm, f->pointer_bits));
  struct term bytes = term_mul(f->tm, size, count);
  uint64_t space = 0;
  if (fresh && !fixed) safety_fits_stack(t, bytes);
  else if (!term_is_const(f->tm, count)) space = variable_length_space(t, i, count);
  struct term address = segment_alloc(t, bytes, LLVMGetAlignment(i), !fresh && !space, object->name);
  t->allocs.data[t->allocs.size - 1].site = site;
  t->allocs.data[t->allocs.size - 1].space = space;
  segment_set(t, alloca_address(t, object), address);
}

static void translate_atomic(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMValueRef pointer = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  struct vec_term old = {0};
  load_terms(t, pointer, type, &old);
  struct term a = old.data[0], b = operand(t, LLVMGetOperand(i, 1)), result = b;
  vec_term_release(&old);
  if (LLVMGetInstructionOpcode(i) == LLVMAtomicCmpXchg) {
    struct term hit = term_eq(tm, a, b);
    result = term_ite(tm, hit, operand(t, LLVMGetOperand(i, 2)), a);
    store_terms(t, pointer, type, &result);
    define_terms(t, i, 2, (struct term[]){a, hit});
    return;
  }
  switch (LLVMGetAtomicRMWBinOp(i)) {
  case LLVMAtomicRMWBinOpXchg: break;
  case LLVMAtomicRMWBinOpAdd: result = term_add(tm, a, b); break;
  case LLVMAtomicRMWBinOpSub: result = term_sub(tm, a, b); break;
  case LLVMAtomicRMWBinOpAnd: result = term_bvand(tm, a, b); break;
  case LLVMAtomicRMWBinOpNand: result = term_bvnot(tm, term_bvand(tm, a, b)); break;
  case LLVMAtomicRMWBinOpOr: result = term_bvor(tm, a, b); break;
  case LLVMAtomicRMWBinOpXor: result = term_bvxor(tm, a, b); break;
  case LLVMAtomicRMWBinOpMax: result = term_ite(tm, term_slt(tm, a, b), b, a); break;
  case LLVMAtomicRMWBinOpMin: result = term_ite(tm, term_slt(tm, a, b), a, b); break;
  case LLVMAtomicRMWBinOpUMax: result = term_ite(tm, term_ult(tm, a, b), b, a); break;
  case LLVMAtomicRMWBinOpUMin: result = term_ite(tm, term_ult(tm, a, b), a, b); break;
  default: segment_end_path(t, LOC_UNSUPPORTED, "an atomic operation on floats"); return;
  }
  store_terms(t, pointer, type, &result);
  define(t, i, a);
}

// A constant NaN is stored bit by bit: as a float it would lose its sign and payload.
static void translate_store(struct translation *t, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  uint64_t offset;
  struct object *object = object_at(t->f, pointer, &offset);
  struct vec_term terms = {0};
  if (LLVMIsAConstantFP(value) && (!object || object->in_memory)) {
    type = LLVMIntTypeInContext(t->f->context, (unsigned)type_size(t->f, type) * 8);
    vec_term_push(&terms, constant_float_bits(t->f, value));
  } else {
    operand_terms(t, value, &terms);
  }
  if (!t->dead) store_terms(t, pointer, type, terms.data);
  vec_term_release(&terms);
}

// Pointers into other address spaces are relative to a segment register, or of another size; the other types have no
// bits that a C program could look at.
static const char *strange_type(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return LLVMGetPointerAddressSpace(type) ? "a pointer into another address space" : NULL;
  case LLVMScalableVectorTypeKind: return "a vector of unknown length";
  case LLVMTokenTypeKind:
  case LLVMTargetExtTypeKind:
  case LLVMX86_AMXTypeKind:
  case LLVMX86_MMXTypeKind:
  case LLVMPPC_FP128TypeKind: return "a value of a type that is not supported";
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: return strange_type(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
      const char *what = strange_type(LLVMStructGetTypeAtIndex(type, k));
      if (what) return what;
    }
    return NULL;
  default: return NULL;
  }
}

// May the compiler compute it otherwise than IEEE 754 says (#pragma float_control, #pragma clang fp)?
static bool is_relaxed(LLVMValueRef i) { return LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i); }

static bool types_are_known(struct translation *t, LLVMValueRef i) {
  const char *what = strange_type(LLVMTypeOf(i));
  for (int k = 0; k < LLVMGetNumOperands(i) && !what; k++)
    what = strange_type(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
  if (!what && is_relaxed(i)) what = "floating-point arithmetic that the compiler may reorder or contract";
  if (what) segment_end_path(t, LOC_UNSUPPORTED, what);
  return !what;
}

void instruction_translate(struct translation *t, LLVMValueRef i) {
  struct front *f = t->f;
  struct vec_term terms = {0};
  if (!types_are_known(t, i) || vector_translate(t, i)) return;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFNeg:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast: translate_scalar(t, i); break;
  case LLVMBitCast: translate_bitcast(t, i); break;
  case LLVMFreeze:
    operand_terms(t, LLVMGetOperand(i, 0), &terms);
    define_terms(t, i, terms.size, terms.data);
    break;
  case LLVMLoad:
    load_terms(t, LLVMGetOperand(i, 0), LLVMTypeOf(i), &terms);
    define_terms(t, i, terms.size, terms.data);
    break;
  case LLVMStore: translate_store(t, i); break;
  case LLVMGetElementPtr: {
    // The address of a variable that does not live in memory is never needed.
    uint64_t offset;
    struct object *object = object_at(f, i, &offset);
    if (!object || object->in_memory) define(t, i, gep_address(t, i));
    break;
  }
  case LLVMAlloca: translate_alloca(t, i); break;
  case LLVMSelect: select_value(t, i); break;
  case LLVMExtractValue:
  case LLVMInsertValue: extract_insert(t, i); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: translate_atomic(t, i); break;
  case LLVMFence: break;
  case LLVMCall: call_translate(t, i); break;
  default: {
    char *text = LLVMPrintValueToString(i);
    struct text message = {0};
    text_printf(&message, "an instruction that is not supported:%s", text);
    segment_end_path(t, LOC_UNSUPPORTED, text_cstr(&message));
    text_release(&message);
    LLVMDisposeMessage(text);
  }
  }
  vec_term_release(&terms);
}
