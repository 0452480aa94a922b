// Memory safety in the automaton: the meaning of the calls that provenance/, sanitizer.c and uninitialised/ put into
// the program.
//
// `sizes` maps the first address of every live object to its size; of what is dead, or no object, to zero. `heap` tells
// which are live blocks of the heap, and whose they are. Addresses of the heap are never used again, and locals that a
// pointer may outlive get such addresses, too, so that an address never names two objects.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/library/library.h"
#include "front/link/link.h"
#include "front/memory/pointsto.h"
#include "front/start/arguments.h"
#include "front/start/start.h"
#include "front/translate/types.h"
#include "front/translate/access.h"
#include "front/translate/translation.h"
#include <inttypes.h>
#include <stdio.h>

const char *const safety_names[N_SAFETY] = {
#define SAFETY(id, name) [SAFETY_##id] = name,
#include "front/check/safety.def"
#undef SAFETY
};

bool safety_function(const char *name, uint32_t *detail) {
  if (strncmp(name, "clew.", 5) && strncmp(name, "__clew_block_", 13)) return false;
  for (uint32_t i = 0; i < N_SAFETY; i++)
    if (!strcmp(name, safety_names[i])) {
      *detail = i;
      return true;
    }
  if (!pass_function(name, detail)) return false;
  *detail += N_SAFETY;
  return true;
}

bool safety_is_check(uint32_t detail) {
  return detail >= N_SAFETY || detail == SAFETY_ACCESS || detail == SAFETY_CALL || detail == SAFETY_FREE ||
         detail == SAFETY_LEAKS || detail == SAFETY_UNINIT_USE || detail == SAFETY_ARITHMETIC ||
         detail == SAFETY_FORMAT || detail == SAFETY_UNDEFINED;
}

static struct term address(struct front *f, uint64_t n) { return term_bv(f->tm, f->pointer_bits, n); }

// --- variables -----------------------------------------------------------------------------------------------

static uint32_t table(struct front *f, uint32_t *var, const char *name, uint32_t bits) {
  if (*var != CFA_NONE) return *var;
  struct sort sort = sort_array(f->tm, sort_bv(f->tm, f->pointer_bits), sort_bv(f->tm, bits));
  return *var = cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, name, "", sort);
}

static uint32_t sizes(struct front *f) { return table(f, &f->safety.sizes, "sizes of objects", f->pointer_bits); }
static uint32_t heap(struct front *f) { return table(f, &f->safety.heap, "blocks of the heap", 8); }

static uint32_t shadow(struct front *f, uint32_t node) {
  uint32_t root = pointsto_root(f, node), known = map_u32_get_or(&f->safety.shadows, root, 0);
  if (known) return known - 1;
  uint32_t var = CFA_NONE;
  table(f, &var, "distances from bases", f->pointer_bits);
  map_u32_put(&f->safety.shadows, root, var + 1);
  vec_u32_push(&f->safety.tables, var);
  return var;
}

static uint32_t scalar(struct front *f, uint32_t *var, const char *name, uint32_t bits) {
  if (*var == CFA_NONE) *var = cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, name, "", sort_bv(f->tm, bits));
  return *var;
}

static uint32_t numbered(struct front *f, struct vec_u32 *vars, uint64_t k, const char *name) {
  while (vars->size <= k) {
    uint32_t var = CFA_NONE;
    vec_u32_push(vars, scalar(f, &var, name, f->pointer_bits));
  }
  return vars->data[k];
}

static uint32_t passed(struct front *f, uint64_t k) { return numbered(f, &f->safety.passed, k, "base of an argument"); }
static uint32_t part(struct front *f, uint64_t k) { return numbered(f, &f->safety.parts, k, "base in a result"); }

static uint32_t given(struct front *f) { return scalar(f, &f->safety.given, "base of a result", f->pointer_bits); }
static uint32_t blocks(struct front *f) { return scalar(f, &f->safety.blocks, "number of blocks", 32); }
static uint32_t made(struct front *f) { return scalar(f, &f->safety.made, "blocks that were made", 32); }
static uint32_t order(struct front *f) { return table(f, &f->safety.order, "blocks in their order", f->pointer_bits); }
static uint32_t extents(struct front *f) { return table(f, &f->safety.extents, "sizes of blocks", f->pointer_bits); }
static uint32_t kinds(struct front *f) { return table(f, &f->safety.kinds, "places of blocks", 32); }
static uint32_t marks(struct front *f) { return table(f, &f->safety.marks, "blocks that are kept", 8); }

// --- arguments of main -----------------------------------------------------------------------------------------

// Among these are the strings of argv.
static bool is_argument_text(struct front *f, LLVMValueRef pointer) {
  LLVMValueRef list = arguments_list(f);
  return list && pointsto_root(f, pointsto_contents(f, pointsto_target(f, list))) == pointsto_target(f, pointer);
}

// A string of argv ends with the first zero that it holds when the program starts. Some zero is taken for it: a size
// that is too large excuses no access that the right one would not refuse in another choice.
static struct term size_of_argument(struct translation *t, struct term base, struct term otherwise) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct arguments_place place = arguments_place(f);
  uint32_t node = pointsto_contents(f, pointsto_target(f, arguments_list(f)));
  struct term is_argument =
      term_ult(tm, term_sub(tm, base, address(f, place.text)), address(f, place.count * place.stride));
  if (region_cell(f, node) != 1) {
    segment_unsupported(t, is_argument, "an argument of main that is not read by bytes");
    return otherwise;
  }
  uint32_t lengths = table(f, &f->safety.lengths, "lengths of arguments", f->pointer_bits);
  uint32_t region = region_var(f, node); // may add a variable, so that the others move
  if (f->safety.texts == CFA_NONE)
    f->safety.texts =
        cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, "arguments at the start", "", f->cfa->vars.data[region].sort);
  struct term length = term_select(tm, segment_var(t, lengths), base);
  struct term last = term_select(tm, segment_var(t, f->safety.texts), term_add(tm, base, length));
  struct term is_length =
      term_and(tm, term_ult(tm, length, address(f, place.stride)), term_eq(tm, last, term_bv(tm, 8, 0)));
  segment_guard(t, term_or(tm, term_not(tm, is_argument), is_length));
  return term_ite(tm, is_argument, term_add(tm, length, address(f, 1)), otherwise);
}

// What memory holds when the program starts is on the edge already.
static void initial_texts(struct front *f, struct cfa_edge *e) {
  struct cfa_var *lengths = &f->cfa->vars.data[f->safety.lengths];
  struct cfa_input input = {.term = cfa_edge_term(f->cfa, lengths->sort, "lengths"),
                            .kind = INPUT_UNINIT,
                            .name = "",
                            .ctype = ""};
  vec_input_push(&e->inputs, input);
  vec_update_push(&e->updates, (struct cfa_update){f->safety.lengths, input.term});
  uint32_t region = region_var(f, pointsto_contents(f, pointsto_target(f, arguments_list(f))));
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (e->updates.data[i].var == region) {
      vec_update_push(&e->updates, (struct cfa_update){f->safety.texts, e->updates.data[i].value});
      return;
    }
}

// --- accesses ------------------------------------------------------------------------------------------------

// For the report.
static void tell(struct translation *t, struct location error, char operation, struct term pointer, struct term base,
                 struct term bytes) {
  struct front *f = t->f;
  struct cfa *cfa = f->cfa;
  if (location_none(error)) return;
  struct term given[CFA_OPERANDS] = {pointer, base, bytes};
  struct edge edge = cfa_location(cfa, error)->in.data[0];
  for (unsigned k = 0; k < CFA_OPERANDS; k++) {
    if (cfa->operands[k] == CFA_NONE)
      cfa->operands[k] = cfa_add_var(cfa, CFA_NONE, VAR_TEMP, "operand", "", sort_bv(f->tm, 64));
    vec_update_push(&cfa_edge(cfa, edge)->updates,
                    (struct cfa_update){cfa->operands[k], term_zext(f->tm, given[k], 64)});
  }
  cfa_location(cfa, error)->operation = operation;
  cfa_location(cfa, error)->operand_bits = f->pointer_bits;
}

// Whose a live block of the heap is. Only the program's own and external ones may be freed: what the C library made for
// itself (a stream, the text of a message) is not the program's. The table tells constants, too.
enum block_owner {
  BLOCK_NONE,
  BLOCK_OWN,
  BLOCK_EXTERNAL,
  BLOCK_LIBRARY,
  BLOCK_CONSTANT,
  BLOCK_CONST_LOCAL,
  BLOCK_GONE, // what was freed, or a local that has ended
};

static struct term owner(struct front *f, enum block_owner owner) { return term_bv(f->tm, 8, owner); }

// A constant lies where a machine cannot write; a const local does not, and writing it is undefined all the same.
// `nowhere`: the pointer is external, and the constant's address by chance.
static void check_constant(struct translation *t, uint64_t flags, struct term base, struct term bytes,
                           struct term nowhere, bool is_assumed) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term any = term_not(tm, term_eq(tm, bytes, address(f, 0)));
  if (flags & (SAFETY_IS_CONSTANT | SAFETY_MAY_BE_CONSTANT)) {
    struct term bad = any;
    if (flags & SAFETY_MAY_BE_CONSTANT)
      bad = term_and(tm, any, term_eq(tm, term_select(tm, segment_var(t, heap(f)), base), owner(f, BLOCK_CONSTANT)));
    struct term chance = term_and(tm, bad, nowhere);
    if (is_assumed) segment_guard(t, term_not(tm, chance));
    else segment_unsupported(t, chance, "a write through a pointer whose object is not known");
    segment_violation(t, term_and(tm, bad, term_not(tm, nowhere)), PROPERTY_DEREF, "a write to a constant");
  }
  if (flags & (SAFETY_IS_CONST_LOCAL | SAFETY_MAY_BE_CONST_LOCAL)) {
    struct term bad = any;
    if (flags & SAFETY_MAY_BE_CONST_LOCAL)
      bad = term_and(tm, any, term_eq(tm, term_select(tm, segment_var(t, heap(f)), base), owner(f, BLOCK_CONST_LOCAL)));
    segment_violation(t, bad, PROPERTY_UNDEFINED, "a write to a variable that is const");
  }
}

// Has no object of the program begun there so far? Only asked where a pointer may be external: then the ends of locals
// are in the table of blocks, too.
static struct term was_never(struct translation *t, struct term base) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term none = term_eq(tm, term_select(tm, segment_var(t, heap(f)), base), owner(f, BLOCK_NONE));
  return term_and(tm, none, term_eq(tm, term_select(tm, segment_var(t, sizes(f)), base), address(f, 0)));
}

static void note_end(struct translation *t, struct term base) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  if (!checks(f, PROPERTY_DEREF) || !external_exist(f)) return;
  struct term array = segment_var(t, heap(f)), whose = term_select(tm, array, base);
  struct term ended = term_ite(tm, term_eq(tm, whose, owner(f, BLOCK_NONE)), owner(f, BLOCK_GONE), whose);
  segment_set(t, heap(f), term_store(tm, array, base, ended));
}

// Does the access lie in the object with this base?
static struct term is_inside(struct terms *tm, struct term pointer, struct term bytes, struct term base,
                             struct term size) {
  struct term offset = term_sub(tm, pointer, base);
  return term_and(tm, term_ule(tm, bytes, size), term_ule(tm, offset, term_sub(tm, size, bytes)));
}

// The base of an access through a pointer whose object is not known: the pointer that the address was computed from, if
// it is the start of an object that has the access in it, and otherwise the address.
static struct term taken_for_start(struct translation *t, struct term root, struct term pointer, struct term bytes) {
  struct terms *tm = t->f->tm;
  if (root.id == pointer.id) return pointer;
  struct term size = term_select(tm, segment_var(t, sizes(t->f)), root);
  return term_ite(tm, is_inside(tm, pointer, bytes, root, size), root, pointer);
}

static void check_access(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term pointer = operand(t, LLVMGetOperand(call, 0)), base = operand(t, LLVMGetOperand(call, 1)),
              bytes = operand(t, LLVMGetOperand(call, 2));
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
  struct term is_unknown = term_eq(tm, base, address(f, SAFETY_UNKNOWN));
  if (flags & SAFETY_MAY_BE_UNKNOWN) {
    struct term found = taken_for_start(t, operand(t, LLVMGetOperand(call, 5)), pointer, bytes);
    base = term_ite(tm, is_unknown, found, base);
  }
  uint64_t known = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 4));
  struct term size = known ? address(f, known) : term_select(tm, segment_var(t, sizes(f)), base);
  if (is_argument_text(f, LLVMGetOperand(call, 0))) size = size_of_argument(t, base, size);
  struct term good = is_inside(tm, pointer, bytes, base, size);
  if (!term_is_const(tm, bytes)) good = term_or(tm, good, term_eq(tm, bytes, address(f, 0)));
  struct term bad = term_not(tm, good);
  struct term by_chance = term_false(tm), moved = term_false(tm);
  bool is_assumed = false;
  if (flags & SAFETY_MAY_BE_UNKNOWN) { // near null there is nothing, whoever made the pointer
    struct term far = term_ule(tm, address(f, 0x1000), pointer), nowhere = is_unknown;
    LLVMValueRef root = LLVMGetOperand(call, 5);
    if (external_may_be(f, root)) { // unless it was not null outside
      far = term_or(tm, far, term_not(tm, term_eq(tm, operand(t, root), address(f, 0))));
      struct term itself = term_eq(tm, base, operand(t, root));
      if (!known && !(flags & SAFETY_NONE_ENDS)) itself = term_and(tm, itself, was_never(t, base));
      if (!known) nowhere = term_or(tm, nowhere, itself);
      by_chance = nowhere;
      struct term outside = term_and(tm, was_never(t, base), term_not(tm, term_eq(tm, base, address(f, 0))));
      if (!known) moved = term_and(tm, outside, term_not(tm, is_unknown));
      is_assumed = external_leads(t, LLVMGetOperand(call, 0), call);
    }
    struct term lost = term_and(tm, term_and(tm, nowhere, far), bad);
    if (!is_assumed) segment_unsupported(t, lost, "an access through a pointer whose object is not known");
    bad = term_and(tm, bad, term_not(tm, lost));
    moved = term_and(tm, moved, bad); // it came from outside, and was moved since
    segment_unsupported(t, moved, "an access through a pointer whose object is not known");
    bad = term_and(tm, bad, term_not(tm, moved));
  }
  check_constant(t, flags, base, bytes, by_chance, is_assumed);
  const char *text = flags & SAFETY_WRITES ? "a write outside of the object" : "a read outside of the object";
  struct location error = segment_violation(t, bad, PROPERTY_DEREF, text);
  tell(t, error, flags & SAFETY_WRITES ? 'w' : 'r', pointer, base, bytes);
}

// Is the object gone? Where the base is null or not known, that is not asked.
static struct term is_gone(struct translation *t, struct term base) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term none = term_eq(tm, term_select(tm, segment_var(t, sizes(f)), base), address(f, 0));
  return term_and(tm, none, term_ult(tm, address(f, SAFETY_UNKNOWN), base));
}

// The same where it may be a block of the heap, which need not have bytes, or where nobody knows which object it is.
static struct term is_gone_or_freed(struct translation *t, struct term base, bool may_be_block) {
  struct terms *tm = t->f->tm;
  struct term gone = is_gone(t, base);
  if (!may_be_block) return gone;
  struct term whose = term_select(tm, segment_var(t, heap(t->f)), base);
  struct term none = term_eq(tm, whose, owner(t->f, BLOCK_NONE)), freed = term_eq(tm, whose, owner(t->f, BLOCK_GONE));
  gone = term_and(tm, gone, term_or(tm, none, freed));
  return term_or(tm, gone, term_eq(tm, base, address(t->f, SAFETY_UNKNOWN)));
}

static void check_compare(struct translation *t, LLVMValueRef call) {
  struct terms *tm = t->f->tm;
  struct term a = operand(t, LLVMGetOperand(call, 0)), b = operand(t, LLVMGetOperand(call, 2));
  uint64_t compares = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 4));
  bool blocks = compares == COMPARES_BLOCKS;
  struct term gone = term_or(tm, is_gone_or_freed(t, operand(t, LLVMGetOperand(call, 1)), blocks),
                             is_gone_or_freed(t, operand(t, LLVMGetOperand(call, 3)), blocks));
  struct term null = address(t->f, 0), differ = term_not(tm, term_eq(tm, a, b));
  struct term both = term_not(tm, term_or(tm, term_eq(tm, a, null), term_eq(tm, b, null)));
  struct term may_be_equal = term_and(tm, term_and(tm, gone, both), differ);
  define(t, call, term_bv(tm, 32, 0));
  if (term_is_false(tm, may_be_equal)) return;
  struct term is_equal = segment_input(t, sort_bool(tm), INPUT_UNINIT, "an address that is used again", "", true);
  may_be_equal = term_and(tm, may_be_equal, is_equal);
  if (compares != COMPARES_ORDER) define(t, call, term_ite(tm, may_be_equal, term_bv(tm, 32, 1), term_bv(tm, 32, 0)));
  else
    segment_unsupported(t, may_be_equal,
                        "a comparison with the address of a local that is gone, which another object may have");
}

// An external pointer that is not null leads to a function, and does not have so small a value.
static void check_call(struct translation *t, LLVMValueRef call, LLVMValueRef function) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term target = operand(t, function), near = term_ult(tm, target, address(f, 0x1000));
  if (external_may_be(f, function)) {
    struct term null = term_eq(tm, target, address(f, 0)), wrong = term_and(tm, near, term_not(tm, null));
    if (external_is_called(t, function, call)) segment_guard(t, term_not(tm, wrong));
    else segment_unsupported(t, wrong, "a call through a pointer that may be no function");
    near = null;
  }
  segment_violation(t, near, PROPERTY_DEREF, "a call through a null pointer");
}

// --- objects -------------------------------------------------------------------------------------------------

// Was the address made in this segment? Then it is not null.
static bool is_new(const struct translation *t, struct term base) {
  for (uint32_t i = 0; i < t->allocs.size; i++)
    if (term_same(t->allocs.data[i].term, base)) return true;
  return false;
}

static void set_size(struct translation *t, struct term there, struct term base, struct term size) {
  struct front *f = t->f;
  if (!checks(f, PROPERTY_DEREF)) return;
  struct term array = segment_var(t, sizes(f));
  segment_set(t, sizes(f), term_ite(f->tm, there, term_store(f->tm, array, base, size), array));
}

static bool counts_blocks(struct front *f) { return checks(f, PROPERTY_MEMTRACK) || checks(f, PROPERTY_MEMCLEANUP); }

// Are blocks listed, so that those that are kept can be found?
static bool lists_blocks(struct front *f) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, SAFETY_SPREAD);
  return function && LLVMGetFirstUse(function);
}

static void set_if(struct translation *t, uint32_t var, struct term there, struct term value) {
  segment_set(t, var, term_ite(t->f->tm, there, value, segment_var(t, var)));
}

static void list_block(struct translation *t, LLVMValueRef call, struct term there, struct term base,
                       struct term size) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  if (!lists_blocks(f)) return;
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)),
           site = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
  struct term n = segment_var(t, made(f)), at = f->pointer_bits == 32 ? n : term_zext(tm, n, f->pointer_bits);
  struct term kind = term_bv(tm, 32, site << SAFETY_SITE_SHIFT | (flags & (SAFETY_OWNED | SAFETY_READ)));
  set_if(t, order(f), there, term_store(tm, segment_var(t, order(f)), at, base));
  set_if(t, extents(f), there, term_store(tm, segment_var(t, extents(f)), base, size));
  set_if(t, kinds(f), there, term_store(tm, segment_var(t, kinds(f)), base, kind));
  set_if(t, made(f), there, term_add(tm, n, term_bv(tm, 32, 1)));
}

static void begin_block(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term base = operand(t, LLVMGetOperand(call, 0)), size = operand(t, LLVMGetOperand(call, 1));
  struct term there = is_new(t, base) ? term_true(tm) : term_not(tm, term_eq(tm, base, address(f, 0)));
  set_size(t, there, base, size);
  list_block(t, call, there, base, size);
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
  bool counted = flags & SAFETY_OWNED;
  enum block_owner whose = counted ? BLOCK_OWN : flags & SAFETY_EXTERNAL ? BLOCK_EXTERNAL : BLOCK_LIBRARY;
  set_if(t, heap(f), there, term_store(tm, segment_var(t, heap(f)), base, owner(f, whose)));
  if (!counted || !counts_blocks(f)) return;
  set_if(t, blocks(f), there, term_add(tm, segment_var(t, blocks(f)), term_bv(tm, 32, 1)));
}

// Is the pointer a way into a variable?
static bool names_object(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
}

static void check_free(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term pointer = operand(t, LLVMGetOperand(call, 0)), base = operand(t, LLVMGetOperand(call, 1));
  bool ends = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) != 0;
  struct term null = term_eq(tm, pointer, address(f, 0)), array = segment_var(t, heap(f));
  struct term is_unknown = term_eq(tm, base, address(f, SAFETY_UNKNOWN));
  struct term whose = term_select(tm, array, pointer), own = term_eq(tm, whose, owner(f, BLOCK_OWN)), live = own;
  if (entry_start(f)) live = term_or(tm, live, term_eq(tm, whose, owner(f, BLOCK_EXTERNAL)));
  struct term same = term_or(tm, term_eq(tm, base, pointer), is_unknown);
  struct term bad = term_not(tm, term_or(tm, null, term_and(tm, live, same)));
  if (pointsto_flags(f, pointsto_target(f, LLVMGetOperand(call, 0))) & (NODE_OUTSIDE | NODE_FOREIGN)) {
    struct term elsewhere = term_and(tm, term_eq(tm, base, pointer), term_eq(tm, whose, owner(f, BLOCK_NONE)));
    if (names_object(LLVMGetOperand(call, 0))) elsewhere = term_false(tm);
    struct term lost =
        term_and(tm, term_or(tm, is_unknown, elsewhere), bad); // it may be a block that was made elsewhere
    segment_unsupported(t, lost, "free of an external pointer, which may be no block of the heap");
    bad = term_and(tm, bad, term_not(tm, lost));
  }
  struct location error = segment_violation(t, bad, PROPERTY_FREE,
                                            ends ? "free of what is not the start of a live block of the heap"
                                                 : "realloc of what is not the start of a live block of the heap");
  tell(t, error, 'f', pointer, base, address(f, 0));
  if (!ends) return;
  segment_set(t, heap(f), term_ite(tm, null, array, term_store(tm, array, pointer, owner(f, BLOCK_GONE))));
  set_size(t, term_not(tm, null), pointer, address(f, 0));
  if (!counts_blocks(f)) return;
  struct term n = segment_var(t, blocks(f));
  struct term counted = entry_start(f) ? own : term_not(tm, null);
  segment_set(t, blocks(f), term_ite(tm, counted, term_sub(tm, n, term_bv(tm, 32, 1)), n));
}

// --- leaks ---------------------------------------------------------------------------------------------------

static struct term word_at(struct translation *t, uint32_t node, struct term at) {
  return cells_load(t, region_var(t->f, node), node, at, t->f->pointer_bits / 8);
}

// In a block: where it was made says which region it is in.
static struct term block_word(struct translation *t, struct term base, struct term at) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term kind = term_select(tm, segment_var(t, kinds(f)), base), word = address(f, 0);
  struct term site = term_extract(tm, 31, SAFETY_SITE_SHIFT, kind);
  LLVMValueRef begin = LLVMGetNamedFunction(f->module, safety_names[SAFETY_BLOCK]);
  for (LLVMUseRef use = begin ? LLVMGetFirstUse(begin) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!(LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) & SAFETY_READ)) continue;
    struct term here = term_bv(tm, 32 - SAFETY_SITE_SHIFT, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3)));
    struct term there = word_at(t, pointsto_target(f, LLVMGetOperand(call, 0)), at);
    word = term_ite(tm, term_eq(tm, site, here), there, word);
  }
  return word;
}

static struct term flag_of(struct translation *t, struct term base, uint32_t flag) {
  struct terms *tm = t->f->tm;
  struct term kind = term_select(tm, segment_var(t, kinds(t->f)), base);
  return term_zext(tm, term_extract(tm, flag - 1, flag - 1, kind), 32); // the number of the bit is that of the flag - 1
}

// What models/leaks.c asks.
static void list_call(struct translation *t, LLVMValueRef call, enum safety what) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  if (what == SAFETY_BLOCK_COUNT) {
    define(t, call, segment_var(t, made(f)));
    return;
  }
  struct term first = operand(t, LLVMGetOperand(call, 0));
  switch (what) {
  case SAFETY_BLOCK_BASE:
    first = f->pointer_bits == 32 ? first : term_zext(tm, first, f->pointer_bits);
    define(t, call, term_select(tm, segment_var(t, order(f)), first));
    break;
  case SAFETY_BLOCK_SIZE: define(t, call, term_select(tm, segment_var(t, extents(f)), first)); break;
  case SAFETY_BLOCK_LIVE: {
    struct term whose = term_select(tm, segment_var(t, heap(f)), first);
    struct term freed = term_eq(tm, whose, owner(f, BLOCK_GONE));
    define(t, call, term_zext(tm, term_ite(tm, freed, owner(f, BLOCK_NONE), whose), 32));
    break;
  }
  case SAFETY_BLOCK_IS_OWNED: define(t, call, flag_of(t, first, SAFETY_OWNED)); break;
  case SAFETY_BLOCK_IS_READ: define(t, call, flag_of(t, first, SAFETY_READ)); break;
  case SAFETY_BLOCK_WORD: define(t, call, block_word(t, first, operand(t, LLVMGetOperand(call, 1)))); break;
  case SAFETY_BLOCK_MARKED: define(t, call, term_zext(tm, term_select(tm, segment_var(t, marks(f)), first), 32)); break;
  default: {
    struct term mark = term_extract(tm, 7, 0, operand(t, LLVMGetOperand(call, 1)));
    segment_set(t, marks(f), term_store(tm, segment_var(t, marks(f)), first, mark));
  }
  }
}

static void check_leaks(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  if (checks(f, PROPERTY_MEMTRACK) && f->safety.heap != CFA_NONE)
    cfa_add_assumption(f->cfa, "leaks", "no memory is lost on a path that never ends", (struct source_place){0, 0, 0});
  struct terms *tm = f->tm;
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  struct term some = term_not(tm, term_eq(tm, segment_var(t, blocks(f)), term_bv(tm, 32, 0)));
  if (flags & SAFETY_ABORTS) {
    segment_unsupported(t, some, "memory that is not freed where the program aborts");
    return;
  }
  if (flags & SAFETY_NOT_LAST) {
    segment_unsupported(t, term_true(tm),
                        "functions that run behind the end of the program, which may allocate and free memory");
    return;
  }
  struct term lost = term_not(tm, term_eq(tm, operand(t, LLVMGetOperand(call, 1)), term_bv(tm, 32, 0)));
  lost = term_and(tm, some, lost);
  if (flags & SAFETY_ALL_FREED) {
    segment_violation(t, lost, PROPERTY_MEMCLEANUP, "the program ends, and memory of the heap was not freed");
    return;
  }
  if (flags & SAFETY_HAS_FRAMES)
    segment_unsupported(t, lost, "memory that was not freed and that pointers may still reach when the program ends");
  segment_violation(t, lost, PROPERTY_MEMTRACK, "memory of the heap was not freed, and nothing points to it any more");
}

bool safety_is_fresh(LLVMValueRef alloca) {
  LLVMContextRef context =
      LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca))));
  return LLVMGetMetadata(alloca, LLVMGetMDKindIDInContext(context, SAFETY_FRESH, strlen(SAFETY_FRESH))) != NULL;
}

// Such locals lie where the heap is, which has no room for all that a pointer could count. No stack has either.
void safety_fits_stack(struct translation *t, struct term bytes) {
  struct front *f = t->f;
  struct term most = address(f, UINT64_C(1) << (f->pointer_bits == 32 ? 30 : 40));
  struct term fits = term_ule(f->tm, bytes, most);
  if (term_is_true(f->tm, fits)) return;
  segment_guard(t, fits);
  cfa_add_assumption(
      f->cfa, "allocation",
      f->pointer_bits == 32 ? "no local object is larger than 1 GiB" : "no local object is larger than 1 TiB", t->last);
}

// --- what is not initialised ----------------------------------------------------------------------------------

// A table with the cells of the region that the pointer leads to: what is set there is not initialised.
static uint32_t uninit(struct front *f, uint32_t node) {
  uint32_t root = pointsto_root(f, node), known = map_u32_get_or(&f->safety.uninit, root, 0);
  if (known) return known - 1;
  uint32_t region = region_var(f, node);
  uint32_t var = cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, "not initialised", "", f->cfa->vars.data[region].sort);
  map_u32_put(&f->safety.uninit, root, var + 1);
  vec_u32_push(&f->safety.tables, var);
  return var;
}

static void check_use(struct translation *t, LLVMValueRef call) {
  static const char *const texts[] = {
      "a branch that depends on a value that was not initialised",
      "an access whose address was not initialised",
      "a division by a value that was not initialised",
      "an argument that was not initialised",
      "a result of the program that was not initialised",
  };
  struct terms *tm = t->f->tm;
  struct term good = term_eq(tm, operand(t, LLVMGetOperand(call, 0)), term_bv(tm, 32, 0));
  uint64_t use = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  segment_violation(t, term_not(tm, good), PROPERTY_UNDEFINED, texts[use]);
}

// Of access_checks/.
static void check_undefined(struct translation *t, LLVMValueRef call) {
  static const char *const texts[] = {
      [UNDEFINED_NULL_READ] = "a read%s through a null pointer",
      [UNDEFINED_NULL_WRITE] = "a write%s through a null pointer",
      [UNDEFINED_ALIGNED_READ] = "a read%s through a pointer that is not a multiple of %" PRIu64,
      [UNDEFINED_ALIGNED_WRITE] = "a write%s through a pointer that is not a multiple of %" PRIu64,
      [UNDEFINED_OUTSIDE_READ] = "a read%s outside of its object",
      [UNDEFINED_OUTSIDE_WRITE] = "a write%s outside of its object",
      [UNDEFINED_INDEX] = "an index outside its array",
      [UNDEFINED_ARRAY_READ] = "a read%s outside of the array that its pointer was made from",
      [UNDEFINED_ARRAY_WRITE] = "a write%s outside of the array that its pointer was made from",
      [UNDEFINED_ELEMENT] = "an index outside its vector",
      [UNDEFINED_NULL_CALL] = "a call through a null pointer",
      [UNDEFINED_GOTO] = "a goto to an address that is no label of its function",
  };
  struct terms *tm = t->f->tm;
  LLVMValueRef bytes = LLVMGetOperand(call, 2);
  struct term good = term_eq(tm, operand(t, LLVMGetOperand(call, 0)), term_bv(tm, 32, 0));
  uint64_t what = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)),
           alignment = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
  if (what == UNDEFINED_ALIGNED_READ || what == UNDEFINED_ALIGNED_WRITE)
    external_address(t, LLVMGetOperand(call, 0), alignment);
  char size[40] = "";
  if (LLVMIsAConstantInt(bytes)) {
    uint64_t n = LLVMConstIntGetZExtValue(bytes);
    snprintf(size, sizeof size, " of %" PRIu64 " byte%s", n, n == 1 ? "" : "s");
  }
  struct text text = {0};
  text_printf(&text, texts[what], size, alignment);
  struct location error = segment_violation(t, term_not(tm, good), PROPERTY_UNDEFINED, text_cstr(&text));
  if (!location_none(error)) cfa_location(t->f->cfa, error)->is_own = true;
  text_release(&text);
}

static void shadow_call(struct translation *t, LLVMValueRef call, enum safety what) {
  struct front *f = t->f;
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  uint32_t node = pointsto_target(f, pointer), var = uninit(f, node);
  struct term address = operand(t, pointer);
  switch (what) {
  case SAFETY_UNINIT_LOAD1:
  case SAFETY_UNINIT_LOAD2:
  case SAFETY_UNINIT_LOAD4:
  case SAFETY_UNINIT_LOAD8:
    define(t, call, cells_load(t, var, node, address, 1u << (what - SAFETY_UNINIT_LOAD1)));
    break;
  case SAFETY_UNINIT_SET:
    memory_fill_in(t, var, node, address, operand(t, LLVMGetOperand(call, 2)), operand(t, LLVMGetOperand(call, 1)));
    break;
  case SAFETY_UNINIT_COPY: {
    LLVMValueRef from = LLVMGetOperand(call, 1);
    uint32_t nodes[] = {node, pointsto_target(f, from)}, vars[] = {var, uninit(f, nodes[1])};
    memory_copy_in(t, vars, nodes, address, operand(t, from), operand(t, LLVMGetOperand(call, 2)));
    break;
  }
  case SAFETY_UNINIT_FORGET: {
    struct sort sort = f->cfa->vars.data[var].sort;
    uint32_t bits = sort_width(f->tm, sort_element(f->tm, sort));
    segment_set(t, var, term_array_const(f->tm, sort, term_bv(f->tm, bits, 0)));
    break;
  }
  default: cells_store(t, var, node, address, operand(t, LLVMGetOperand(call, 1))); break;
  }
}

// --- the beginning -------------------------------------------------------------------------------------------

static void initial_table(struct front *f, uint32_t var, struct cfa_edge *e) {
  struct sort sort = f->cfa->vars.data[var].sort;
  struct term zero = term_bv(f->tm, sort_width(f->tm, sort_element(f->tm, sort)), 0);
  vec_update_push(&e->updates, (struct cfa_update){var, term_array_const(f->tm, sort, zero)});
}

void safety_initial(struct front *f, struct cfa_edge *e) {
  if (f->safety.sizes != CFA_NONE) initial_table(f, f->safety.sizes, e);
  if (f->safety.heap != CFA_NONE) initial_table(f, f->safety.heap, e);
  for (uint32_t i = 0; i < f->safety.tables.size; i++) initial_table(f, f->safety.tables.data[i], e);
  for (uint32_t i = 0; i < f->safety.passed.size; i++)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.passed.data[i], address(f, SAFETY_UNKNOWN)});
  for (uint32_t i = 0; i < f->safety.parts.size; i++)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.parts.data[i], address(f, SAFETY_UNKNOWN)});
  if (f->safety.given != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.given, address(f, SAFETY_UNKNOWN)});
  if (f->safety.texts != CFA_NONE) initial_texts(f, e);
  if (f->safety.blocks != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.blocks, term_bv(f->tm, 32, 0)});
  if (f->safety.made != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.made, term_bv(f->tm, 32, 0)});
  const uint32_t lists[] = {f->safety.order, f->safety.extents, f->safety.kinds, f->safety.marks};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (lists[i] != CFA_NONE) initial_table(f, lists[i], e);
}

void safety_release(struct front *f) {
  map_u32_release(&f->safety.shadows);
  map_u32_release(&f->safety.uninit);
  vec_u32_release(&f->safety.tables);
  vec_u32_release(&f->safety.passed);
  vec_u32_release(&f->safety.parts);
}

// --- bases beside pointers -----------------------------------------------------------------------------------

// The pointer is at a place in memory of the class: its base goes beside it.
void safety_note(struct translation *t, uint32_t node, struct term place, struct term pointer, struct term base) {
  uint32_t var = shadow(t->f, pointsto_root(t->f, node));
  struct term distance = term_sub(t->f->tm, pointer, base);
  segment_set(t, var, term_store(t->f->tm, segment_var(t, var), place, distance));
}

// In memory, and where pointers go into functions and out of them.
static void base_call(struct translation *t, LLVMValueRef call, enum safety what) {
  struct front *f = t->f;
  LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
  switch (what) {
  case SAFETY_LOAD:
    define(t, call,
           term_sub(f->tm, operand(t, LLVMGetOperand(call, 1)),
                    term_select(f->tm, segment_var(t, shadow(f, pointsto_target(f, first))), operand(t, first))));
    break;
  case SAFETY_STORE:
    safety_note(t, pointsto_target(f, first), operand(t, first), operand(t, LLVMGetOperand(call, 1)),
                operand(t, LLVMGetOperand(call, 2)));
    break;
  case SAFETY_COPY: {
    LLVMValueRef from = LLVMGetOperand(call, 1);
    uint32_t var = shadow(f, pointsto_target(f, first)), source = shadow(f, pointsto_target(f, from));
    segment_set(t, var,
                term_copy(f->tm, segment_var(t, var), operand(t, first), segment_var(t, source), operand(t, from),
                          operand(t, LLVMGetOperand(call, 2))));
    break;
  }
  case SAFETY_PASS:
    segment_set(t, passed(f, LLVMConstIntGetZExtValue(first)), operand(t, LLVMGetOperand(call, 1)));
    break;
  case SAFETY_PARAM: define(t, call, segment_var(t, passed(f, LLVMConstIntGetZExtValue(first)))); break;
  case SAFETY_GIVE_PART:
    segment_set(t, part(f, LLVMConstIntGetZExtValue(first)), operand(t, LLVMGetOperand(call, 1)));
    break;
  case SAFETY_GIVEN_PART: define(t, call, segment_var(t, part(f, LLVMConstIntGetZExtValue(first)))); break;
  case SAFETY_GIVE: segment_set(t, given(f), operand(t, first)); break;
  case SAFETY_GIVEN: define(t, call, segment_var(t, given(f))); break;
  default: break;
  }
}

// --- everything ------------------------------------------------------------------------------------------------

void safety_call(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct front *f = t->f;
  LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
  if (detail >= N_SAFETY) {
    pass_failed(t, call, detail - N_SAFETY);
    return;
  }
  switch ((enum safety)detail) {
  case SAFETY_ACCESS: check_access(t, call); break;
  case SAFETY_COMPARE: check_compare(t, call); break;
  case SAFETY_CALL: check_call(t, call, first); break;
  case SAFETY_FREE: check_free(t, call); break;
  case SAFETY_BEGIN: set_size(t, term_true(f->tm), operand(t, first), operand(t, LLVMGetOperand(call, 1))); break;
  case SAFETY_CONSTANT:
    segment_set(t, heap(f),
                term_store(f->tm, segment_var(t, heap(f)), operand(t, first),
                           owner(f, LLVMIsNull(LLVMGetOperand(call, 1)) ? BLOCK_CONSTANT : BLOCK_CONST_LOCAL)));
    break;
  case SAFETY_END: {
    struct term base = operand(t, first), none = term_eq(f->tm, base, address(f, 0));
    set_size(t, LLVMIsALoadInst(first) ? term_not(f->tm, none) : term_true(f->tm), base, address(f, 0));
    note_end(t, base);
    break;
  }
  case SAFETY_BLOCK: begin_block(t, call); break;
  case SAFETY_LOAD:
  case SAFETY_STORE:
  case SAFETY_COPY:
  case SAFETY_PASS:
  case SAFETY_VARIADIC:
  case SAFETY_PARAM:
  case SAFETY_GIVE:
  case SAFETY_GIVE_PART:
  case SAFETY_GIVEN_PART:
  case SAFETY_GIVEN: base_call(t, call, (enum safety)detail); break;
  case SAFETY_ARGUMENTS: {
    struct term n = term_zext(f->tm, operand(t, first), f->pointer_bits), bytes = address(f, f->pointer_bits / 8);
    if (f->pointer_bits == 32) n = operand(t, first);
    n = term_mul(f->tm, term_add(f->tm, n, address(f, 1)), bytes);
    set_size(t, term_true(f->tm), operand(t, LLVMGetOperand(call, 1)), n);
    break;
  }
  case SAFETY_WORD: define(t, call, word_at(t, pointsto_target(f, first), operand(t, first))); break;
  case SAFETY_BLOCK_COUNT:
  case SAFETY_BLOCK_BASE:
  case SAFETY_BLOCK_SIZE:
  case SAFETY_BLOCK_LIVE:
  case SAFETY_BLOCK_IS_OWNED:
  case SAFETY_BLOCK_IS_READ:
  case SAFETY_BLOCK_WORD:
  case SAFETY_BLOCK_MARKED:
  case SAFETY_BLOCK_MARK: list_call(t, call, (enum safety)detail); break;
  case SAFETY_LEAKS: check_leaks(t, call); break;
  case SAFETY_ADDRESS: define(t, call, operand(t, first)); break;
  case SAFETY_ARITHMETIC: arithmetic_failed(t, call); break;
  case SAFETY_FORMAT: formats_failed(t, call); break;
  case SAFETY_UNINIT_USE: check_use(t, call); break;
  case SAFETY_UNDEFINED: check_undefined(t, call); break;
  case SAFETY_UNINIT_LOAD1:
  case SAFETY_UNINIT_LOAD2:
  case SAFETY_UNINIT_LOAD4:
  case SAFETY_UNINIT_LOAD8:
  case SAFETY_UNINIT_STORE1:
  case SAFETY_UNINIT_STORE2:
  case SAFETY_UNINIT_STORE4:
  case SAFETY_UNINIT_STORE8:
  case SAFETY_UNINIT_SET:
  case SAFETY_UNINIT_COPY:
  case SAFETY_UNINIT_FORGET: shadow_call(t, call, (enum safety)detail); break;
  case SAFETY_ALLOCATES: allocator_called(t, call); break;
  case SAFETY_UNINIT_DOUBT:
  case SAFETY_USES:
  case N_SAFETY: break;
  }
}
