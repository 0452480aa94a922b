// What is known of pointers and indices where a check dominates. Dominance is looked for along blocks with a single
// predecessor, which is how clang lays out its checks: what it misses costs a second check, nothing else.
#include "front/check/access/access_pass.h"

enum { LOOK_BACK = 256 }; // blocks

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
  return user && LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
}

static bool dominates(LLVMBasicBlockRef over, LLVMBasicBlockRef block) {
  for (int i = 0; block && i < LOOK_BACK; i++) {
    if (block == over) return true;
    block = only_predecessor(block);
  }
  return false;
}

void access_add_fact(struct access_checks *a, LLVMValueRef value, struct fact fact) {
  fact.next = map_u32_get_or(&a->first, key_of(value), 0);
  vec_fact_push(&a->facts, fact);
  map_u32_put(&a->first, key_of(value), a->facts.size);
}

const struct fact *access_find_fact(struct access_checks *a, LLVMValueRef value, enum fact_kind kind,
                                    LLVMValueRef instruction, const struct fact *last) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  uint32_t at = last ? last->next : map_u32_get_or(&a->first, key_of(value), 0);
  for (; at; at = a->facts.data[at - 1].next) {
    const struct fact *fact = &a->facts.data[at - 1];
    if (fact->kind == kind && dominates(fact->block, block)) return fact;
  }
  return NULL;
}

LLVMValueRef access_plain_index(LLVMValueRef index) {
  while (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)) index = LLVMGetOperand(index, 0);
  return index;
}

// --- checks of clang's -----------------------------------------------------------------------------------------

// A conjunction of `pointer != null` and `(address & mask) == 0`.
static void read_pointer(struct access_checks *a, LLVMValueRef condition, LLVMBasicBlockRef block) {
  if (!LLVMIsAInstruction(condition)) return;
  LLVMValueRef left = LLVMGetOperand(condition, 0);
  if (LLVMGetInstructionOpcode(condition) == LLVMAnd) {
    read_pointer(a, left, block);
    read_pointer(a, LLVMGetOperand(condition, 1), block);
    return;
  }
  if (!LLVMIsAICmpInst(condition)) return;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  if (predicate == LLVMIntNE && LLVMIsAConstantPointerNull(LLVMGetOperand(condition, 1))) {
    access_add_fact(a, left, (struct fact){.kind = FACT_NOT_NULL, .block = block});
    return;
  }
  bool is_mask = predicate == LLVMIntEQ && LLVMIsAInstruction(left) && LLVMGetInstructionOpcode(left) == LLVMAnd;
  LLVMValueRef number = is_mask ? LLVMGetOperand(left, 0) : NULL, mask = is_mask ? LLVMGetOperand(left, 1) : NULL;
  if (!number || !LLVMIsAPtrToIntInst(number) || !LLVMIsAConstantInt(mask)) return;
  access_add_fact(a, LLVMGetOperand(number, 0),
                  (struct fact){.kind = FACT_ALIGNED, .block = block, .number = LLVMConstIntGetZExtValue(mask) + 1});
}

// `index < limit`; `index <= limit` where only an address may be formed.
static void read_index(struct access_checks *a, LLVMValueRef condition, LLVMBasicBlockRef block) {
  if (!LLVMIsAICmpInst(condition)) return;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  if (predicate != LLVMIntULT && predicate != LLVMIntULE) return;
  access_add_fact(a, access_plain_index(LLVMGetOperand(condition, 0)),
                  (struct fact){.kind = predicate == LLVMIntULT ? FACT_BELOW : FACT_AT_MOST,
                                .block = block,
                                .limit = LLVMGetOperand(condition, 1)});
}

static void read_handler(struct access_checks *a, const char *name,
                         void (*read)(struct access_checks *a, LLVMValueRef condition, LLVMBasicBlockRef block)) {
  LLVMValueRef handler = LLVMGetNamedFunction(a->f->module, name);
  for (LLVMUseRef use = handler ? LLVMGetFirstUse(handler) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call)) continue;
    LLVMBasicBlockRef before = only_predecessor(LLVMGetInstructionParent(call));
    LLVMValueRef branch = before ? LLVMGetBasicBlockTerminator(before) : NULL;
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) continue;
    LLVMBasicBlockRef behind = LLVMGetSuccessor(branch, 0);
    if (LLVMGetSuccessor(branch, 1) != LLVMGetInstructionParent(call) || only_predecessor(behind) != before) continue;
    read(a, LLVMGetCondition(branch), behind);
  }
}

void access_read_sanitizer(struct access_checks *a) {
  read_handler(a, "__ubsan_handle_type_mismatch_v1_abort", read_pointer);
  read_handler(a, "__ubsan_handle_out_of_bounds_abort", read_index);
}
