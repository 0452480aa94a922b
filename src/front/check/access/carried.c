// The bounds of an array in a structure, beside the pointers into it: where it begins, as a number, and its size. They
// go through variables in companions, through calls and returns in variables of the function that gets or gives them.
// A function takes the bounds of its parameters when it begins, so that a call by pointer, or from the C library, which
// gives none, finds none.
#include "front/check/access/access_pass.h"
#include "front/translate/types.h"

static LLVMValueRef word(struct access_checks *a, uint64_t n) { return LLVMConstInt(a->word, n, 0); }
static struct bounds no_bounds(struct access_checks *a) { return (struct bounds){word(a, 0), word(a, 0)}; }

static void stand_before(struct access_checks *a, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(a->builder, instruction);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef behind(LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (next && LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  return next;
}

// What is put in has no checks itself.
static LLVMValueRef inserted(struct access_checks *a, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value)) return value;
  LLVMSetMetadata(value, LLVMGetMDKindIDInContext(a->f->context, "nosanitize", 10),
                  LLVMMetadataAsValue(a->f->context, LLVMMDNodeInContext2(a->f->context, NULL, 0)));
  return value;
}

static struct bounds remember(struct access_checks *a, struct map_u32 *map, LLVMValueRef key, struct bounds bounds) {
  vec_bounds_push(&a->bounds, bounds);
  map_u32_put(map, key_of(key), a->bounds.size);
  return bounds;
}

static const struct bounds *known(struct access_checks *a, const struct map_u32 *map, LLVMValueRef key) {
  uint32_t at = map_u32_get_or(map, key_of(key), 0);
  return at ? &a->bounds.data[at - 1] : NULL;
}

// --- companions --------------------------------------------------------------------------------------------------

static LLVMValueRef make_global(struct access_checks *a) {
  LLVMValueRef global = LLVMAddGlobal(a->f->module, a->word, ARRAY_COMPANION);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  LLVMSetInitializer(global, word(a, 0));
  return global;
}

static LLVMValueRef make_local(struct access_checks *a, LLVMValueRef function) {
  stand_before(a, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(a->builder, NULL);
  LLVMValueRef local = LLVMBuildAlloca(a->builder, a->word, ARRAY_COMPANION);
  inserted(a, LLVMBuildStore(a->builder, word(a, 0), local));
  return local;
}

// Variables for the bounds of what a variable holds, a parameter gets or a function returns. The size is a constant
// where there is only one.
static struct bounds slots_of(struct access_checks *a, LLVMValueRef value) {
  const struct bounds *old = known(a, &a->slots_of, value);
  if (old) return *old;
  struct array_kind kind = array_kind_at(a, value);
  bool is_local = LLVMIsAAllocaInst(value);
  LLVMValueRef function = is_local ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(value)) : NULL;
  struct bounds slots = {.start = is_local ? make_local(a, function) : make_global(a)};
  if (kind.state == ARRAY_MANY) slots.size = is_local ? make_local(a, function) : make_global(a);
  return remember(a, &a->slots_of, value, slots);
}

static struct bounds read_slots(struct access_checks *a, LLVMValueRef value, LLVMValueRef before) {
  struct bounds slots = slots_of(a, value);
  stand_before(a, before);
  return (struct bounds){inserted(a, LLVMBuildLoad2(a->builder, a->word, slots.start, "")),
                         slots.size ? inserted(a, LLVMBuildLoad2(a->builder, a->word, slots.size, ""))
                                    : word(a, array_kind_at(a, value).size)};
}

static void write_slots(struct access_checks *a, LLVMValueRef value, struct bounds bounds, LLVMValueRef before) {
  struct bounds slots = slots_of(a, value);
  stand_before(a, before);
  inserted(a, LLVMBuildStore(a->builder, bounds.start, slots.start));
  if (slots.size) inserted(a, LLVMBuildStore(a->builder, bounds.size, slots.size));
}

// --- bounds of values --------------------------------------------------------------------------------------------

static struct bounds bounds_of(struct access_checks *a, LLVMValueRef pointer, LLVMValueRef before);

static struct bounds bounds_of_phi(struct access_checks *a, LLVMValueRef phi) {
  stand_before(a, phi);
  struct bounds sum = {inserted(a, LLVMBuildPhi(a->builder, a->word, "")),
                       inserted(a, LLVMBuildPhi(a->builder, a->word, ""))};
  remember(a, &a->bounds_of, phi, sum);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    struct bounds one = bounds_of(a, LLVMGetIncomingValue(phi, k), LLVMGetBasicBlockTerminator(from));
    LLVMAddIncoming(sum.start, &one.start, &from, 1);
    LLVMAddIncoming(sum.size, &one.size, &from, 1);
  }
  return sum;
}

static struct bounds bounds_of_select(struct access_checks *a, LLVMValueRef select) {
  LLVMValueRef condition = LLVMGetOperand(select, 0);
  struct bounds yes = bounds_of(a, LLVMGetOperand(select, 1), select),
                no = bounds_of(a, LLVMGetOperand(select, 2), select);
  stand_before(a, select);
  return (struct bounds){inserted(a, LLVMBuildSelect(a->builder, condition, yes.start, no.start, "")),
                         inserted(a, LLVMBuildSelect(a->builder, condition, yes.size, no.size, ""))};
}

// Of a value that is no address computation, where it is made.
static struct bounds bounds_of_root(struct access_checks *a, LLVMValueRef root) {
  const struct bounds *old = known(a, &a->bounds_of, root);
  if (old) return *old;
  if (LLVMIsAPHINode(root)) return bounds_of_phi(a, root);
  struct bounds bounds;
  if (LLVMIsASelectInst(root)) bounds = bounds_of_select(a, root);
  else if (LLVMIsAFreezeInst(root)) bounds = bounds_of(a, LLVMGetOperand(root, 0), root);
  else if (LLVMIsALoadInst(root)) bounds = read_slots(a, LLVMGetOperand(root, 0), behind(root));
  else if (LLVMIsACallInst(root)) bounds = read_slots(a, array_callee(root), behind(root));
  else bounds = no_bounds(a); // parameters are known
  return remember(a, &a->bounds_of, root, bounds);
}

static struct bounds bounds_of(struct access_checks *a, LLVMValueRef pointer, LLVMValueRef before) {
  struct array_kind kind = array_kind_of(a, pointer);
  if (!array_is_live(kind)) return no_bounds(a);
  struct vec_step steps = {0};
  LLVMValueRef root = steps_read(a->f, pointer, false, &steps);
  uint32_t first = array_run(&steps, steps.size);
  struct bounds bounds;
  if (array_of_steps(a, root, &steps, first, steps.size, pointer)) {
    LLVMValueRef start = first < steps.size ? steps.data[first].from : pointer;
    stand_before(a, before);
    bounds = no_bounds(a);
    if (start) bounds = (struct bounds){sanitizer_address(a->f, a->builder, start, a->word), word(a, kind.size)};
  } else bounds = bounds_of_root(a, root);
  vec_step_release(&steps);
  return bounds;
}

// --- the program -------------------------------------------------------------------------------------------------

static void carry_into_call(struct access_checks *a, LLVMValueRef call) {
  LLVMValueRef callee = array_callee(call);
  for (unsigned k = 0; callee && k < LLVMCountParams(callee); k++) {
    if (!array_is_live(array_kind_at(a, LLVMGetParam(callee, k)))) continue;
    struct bounds bounds = bounds_of(a, LLVMGetOperand(call, k), call);
    write_slots(a, LLVMGetParam(callee, k), bounds, call);
  }
}

static void carry_at(struct access_checks *a, LLVMValueRef i) {
  LLVMValueRef to = NULL, before = i;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall: carry_into_call(a, i); return;
  case LLVMStore:
    to = array_is_followed(a, LLVMGetOperand(i, 1)) ? LLVMGetOperand(i, 1) : NULL;
    before = behind(i);
    break;
  case LLVMRet: to = LLVMGetNumOperands(i) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) : NULL; break;
  default: break;
  }
  if (!to || !array_is_live(array_kind_at(a, to))) return;
  struct bounds bounds = bounds_of(a, LLVMGetOperand(i, 0), before);
  write_slots(a, to, bounds, before);
}

static void take_parameters(struct access_checks *a, LLVMValueRef function) {
  for (unsigned k = 0; k < LLVMCountParams(function); k++) {
    LLVMValueRef param = LLVMGetParam(function, k);
    if (!array_is_live(array_kind_at(a, param))) continue;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function));
    remember(a, &a->bounds_of, param, read_slots(a, param, first));
    write_slots(a, param, no_bounds(a), first);
  }
}

void arrays_carry(struct access_checks *a) {
  struct vec_value instructions = {0};
  if (!a->kinds.size) return;
  for (LLVMValueRef g = LLVMGetFirstFunction(a->f->module); g; g = LLVMGetNextFunction(g)) {
    if (LLVMIsDeclaration(g)) continue;
    vec_value_clear(&instructions);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        vec_value_push(&instructions, i);
    take_parameters(a, g);
    for (uint32_t i = 0; i < instructions.size; i++) carry_at(a, instructions.data[i]);
  }
  vec_value_release(&instructions);
}

// --- accesses ----------------------------------------------------------------------------------------------------

// Is the access one to an element, or to a member of an element, `whole`?
static bool is_of_element(struct access_checks *a, const struct access *access, LLVMTypeRef whole, LLVMTypeRef leaf) {
  if (whole) return whole == leaf;
  uint64_t bytes = LLVMIsAConstantInt(access->bytes) ? LLVMConstIntGetZExtValue(access->bytes) : 0;
  return bytes && (bytes == type_alloc_size(a->f, leaf) || bytes == type_size(a->f, leaf));
}

// The array is one that the address computation names. Where it has a single index, bounds.c may have checked it.
static LLVMValueRef is_outside_named(struct access_checks *a, const struct access *access, const struct vec_step *steps,
                                     uint32_t first, uint32_t end, LLVMTypeRef array) {
  uint64_t size = type_alloc_size(a->f, array);
  uint32_t moves = 0;
  const struct step *only = NULL;
  for (uint32_t k = first; k < end; k++) {
    const struct step *s = &steps->data[k];
    moves += s->kind == STEP_POINTER;
    if (step_is_constant(s) && LLVMIsNull(s->index)) continue;
    if (only) moves += 2;
    only = s;
  }
  if (!moves) return NULL;
  const struct fact *fact = NULL;
  while (moves == 1 && only &&
         (fact = access_find_fact(a, access_plain_index(only->index), FACT_BELOW, access->instruction, fact)))
    if (LLVMIsAConstantInt(fact->limit) && LLVMConstIntGetZExtValue(fact->limit) * only->size <= size) return NULL;
  stand_before(a, access->instruction);
  return LLVMBuildICmp(a->builder, LLVMIntUGE, steps_build_offset(a, steps, first, end), word(a, size), "");
}

// The array is one that the pointer was made from at another place.
static LLVMValueRef is_outside_carried(struct access_checks *a, const struct access *access, LLVMValueRef root,
                                       LLVMValueRef pointer) {
  struct bounds bounds = bounds_of_root(a, root);
  stand_before(a, access->instruction);
  LLVMValueRef offset =
      LLVMBuildSub(a->builder, sanitizer_address(a->f, a->builder, pointer, a->word), bounds.start, "");
  inserted(a, offset);
  LLVMValueRef beyond = LLVMBuildICmp(a->builder, LLVMIntUGE, offset, bounds.size, "");
  return LLVMBuildAnd(a->builder, LLVMBuildIsNotNull(a->builder, bounds.start, ""), beyond, "");
}

// The steps from `first` on, up to `end`, lead to the element that is accessed, or that has the member `whole` is for.
static void check_run(struct access_checks *a, const struct access *access, LLVMValueRef root,
                      const struct vec_step *steps, uint32_t first, uint32_t end, LLVMTypeRef whole) {
  LLVMValueRef pointer = end < steps->size ? steps->data[end].from : access->pointer, bad = NULL;
  LLVMTypeRef array = array_of_steps(a, root, steps, first, end, pointer);
  if (array) {
    LLVMTypeRef leaf = array_leaf(array);
    if (array_keeps(a, steps, first, end, leaf) && is_of_element(a, access, whole, leaf))
      bad = is_outside_named(a, access, steps, first, end, array);
  } else if (!first && pointer) {
    struct array_kind kind = array_kind_of(a, pointer);
    if (array_is_live(kind) && is_of_element(a, access, whole, kind.leaf))
      bad = is_outside_carried(a, access, root, pointer);
  }
  if (bad)
    access_emit(a, access->instruction, access->writes ? UNDEFINED_ARRAY_WRITE : UNDEFINED_ARRAY_READ, bad,
                access->bytes, 1);
}

void array_check(struct access_checks *a, const struct access *access) {
  struct vec_step steps = {0};
  LLVMValueRef root = steps_read(a->f, access->pointer, false, &steps);
  LLVMTypeRef whole = NULL;
  for (uint32_t end = steps.size;;) {
    uint32_t first = array_run(&steps, end);
    check_run(a, access, root, &steps, first, end, whole);
    if (!first) break;
    for (end = first; end && steps.data[end - 1].kind == STEP_FIELD;) end--;
    whole = steps.data[end].type;
  }
  vec_step_release(&steps);
}
