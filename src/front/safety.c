// Memory safety in the automaton: the meaning of the calls that provenance.c puts into the program.
//
// `sizes` maps the first address of every live object to its size; of what is dead, or no object, to zero. `heap` tells
// which are live blocks of the heap. Addresses of the heap are never used again, and locals that a pointer may
// outlive get such addresses, too, so that an address never names two objects.
#include "front/internal.h"

const char *const safety_names[N_SAFETY] = {
#define SAFETY(id, name) [SAFETY_##id] = name,
#include "front/safety.def"
#undef SAFETY
};

bool safety_function(const char *name, uint32_t *detail) {
  if (strncmp(name, "clew.", 5)) return false;
  for (uint32_t i = 0; i < N_SAFETY; i++)
    if (!strcmp(name, safety_names[i])) {
      *detail = i;
      return true;
    }
  return false;
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

static uint32_t passed(struct front *f, uint64_t k) {
  while (f->safety.passed.size <= k) {
    uint32_t var = CFA_NONE;
    vec_u32_push(&f->safety.passed, scalar(f, &var, "base of an argument", f->pointer_bits));
  }
  return f->safety.passed.data[k];
}

static uint32_t given(struct front *f) { return scalar(f, &f->safety.given, "base of a result", f->pointer_bits); }
static uint32_t blocks(struct front *f) { return scalar(f, &f->safety.blocks, "number of blocks", 32); }
static uint32_t roots(struct front *f) { return scalar(f, &f->safety.roots, "reachable blocks", 8); }

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
  if (f->safety.texts == CFA_NONE)
    f->safety.texts = cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, "arguments at the start", "",
                                  f->cfa->vars.data[region_var(f, node)].sort);
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
  struct term told[CFA_OPERANDS] = {pointer, base, bytes};
  struct edge edge = cfa_location(cfa, error)->in.data[0];
  for (unsigned k = 0; k < CFA_OPERANDS; k++) {
    if (cfa->operands[k] == CFA_NONE)
      cfa->operands[k] = cfa_add_var(cfa, CFA_NONE, VAR_TEMP, "operand", "", sort_bv(f->tm, 64));
    vec_update_push(&cfa_edge(cfa, edge)->updates,
                    (struct cfa_update){cfa->operands[k], term_zext(f->tm, told[k], 64)});
  }
  cfa_location(cfa, error)->operation = operation;
  cfa_location(cfa, error)->operand_bits = f->pointer_bits;
}

static void check_access(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term pointer = operand(t, LLVMGetOperand(call, 0)), base = operand(t, LLVMGetOperand(call, 1)),
              bytes = operand(t, LLVMGetOperand(call, 2));
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
  struct term is_unknown = term_eq(tm, base, address(f, SAFETY_UNKNOWN));
  if (flags & SAFETY_MAY_BE_UNKNOWN) base = term_ite(tm, is_unknown, pointer, base);
  uint64_t known = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 4));
  struct term size = known ? address(f, known) : term_select(tm, segment_var(t, sizes(f)), base);
  if (is_argument_text(f, LLVMGetOperand(call, 0))) size = size_of_argument(t, base, size);
  struct term offset = term_sub(tm, pointer, base);
  struct term good = term_and(tm, term_ule(tm, bytes, size), term_ule(tm, offset, term_sub(tm, size, bytes)));
  if (!term_is_const(tm, bytes)) good = term_or(tm, good, term_eq(tm, bytes, address(f, 0)));
  struct term bad = term_not(tm, good);
  if (flags & SAFETY_MAY_BE_UNKNOWN) { // near null there is nothing, whoever made the pointer
    struct term far = term_ule(tm, address(f, 0x1000), pointer);
    struct term lost = term_and(tm, term_and(tm, is_unknown, far), bad);
    segment_unsupported(t, lost, "an access through a pointer whose object is not known");
    bad = term_and(tm, bad, term_not(tm, lost));
  }
  const char *text = flags & SAFETY_WRITES ? "a write outside of the object" : "a read outside of the object";
  struct location error = segment_violation(t, bad, PROPERTY_DEREF, text);
  tell(t, error, flags & SAFETY_WRITES ? 'w' : 'r', pointer, base, bytes);
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

static void begin_block(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term base = operand(t, LLVMGetOperand(call, 0)), size = operand(t, LLVMGetOperand(call, 1));
  struct term there = is_new(t, base) ? term_true(tm) : term_not(tm, term_eq(tm, base, address(f, 0)));
  set_size(t, there, base, size);
  struct term array = segment_var(t, heap(f));
  segment_set(t, heap(f), term_ite(tm, there, term_store(tm, array, base, term_bv(tm, 8, 1)), array));
  bool counted = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) != 0;
  if (!counted || !counts_blocks(f)) return;
  struct term n = segment_var(t, blocks(f));
  segment_set(t, blocks(f), term_ite(tm, there, term_add(tm, n, term_bv(tm, 32, 1)), n));
}

static void check_free(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term pointer = operand(t, LLVMGetOperand(call, 0)), base = operand(t, LLVMGetOperand(call, 1));
  bool ends = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) != 0;
  struct term null = term_eq(tm, pointer, address(f, 0)), array = segment_var(t, heap(f));
  struct term is_unknown = term_eq(tm, base, address(f, SAFETY_UNKNOWN));
  struct term live = term_eq(tm, term_select(tm, array, pointer), term_bv(tm, 8, 1));
  struct term same = term_or(tm, term_eq(tm, base, pointer), is_unknown);
  struct term bad = term_not(tm, term_or(tm, null, term_and(tm, live, same)));
  struct location error = segment_violation(t, bad, PROPERTY_FREE,
                                            ends ? "free of what is not the start of a live block of the heap"
                                                 : "realloc of what is not the start of a live block of the heap");
  tell(t, error, 'f', pointer, base, address(f, 0));
  if (!ends) return;
  segment_set(t, heap(f), term_ite(tm, null, array, term_store(tm, array, pointer, term_bv(tm, 8, 0))));
  set_size(t, term_not(tm, null), pointer, address(f, 0));
  if (!counts_blocks(f)) return;
  struct term n = segment_var(t, blocks(f));
  segment_set(t, blocks(f), term_ite(tm, null, n, term_sub(tm, n, term_bv(tm, 32, 1))));
}

// --- leaks ---------------------------------------------------------------------------------------------------

static void note_root(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct term pointer = operand(t, LLVMGetOperand(call, 0)), base = operand(t, LLVMGetOperand(call, 1));
  struct term array = segment_var(t, heap(f)), one = term_bv(tm, 8, 1);
  struct term live =
      term_or(tm, term_eq(tm, term_select(tm, array, base), one), term_eq(tm, base, address(f, SAFETY_UNKNOWN)));
  live = term_and(tm, live, term_not(tm, term_eq(tm, pointer, address(f, 0))));
  segment_set(t, roots(f), term_ite(tm, live, one, segment_var(t, roots(f))));
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
  if (flags & SAFETY_ALL_FREED) {
    segment_violation(t, some, PROPERTY_MEMCLEANUP, "the program ends, and memory of the heap was not freed");
    return;
  }
  struct term reached = term_not(tm, term_eq(tm, segment_var(t, roots(f)), term_bv(tm, 8, 0)));
  if (flags & SAFETY_HAS_FRAMES) reached = term_true(tm);
  segment_unsupported(t, term_and(tm, some, reached),
                      "memory that was not freed and that pointers may still reach when the program ends");
  segment_violation(t, term_and(tm, some, term_not(tm, reached)), PROPERTY_MEMTRACK,
                    "memory of the heap was not freed, and nothing points to it any more");
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
  if (f->safety.given != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.given, address(f, SAFETY_UNKNOWN)});
  if (f->safety.texts != CFA_NONE) initial_texts(f, e);
  if (f->safety.blocks != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.blocks, term_bv(f->tm, 32, 0)});
  if (f->safety.roots != CFA_NONE)
    vec_update_push(&e->updates, (struct cfa_update){f->safety.roots, term_bv(f->tm, 8, 0)});
}

void safety_release(struct front *f) {
  map_u32_release(&f->safety.shadows);
  vec_u32_release(&f->safety.tables);
  vec_u32_release(&f->safety.passed);
}

// --- everything ------------------------------------------------------------------------------------------------

void safety_call(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct front *f = t->f;
  LLVMValueRef first = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
  switch ((enum safety)detail) {
  case SAFETY_ACCESS: check_access(t, call); break;
  case SAFETY_CALL:
    segment_violation(t, term_ult(f->tm, operand(t, first), address(f, 0x1000)), PROPERTY_DEREF,
                      "a call through a null pointer");
    break;
  case SAFETY_FREE: check_free(t, call); break;
  case SAFETY_BEGIN: set_size(t, term_true(f->tm), operand(t, first), operand(t, LLVMGetOperand(call, 1))); break;
  case SAFETY_END: {
    struct term base = operand(t, first), none = term_eq(f->tm, base, address(f, 0));
    set_size(t, LLVMIsALoadInst(first) ? term_not(f->tm, none) : term_true(f->tm), base, address(f, 0));
    break;
  }
  case SAFETY_BLOCK: begin_block(t, call); break;
  case SAFETY_LOAD:
    define(t, call,
           term_sub(f->tm, operand(t, LLVMGetOperand(call, 1)),
                    term_select(f->tm, segment_var(t, shadow(f, pointsto_target(f, first))), operand(t, first))));
    break;
  case SAFETY_STORE: {
    uint32_t var = shadow(f, pointsto_target(f, first));
    struct term distance = term_sub(f->tm, operand(t, LLVMGetOperand(call, 1)), operand(t, LLVMGetOperand(call, 2)));
    segment_set(t, var, term_store(f->tm, segment_var(t, var), operand(t, first), distance));
    break;
  }
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
  case SAFETY_GIVE: segment_set(t, given(f), operand(t, first)); break;
  case SAFETY_GIVEN: define(t, call, segment_var(t, given(f))); break;
  case SAFETY_ARGUMENTS: {
    struct term n = term_zext(f->tm, operand(t, first), f->pointer_bits), bytes = address(f, f->pointer_bits / 8);
    if (f->pointer_bits == 32) n = operand(t, first);
    n = term_mul(f->tm, term_add(f->tm, n, address(f, 1)), bytes);
    set_size(t, term_true(f->tm), operand(t, LLVMGetOperand(call, 1)), n);
    break;
  }
  case SAFETY_ROOT: note_root(t, call); break;
  case SAFETY_LEAKS: check_leaks(t, call); break;
  case N_SAFETY: break;
  }
}
