// Functions with a built-in meaning: errors, assumptions, inputs, memory, integers.
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/instruction.h"
#include "front/translate/jump.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

static struct term to_pointer(struct translation *t, LLVMValueRef value) {
  return coerce(t->f, operand(t, value), sort_bv(t->f->tm, t->f->pointer_bits));
}

// Gives the call its value in the type the program declared for it.
static void define_as(struct translation *t, LLVMValueRef call, struct term value) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || type_is_aggregate(type)) return;
  define(t, call, coerce(t->f, value, type_sort(t->f, type)));
}

// --- inputs ---------------------------------------------------------------------------------

struct nondet_type {
  const char *suffix, *ctype;
  bool is_unsigned;
};
static const struct nondet_type nondet_types[] = {
    {"char", "char", false},
    {"uchar", "unsigned char", true},
    {"short", "short", false},
    {"ushort", "unsigned short", true},
    {"int", "int", false},
    {"uint", "unsigned int", true},
    {"unsigned", "unsigned int", true},
    {"long", "long", false},
    {"ulong", "unsigned long", true},
    {"longlong", "long long", false},
    {"ulonglong", "unsigned long long", true},
    {"float", "float", false},
    {"double", "double", false},
    {"longdouble", "long double", false},
    {"pointer", "void *", true},
    {"pchar", "char *", true},
    {"charp", "char *", true},
    {"size_t", "size_t", true},
    {"loff_t", "long long", false},
    {"sector_t", "unsigned long", true},
    {"pthread_t", "unsigned long", true},
    {"u8", "unsigned char", true},
    {"u16", "unsigned short", true},
    {"u32", "unsigned int", true},
    {"u64", "unsigned long long", true},
    {"U8", "unsigned char", true},
    {"U16", "unsigned short", true},
    {"U32", "unsigned int", true},
    {"U64", "unsigned long long", true},
    {"s8", "signed char", false},
    {"s16", "short", false},
    {"s32", "int", false},
    {"s64", "long long", false},
    {"S8", "signed char", false},
    {"S16", "short", false},
    {"S32", "int", false},
    {"S64", "long long", false},
    {"unsigned_char", "unsigned char", true},
    {"unsigned_int", "unsigned int", true},
    {"int128", "__int128", false},
    {"uint128", "unsigned __int128", true},
};

// An integer that comes in two registers.
static void call_nondet_wide(struct translation *t, LLVMValueRef call, const char *name,
                             const struct nondet_type *type) {
  struct terms *tm = t->f->tm;
  struct term value = segment_input(t, sort_bv(tm, 128), INPUT_NONDET, name, type->ctype, type->is_unsigned);
  struct term halves[] = {term_extract(tm, 63, 0, value), term_extract(tm, 127, 64, value)};
  define_terms(t, call, 2, halves);
}

static void call_nondet(struct translation *t, LLVMValueRef call, const char *name) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  const struct nondet_type *found = NULL;
  const char *kind = strstr(name, "nondet_");
  kind = kind ? kind + 7 : "int"; // klee_int
  for (size_t i = 0; i < sizeof nondet_types / sizeof *nondet_types; i++)
    if (!strcmp(kind, nondet_types[i].suffix)) found = &nondet_types[i];
  if (type_is_aggregate(type)) {
    if (found && strstr(found->ctype, "__int128")) call_nondet_wide(t, call, name, found);
    else segment_end_path(t, LOC_UNSUPPORTED, "an input of a structure type");
    return;
  }
  define(t, call, arbitrary(t, type, INPUT_NONDET, name, found ? found->ctype : type_ctype(type)));
  if (found) t->inputs.data[t->inputs.size - 1].is_unsigned = found->is_unsigned;
}

// What the program calls its input: klee_make_symbolic(p, n, "name"). NULL: it does not, or not by a constant.
static const char *label_of(struct front *f, LLVMValueRef call) {
  if (LLVMGetNumArgOperands(call) < 3) return NULL;
  LLVMValueRef string = LLVMGetOperand(call, 2);
  size_t length;
  const char *label = constant_string(string, &length);
  bool is_plain = label && length > 1 && !label[length - 1];
  for (size_t i = 0; is_plain && i + 1 < length; i++) is_plain = (unsigned char)label[i] >= ' ';
  return is_plain ? cfa_string(f->cfa, label) : NULL;
}

// Of a scalar that goes through a block of its own (dialects.c): for people, who see a number. "": of no such.
static const char *scalar_type(struct front *f, LLVMValueRef block) {
  if (!LLVMIsAAllocaInst(block)) return "";
  LLVMTypeRef type = LLVMGetAllocatedType(block);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) return kind == LLVMFloatTypeKind ? "float" : "double";
  if (kind != LLVMIntegerTypeKind) return "";
  switch (type_size(f, type)) {
  case 1: return "char";
  case 2: return "short";
  case 4: return "int";
  case 8: return "long long";
  default: return "";
  }
}

static void call_nondet_memory(struct translation *t, LLVMValueRef call, const char *name) {
  struct front *f = t->f;
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  uint32_t node = pointsto_target(f, pointer), var = region_var(f, node);
  struct term memory = segment_var(t, var), at = operand(t, pointer), n = to_pointer(t, LLVMGetOperand(call, 1));
  struct term source = segment_input(t, term_sort(f->tm, memory), INPUT_NONDET, name, scalar_type(f, pointer), true);
  t->inputs.data[t->inputs.size - 1].label = label_of(f, call);
  t->inputs.data[t->inputs.size - 1].address = at;
  segment_set(t, var, term_copy(f->tm, memory, at, source, at, n)); // such regions have byte cells
}

// A model leaves a value open. A replay has the real library, so this is no input that can be fed.
static void call_arbitrary(struct translation *t, LLVMValueRef call) {
  size_t n;
  if (!contract_is_made(t->function)) list_once(t->f, &t->f->cfa->approximated, LLVMGetValueName2(t->function, &n));
  define(t, call, arbitrary(t, LLVMTypeOf(call), INPUT_LIBRARY, "not computed", ""));
}

// A model has reached what it does not cover; it says so in a constant string.
static void call_not_modelled(struct translation *t, LLVMValueRef call) {
  size_t n, length = 0;
  const char *what = constant_string(LLVMGetOperand(call, 0), &length);
  struct text text = {0};
  text_printf(&text, "%s: %.*s", LLVMGetValueName2(t->function, &n), (int)length, what ? what : "");
  segment_end_path(t, LOC_UNSUPPORTED, text_cstr(&text));
  text_release(&text);
}

// --- memory ----------------------------------------------------------------------------------

// Does the product of two sizes have more bits than a pointer? Where one factor is constant no wide multiplication is
// needed.
static struct term product_overflows(struct front *f, struct term a, struct term b) {
  struct terms *tm = f->tm;
  uint32_t bits = f->pointer_bits;
  if (term_is_const(tm, a) || term_is_const(tm, b)) {
    struct term constant = term_is_const(tm, a) ? a : b, other = term_is_const(tm, a) ? b : a;
    struct term all = term_bvnot(tm, term_bv(tm, bits, 0));
    return term_not(tm, term_ule(tm, other, term_udiv(tm, all, constant))); // divided by zero: all ones
  }
  struct term wide = term_mul(tm, term_zext(tm, a, 2 * bits), term_zext(tm, b, 2 * bits));
  return term_not(tm, term_eq(tm, term_extract(tm, 2 * bits - 1, bits, wide), term_bv(tm, bits, 0)));
}

// The variable that the pointer goes to says what the block is for. In a model it is not shown.
static void note_block(struct front *f, LLVMValueRef call, struct term address) {
  if (is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)))) return;
  LLVMValueRef pointer = entry_parameter(f, call);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef store = LLVMGetUser(use);
    uint64_t offset;
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != pointer) continue;
    const struct object *object = object_at(f, LLVMGetOperand(store, 1), &offset);
    if (!object || offset || !object->debug_type) continue;
    map_u32_put(&f->new_blocks, address.id, (uint32_t)(object - f->objects.data) + 1);
    return;
  }
}

// The program's own call of malloc or calloc: the block takes the space of its size, and stays until it is freed.
static bool is_plain_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call), caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  return function && caller != entry_start(f) && !is_model(caller) &&
         (!strcmp(function_name(function), "malloc") || !strcmp(function_name(function), "calloc"));
}

static void allocate_aligned(struct translation *t, LLVMValueRef call, struct term size, uint32_t alignment,
                             bool zeroed, bool is_stack) {
  struct front *f = t->f;
  struct term address = segment_alloc(t, size, alignment, is_stack, "malloc");
  if (is_plain_call(f, call)) map_u32_put(&f->exact_blocks, address.id, 1);
  if (t->function == entry_start(f)) entry_object(t, call);
  note_block(f, call, address);
  if (zeroed) memory_zero_range(t, pointsto_target(f, call), address, size);
  if (f->sizes_var != CFA_NONE && !is_stack)
    segment_set(t, f->sizes_var, term_store(f->tm, segment_var(t, f->sizes_var), address, size));
  define_as(t, call, address);
}

static void call_allocate(struct translation *t, LLVMValueRef call, struct term size, bool zeroed, bool is_stack) {
  allocate_aligned(t, call, size, 16, zeroed, is_stack);
}

// An upper bound of a size, as far as the expression shows one.
static uint64_t most(LLVMValueRef size) {
  uint64_t a, b, result;
  if (LLVMIsAConstantInt(size)) return LLVMConstIntGetZExtValue(size);
  if (!LLVMIsAInstruction(size)) return UINT64_MAX;
  switch (LLVMGetInstructionOpcode(size)) {
  case LLVMZExt: {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(size, 0)));
    return width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
  }
  case LLVMAdd:
  case LLVMMul:
    a = most(LLVMGetOperand(size, 0));
    b = most(LLVMGetOperand(size, 1));
    if (LLVMGetInstructionOpcode(size) == LLVMAdd) return __builtin_add_overflow(a, b, &result) ? UINT64_MAX : result;
    return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
  default: return UINT64_MAX;
  }
}

static uint64_t largest_block(struct front *f) { return f->pointer_bits == 32 ? INT32_MAX : INT64_MAX; }

// No block is larger than PTRDIFF_MAX: malloc and calloc refuse one. The models see to that themselves.
bool library_may_refuse(struct front *f, LLVMValueRef call, LLVMValueRef function, enum builtin builtin) {
  unsigned n = LLVMGetNumArgOperands(call);
  if (!LLVMGetFirstUse(call) || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return false;
  if (builtin == BUILTIN_CALLOC) {
    uint64_t size;
    return n > 1 && (__builtin_mul_overflow(most(LLVMGetOperand(call, 0)), most(LLVMGetOperand(call, 1)), &size) ||
                     size > largest_block(f));
  }
  return builtin == BUILTIN_MALLOC && n && !strcmp(function_name(function), "malloc") &&
         most(LLVMGetOperand(call, 0)) > largest_block(f);
}

// Two ways, so that addresses remain numbers: null where the block is refused.
static void call_allocate_or_fail(struct translation *t, LLVMValueRef call, struct term refused, struct term size,
                                  bool zeroed) {
  struct front *f = t->f;
  struct cfa *cfa = f->cfa;
  refused = segment_keep(t, refused);
  size = segment_keep(t, size);
  segment_flush(t);
  struct location from = t->from, join = cfa_add_location(cfa, t->id, LOC_PLAIN);
  struct source_place place = t->last;
  uint32_t result = temp_vars(t, call);
  struct sort sort = cfa->vars.data[result].sort;
  cfa_location(cfa, join)->place = place;
  library_set_errno(t, term_true(f->tm), term_bv(f->tm, 32, 12)); // ENOMEM
  segment_set(t, result, coerce(f, term_bv(f->tm, f->pointer_bits, 0), sort));
  segment_edge(t, join, refused);
  segment_begin(t, from);
  t->first = t->last = place;
  segment_guard(t, term_not(f->tm, refused));
  call_allocate(t, call, size, zeroed, false);
  segment_edge(t, join, term_true(f->tm));
  cfa_location(cfa, from)->complete = true;
  segment_begin(t, join);
  t->first = t->last = place;
}

// Where the program has a malloc of its own, the C library takes its memory from that one.
static bool takes_from_program(struct front *f, LLVMValueRef function) {
  LLVMValueRef own = LLVMGetNamedFunction(f->module, "malloc");
  return own && function_has_body(own) && !strncmp(function_name(function), "__clew_malloc", 13);
}

// alignment: 0 is that of every block.
static void call_malloc(struct translation *t, LLVMValueRef call, LLVMValueRef function, uint32_t alignment) {
  struct front *f = t->f;
  if (takes_from_program(f, function)) {
    segment_end_path(t, LOC_UNSUPPORTED, "a function of the C library that calls the program's own malloc");
    return;
  }
  struct term size = to_pointer(t, LLVMGetOperand(call, 0));
  struct term refused = term_ult(f->tm, term_bv(f->tm, f->pointer_bits, largest_block(f)), size);
  if (!library_may_refuse(f, call, function, BUILTIN_MALLOC) || term_is_false(f->tm, refused))
    allocate_aligned(t, call, size, alignment ? alignment : 16, false, false);
  else call_allocate_or_fail(t, call, refused, size, false);
}

// A product that overflows is an allocation that fails.
static void call_calloc(struct translation *t, LLVMValueRef call, LLVMValueRef function) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term n = to_pointer(t, LLVMGetOperand(call, 0)), m = to_pointer(t, LLVMGetOperand(call, 1)),
              product = term_mul(tm, n, m);
  struct term refused =
      term_or(tm, product_overflows(f, n, m), term_ult(tm, term_bv(tm, f->pointer_bits, largest_block(f)), product));
  if (!library_may_refuse(f, call, function, BUILTIN_CALLOC) || term_is_false(tm, refused))
    call_allocate(t, call, product, true, false);
  else call_allocate_or_fail(t, call, refused, product, true);
}

static void call_va_copy(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  uint32_t bytes = f->pointer_bits == 32 ? 4 : 24;
  struct term bits = memory_load(t, pointsto_target(f, from), operand(t, from), bytes);
  memory_store(t, pointsto_target(f, to), operand(t, to), bits);
}

// --- integers ---------------------------------------------------------------------------------

static struct term count_ones(struct terms *tm, struct term a) {
  uint32_t width = term_width(tm, a);
  struct term sum = term_bv(tm, width, 0);
  for (uint32_t i = 0; i < width; i++) sum = term_add(tm, sum, term_zext(tm, term_extract(tm, i, i, a), width));
  return sum;
}

// Position of the first one from the low (or high) end; width if there is none.
static struct term count_zeros(struct terms *tm, struct term a, bool from_low) {
  uint32_t width = term_width(tm, a);
  struct term result = term_bv(tm, width, width);
  for (uint32_t k = width; k-- > 0;) {
    uint32_t bit = from_low ? k : width - 1 - k;
    result = term_ite(tm, term_eq(tm, term_extract(tm, bit, bit, a), term_bv(tm, 1, 1)), term_bv(tm, width, k), result);
  }
  return result;
}

static struct term reverse(struct terms *tm, struct term a, uint32_t unit) {
  uint32_t width = term_width(tm, a);
  if (width <= unit) return a;
  struct term result = TERM_NONE;
  for (uint32_t i = 0; i < width; i += unit) {
    struct term part = term_extract(tm, i + unit - 1, i, a);
    result = i ? term_concat(tm, result, part) : part;
  }
  return result;
}

// So many bits hold every value that the term can have as a signed number, as far as its form tells.
static uint32_t signed_bits(struct terms *tm, struct term t) {
  uint64_t value;
  uint32_t width = term_width(tm, t);
  if (term_kind(tm, t) == TERM_BV_SEXT) return signed_bits(tm, term_child(tm, t, 0));
  if (term_kind(tm, t) == TERM_BV_ZEXT) return term_width(tm, term_child(tm, t, 0)) + 1;
  if (width > 64 || !term_value64(tm, t, &value)) return width;
  int64_t number = (int64_t)(value << (64 - width)) >> (64 - width);
  uint32_t bits = 1;
  for (uint64_t rest = number < 0 ? ~(uint64_t)number : (uint64_t)number; rest; rest >>= 1) bits++;
  return bits;
}

// Whether a signed operation with a constant leaves the type says a bound on the other operand, which is what
// invariants are made of. TERM_NONE: neither is a constant.
static struct term bound_on_operand(struct terms *tm, uint32_t detail, struct term a, struct term b) {
  uint64_t value;
  uint32_t width = term_width(tm, a);
  if (width > 64) return TERM_NONE;
  bool left = term_value64(tm, a, &value);
  if (left && detail == 2) return TERM_NONE; // c - x
  if (!left && !term_value64(tm, b, &value)) return TERM_NONE;
  struct term x = left ? b : a;
  int64_t c = (int64_t)(value << (64 - width)) >> (64 - width);
  int64_t most = INT64_MAX >> (64 - width), least = -most - 1, low = least, high = most;
  if (detail == 4) {
    if (c == 0) return term_false(tm);
    if (c == -1) low = -most;
    else if (c > 0) low = least / c, high = most / c;
    else low = most / c, high = least / c;
  } else {
    bool up = detail == 2 ? c < 0 : c > 0; // does the result lie above x?
    if (detail == 0 && up) high = most - c;
    else if (detail == 0) low = least - c;
    else if (up) high = most + c;
    else low = least + c;
  }
  struct term below = term_slt(tm, x, term_bv(tm, width, (uint64_t)low));
  struct term above = term_slt(tm, term_bv(tm, width, (uint64_t)high), x);
  return term_or(tm, below, above);
}

// Does the wide value lie outside of the narrow type? By bounds, which ranges of the operands decide.
static struct term outside_signed(struct terms *tm, struct term wide, uint32_t width) {
  uint32_t twice = term_width(tm, wide);
  struct term most = term_lshr(tm, term_bvnot(tm, term_bv(tm, twice, 0)), term_bv(tm, twice, twice - width + 1));
  return term_or(tm, term_slt(tm, wide, term_bvnot(tm, most)), term_slt(tm, most, wide));
}

// detail: 0 signed add, 1 unsigned add, 2 signed sub, 3 unsigned sub, 4 signed mul, 5 unsigned mul
static struct term exact_result(struct terms *tm, uint32_t detail, struct term a, struct term b, struct term *wide) {
  uint32_t width = term_width(tm, a), twice = detail >= 4 ? 2 * width : width + 2;
  bool is_signed = detail % 2 == 0;
  struct term x = is_signed ? term_sext(tm, a, twice) : term_zext(tm, a, twice);
  struct term y = is_signed ? term_sext(tm, b, twice) : term_zext(tm, b, twice);
  *wide = detail < 2 ? term_add(tm, x, y) : detail < 4 ? term_sub(tm, x, y) : term_mul(tm, x, y);
  if (!is_signed) return term_not(tm, term_eq(tm, term_zext(tm, term_extract(tm, width - 1, 0, *wide), twice), *wide));
  uint32_t left = signed_bits(tm, a), right = signed_bits(tm, b);
  uint32_t most = left > right ? left : right, needed = detail == 4 ? left + right : most + 1;
  if (needed <= width) return term_false(tm);
  struct term bound = bound_on_operand(tm, detail, a, b);
  return term_none(bound) ? outside_signed(tm, *wide, width) : bound;
}

static void call_overflow(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct terms *tm = t->f->tm;
  struct term a = operand(t, LLVMGetOperand(call, 0)), b = operand(t, LLVMGetOperand(call, 1)), wide;
  struct term overflow = exact_result(tm, detail, a, b, &wide);
  struct term result = detail < 2 ? term_add(tm, a, b) : detail < 4 ? term_sub(tm, a, b) : term_mul(tm, a, b);
  define_terms(t, call, 2, (struct term[]){result, overflow});
}

static struct term saturated(struct terms *tm, uint32_t detail, struct term a, struct term b) {
  struct term wide, overflow = exact_result(tm, detail, a, b, &wide);
  uint32_t width = term_width(tm, a), twice = term_width(tm, wide);
  struct term ones = term_bvnot(tm, term_bv(tm, width, 0)), limit;
  if (detail == 1) limit = ones;
  else if (detail == 3) limit = term_bv(tm, width, 0);
  else {
    struct term least = term_shl(tm, term_bv(tm, width, 1), term_bv(tm, width, width - 1));
    limit = term_ite(tm, term_slt(tm, wide, term_bv(tm, twice, 0)), least, term_bvnot(tm, least));
  }
  return term_ite(tm, overflow, limit, term_extract(tm, width - 1, 0, wide));
}

static bool integer_call(struct translation *t, LLVMValueRef call, enum builtin builtin, uint32_t detail) {
  struct terms *tm = t->f->tm;
  if (builtin < BUILTIN_ABS || builtin > BUILTIN_FUNNEL) return false;
  if (builtin == BUILTIN_WITH_OVERFLOW) {
    call_overflow(t, call, detail);
    return true;
  }
  struct term a = operand(t, LLVMGetOperand(call, 0)), result = a;
  uint32_t width = term_width(tm, a);
  struct term zero = term_bv(tm, width, 0);
  switch (builtin) {
  case BUILTIN_ABS:
    if (arithmetic_checks_abs(t->f, call)) arithmetic_abs(t, a);
    result = term_ite(tm, term_slt(tm, a, zero), term_neg(tm, a), a);
    break;
  case BUILTIN_CTPOP: result = count_ones(tm, a); break;
  case BUILTIN_CTLZ: result = count_zeros(tm, a, false); break;
  case BUILTIN_CTTZ: result = count_zeros(tm, a, true); break;
  case BUILTIN_FFS:
    result = term_ite(tm, term_eq(tm, a, zero), zero, term_add(tm, count_zeros(tm, a, true), term_bv(tm, width, 1)));
    break;
  case BUILTIN_BSWAP: result = reverse(tm, a, 8); break;
  case BUILTIN_BITREVERSE: result = reverse(tm, a, 1); break;
  case BUILTIN_SATURATING: result = saturated(tm, detail, a, operand(t, LLVMGetOperand(call, 1))); break;
  case BUILTIN_MINMAX: {
    struct term b = operand(t, LLVMGetOperand(call, 1));
    struct term less = detail < 2 ? term_slt(tm, a, b) : term_ult(tm, a, b);
    result = detail % 2 ? term_ite(tm, less, a, b) : term_ite(tm, less, b, a);
    break;
  }
  default: { // funnel shifts: the high or low half of the concatenation, shifted
    struct term b = operand(t, LLVMGetOperand(call, 1));
    struct term by = term_urem(tm, operand(t, LLVMGetOperand(call, 2)), term_bv(tm, width, width));
    struct term both = term_concat(tm, a, b), amount = term_zext(tm, by, 2 * width);
    result = detail ? term_extract(tm, width - 1, 0, term_lshr(tm, both, amount))
                    : term_extract(tm, 2 * width - 1, width, term_shl(tm, both, amount));
  }
  }
  define_as(t, call, result);
  return true;
}

// --- rounding ----------------------------------------------------------------------------------

// fesetround's numbers on x86 (0, 0x400, 0x800, 0xc00) and ours (0 nearest, 3 down, 2 up, 4 zero).
static void call_set_rounding(struct translation *t, LLVMValueRef call) {
  struct terms *tm = t->f->tm;
  struct term mode = coerce(t->f, operand(t, LLVMGetOperand(call, 0)), sort_bv(tm, 32)),
              ours = segment_var(t, t->f->rounding_var);
  static const uint32_t theirs[] = {0, 0x400, 0x800, 0xc00}, modes[] = {0, 3, 2, 4};
  struct term known = term_false(tm), set = ours;
  for (int i = 0; i < 4; i++) {
    struct term hit = term_eq(tm, mode, term_bv(tm, 32, theirs[i]));
    known = term_or(tm, known, hit);
    set = term_ite(tm, hit, term_bv(tm, 3, modes[i]), set);
  }
  segment_set(t, t->f->rounding_var, set);
  define_as(t, call, term_ite(tm, known, term_bv(tm, 32, 0), term_bv(tm, 32, 1)));
}

static void call_get_rounding(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct terms *tm = t->f->tm;
  struct term ours = rounding_mode(t), result = term_bv(tm, 32, detail ? 1 : 0);
  static const uint32_t modes[] = {3, 2, 4}, theirs[] = {0x400, 0x800, 0xc00}, flt_rounds[] = {3, 2, 0};
  for (int i = 0; i < 3; i++)
    result = term_ite(tm, term_eq(tm, ours, term_bv(tm, 3, modes[i])),
                      term_bv(tm, 32, detail ? flt_rounds[i] : theirs[i]), result);
  define_as(t, call, result);
}

// --- ends -------------------------------------------------------------------------------------------

// These run the destructors first (of the only thread, pthread_exit ends the program); abort and the like do not.
static bool is_exit(const char *name) {
  static const char *const names[] = {"exit", "err", "errx", "verr", "verrx", "pthread_exit", "thrd_exit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

// May a function of the program handle a signal?
static bool has_handlers(struct front *f) {
  for (uint32_t i = 0; i < f->functions.size; i++) {
    const char *name = function_name(f->functions.data[i]);
    if (is_model(f->functions.data[i]) && (!strcmp(name, "signal") || !strcmp(name, "sigaction"))) return true;
  }
  return false;
}

static void call_stop(struct translation *t, const char *name) {
  struct cfa *cfa = t->f->cfa;
  if ((!strcmp(name, "llvm.trap") || !strcmp(name, "llvm.debugtrap")) && has_handlers(t->f)) {
    segment_end_path(t, LOC_UNSUPPORTED, "a trap, which is a signal, where the program handles signals");
    return;
  }
  if (t->f->exit_function == CFA_NONE || !is_exit(name)) {
    segment_end_path(t, LOC_STOP, name);
    return;
  }
  segment_flush(t);
  struct location end = cfa_add_location(cfa, t->id, LOC_STOP);
  cfa_location(cfa, end)->text = cfa_string(cfa, name);
  cfa_location(cfa, end)->place = t->last;
  struct edge edge = cfa_add_edge(cfa, t->from, end);
  cfa_edge(cfa, edge)->callee = t->f->exit_function;
  cfa_edge(cfa, edge)->first = cfa_edge(cfa, edge)->last = t->last;
  t->dead = true;
}

// --- everything --------------------------------------------------------------------------------------

// Where control ends, or goes on only if something holds. False: it is another built-in.
static bool control_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                         uint32_t detail) {
  struct terms *tm = t->f->tm;
  size_t length;
  switch (builtin) {
  case BUILTIN_IGNORE:
    if (detail) segment_check(t, operand(t, LLVMGetOperand(call, 0)), "__builtin_assume of what does not hold");
    return true;
  case BUILTIN_ERROR: segment_end_path(t, LOC_ERROR, function_name(function)); return true;
  case BUILTIN_ASSERT_FAIL: segment_end_path(t, LOC_ERROR, "assert"); return true;
  case BUILTIN_SANITIZER: sanitizer_failed(t, call, detail); return true;
  case BUILTIN_SAFETY: safety_call(t, call, detail); return true;
  case BUILTIN_ASSUME:
    segment_assume(t, term_bv_to_bool(tm, coerce(t->f, operand(t, LLVMGetOperand(call, 0)), sort_bv(tm, 64))));
    return true;
  case BUILTIN_STOP: call_stop(t, LLVMGetValueName2(function, &length)); return true;
  case BUILTIN_SETJMP: jump_set(t, call); return true;
  case BUILTIN_LONGJMP: jump_go(t, call); return true;
  case BUILTIN_NOT_MODELLED: call_not_modelled(t, call); return true;
  default: return false;
  }
}

// Objects and their bytes. False: it is another built-in.
static bool memory_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                        uint32_t detail) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  switch (builtin) {
  case BUILTIN_LIFETIME: lifetime_start(t, call); return true;
  case BUILTIN_MALLOC: call_malloc(t, call, function, detail); return true;
  case BUILTIN_ZALLOC: call_allocate(t, call, to_pointer(t, LLVMGetOperand(call, 0)), true, false); return true;
  case BUILTIN_ALLOCA: // with an address of its own where that is asked for (provenance/)
    if (provenance_is_asked(f)) safety_fits_stack(t, to_pointer(t, LLVMGetOperand(call, 0)));
    call_allocate(t, call, to_pointer(t, LLVMGetOperand(call, 0)), false, !provenance_is_asked(f));
    return true;
  case BUILTIN_CALLOC: call_calloc(t, call, function); return true;
  case BUILTIN_OBJECT_SIZE:
    define_as(t, call, term_select(tm, segment_var(t, f->sizes_var), to_pointer(t, LLVMGetOperand(call, 0))));
    return true;
  case BUILTIN_FREE: segment_may_free(t); return true;
  case BUILTIN_MEMCPY:
    memory_copy_range(t, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
                      to_pointer(t, LLVMGetOperand(call, 2)));
    if (LLVMGetFirstUse(call)) define_as(t, call, operand(t, LLVMGetOperand(call, 0)));
    return true;
  case BUILTIN_MEMSET:
    memory_fill_range(t, LLVMGetOperand(call, 0), coerce(f, operand(t, LLVMGetOperand(call, 1)), sort_bv(tm, 8)),
                      LLVMGetOperand(call, 2), to_pointer(t, LLVMGetOperand(call, 2)));
    if (LLVMGetFirstUse(call)) define_as(t, call, operand(t, LLVMGetOperand(call, 0)));
    return true;
  case BUILTIN_VA_START: variadic_start(t, LLVMGetOperand(call, 0)); return true;
  case BUILTIN_VA_COPY: call_va_copy(t, call); return true;
  default: return false;
  }
}

// What the compiler would know: zero, false, or an unknown size.
static void unknown_to_compiler(struct translation *t, LLVMValueRef call, const char *name, enum builtin builtin) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  if (builtin == BUILTIN_ZERO) {
    if (!strncmp(name, "llvm.is.constant", 16))
      cfa_add_assumption(f->cfa, "compiler",
                         "__builtin_constant_p is false where the front end of the compiler does not know better",
                         t->last);
    struct sort sort = type_sort(f, LLVMTypeOf(call));
    define(t, call, sort_kind(tm, sort) == SORT_BOOL ? term_false(tm) : term_bv(tm, sort_width(tm, sort), 0));
    return;
  }
  // Zero or all ones, as the second argument asks.
  bool least = LLVMGetNumArgOperands(call) > 1 && LLVMIsAConstantInt(LLVMGetOperand(call, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  struct term zero = term_bv(tm, LLVMGetIntTypeWidth(LLVMTypeOf(call)), 0);
  define(t, call, least ? zero : term_bvnot(tm, zero));
  cfa_add_assumption(f->cfa, "compiler",
                     "__builtin_object_size does not know the object where the front end of the compiler does not",
                     t->last);
}

// A value, of the environment or of the compiler. False: it is another built-in.
static bool value_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                       uint32_t detail) {
  struct terms *tm = t->f->tm;
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  switch (builtin) {
  case BUILTIN_NONDET: call_nondet(t, call, name); return true;
  case BUILTIN_NONDET_BOOL:
    define_as(t, call, segment_input(t, sort_bool(tm), INPUT_NONDET, name, "_Bool", true));
    return true;
  case BUILTIN_NONDET_MEMORY: call_nondet_memory(t, call, name); return true;
  case BUILTIN_ARBITRARY: call_arbitrary(t, call); return true;
  case BUILTIN_SETROUND: call_set_rounding(t, call); return true;
  case BUILTIN_GETROUND: call_get_rounding(t, call, detail); return true;
  case BUILTIN_EXPECT: define_as(t, call, operand(t, LLVMGetOperand(call, 0))); return true;
  case BUILTIN_MASK:
    define_as(t, call, term_bvand(tm, operand(t, LLVMGetOperand(call, 0)), to_pointer(t, LLVMGetOperand(call, 1))));
    return true;
  case BUILTIN_ZERO:
  case BUILTIN_OBJECTSIZE: unknown_to_compiler(t, call, name, builtin); return true;
  default: return false;
  }
}

static void unsupported_call(struct translation *t, LLVMValueRef function) {
  struct text text = {0};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length), *meant = mistyped_name(name);
  text_printf(&text, "a call of %s%s", meant ? meant : name, meant ? " with other types than it has" : "");
  segment_end_path(t, LOC_UNSUPPORTED, text_cstr(&text));
  text_release(&text);
}

void library_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                  uint32_t detail) {
  if (builtin >= BUILTIN_ABS && has_vector(call)) {
    segment_end_path(t, LOC_UNSUPPORTED, "a function of vectors");
    return;
  }
  if (integer_call(t, call, builtin, detail) || library_math(t, call, builtin, detail)) return;
  if (control_call(t, call, function, builtin, detail) || memory_call(t, call, function, builtin, detail)) return;
  if (!value_call(t, call, function, builtin, detail)) unsupported_call(t, function);
}
