// Comparisons that may come after a block was freed and another one allocated: malloc may have given the address out
// again. The calls are followed, with a summary for each function; states only grow.
#include "front/memory/layout/observations.h"
#include "front/compile/module.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/translate/call.h"

enum state { UNSEEN, NOTHING, FREED, REUSED, STATES }; // what may have happened; each includes those before

struct order {
  struct layout *l;
  struct map_u32 blocks; // state at the start of a block that is reached
  struct map_u32 entries; // function → the greatest state in which it is called
  struct map_u32 builtins; // function → its enum builtin
  struct map_u32 exits; // function and state at its entry → the state at its end
  LLVMValueRef function;
  uint32_t entry; // the state in which `function` is looked at
  bool changed, moving; // in summaries and entries; in blocks of the function
};

static uint64_t exit_key(LLVMValueRef function, uint32_t entry) { return key_of(function) * STATES + entry; }

static void raise(struct map_u32 *map, uint64_t key, uint32_t state, bool *changed) {
  if (map_u32_get_or(map, key, UNSEEN) >= state) return;
  map_u32_put(map, key, state);
  *changed = true;
}

// Of a realloc, the old pointer may or may not be the new one.
static bool is_realloc(LLVMValueRef function) {
  if (!is_model(function)) return false;
  const char *name = function_name(function);
  return !strcmp(name, "realloc") || !strcmp(name, "reallocarray");
}

// The state behind a call of a function; UNSEEN: it is not known to return.
static uint32_t behind(struct order *o, LLVMValueRef function, uint32_t state) {
  uint32_t detail, *known_builtin = map_u32_find(&o->builtins, key_of(function));
  enum builtin builtin = known_builtin ? *known_builtin : builtin_of(o->l->f, function, &detail);
  if (!known_builtin) map_u32_put(&o->builtins, key_of(function), builtin);
  switch (builtin) {
  case BUILTIN_FREE: return state > FREED ? state : FREED;
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC: return state >= FREED ? REUSED : state;
  case BUILTIN_NONE: break;
  default: return state;
  }
  if (!function_has_body(function)) return state;
  raise(&o->entries, key_of(function), state, &o->changed);
  uint32_t end = UNSEEN;
  // A state stands for all below it, so that the summary of a function may be one of a lower state.
  for (uint32_t s = NOTHING; s <= state; s++) {
    uint32_t known = map_u32_get_or(&o->exits, exit_key(function, s), UNSEEN);
    if (known > end) end = known;
  }
  return end && is_realloc(function) ? REUSED : end && end < state ? state : end;
}

static uint32_t behind_call(struct order *o, LLVMValueRef call, uint32_t state) {
  LLVMValueRef function = called_function(call);
  if (function) return behind(o, function, state);
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return state;
  struct vec_value candidates = {0};
  uint32_t end = indirect_is_unknown(o->l->f, call) ? state : UNSEEN;
  indirect_candidates(o->l->f, call, &candidates);
  for (uint32_t i = 0; i < candidates.size; i++) {
    uint32_t one = behind(o, candidates.data[i], state);
    if (one > end) end = one;
  }
  vec_value_release(&candidates);
  return end;
}

static void pass_block(struct order *o, LLVMBasicBlockRef block) {
  uint32_t state = map_u32_get_or(&o->blocks, key_of(block), UNSEEN);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && state; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsACallInst(i)) state = behind_call(o, i, state);
    if (LLVMIsAICmpInst(i) && state == REUSED) map_u32_put(&o->l->late, key_of(i), 1);
    if (LLVMIsAReturnInst(i)) raise(&o->exits, exit_key(o->function, o->entry), state, &o->changed);
  }
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  for (unsigned k = 0; state && last && k < LLVMGetNumSuccessors(last); k++)
    raise(&o->blocks, key_of(LLVMGetSuccessor(last, k)), state, &o->moving);
}

// Until nothing changes in the function: its blocks have states of their own for each state at its entry.
static void pass_function(struct order *o, LLVMValueRef function, uint32_t entry) {
  o->function = function;
  o->entry = entry;
  map_u32_release(&o->blocks);
  o->blocks = (struct map_u32){0};
  map_u32_put(&o->blocks, key_of(LLVMGetEntryBasicBlock(function)), entry);
  do {
    o->moving = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) pass_block(o, b);
  } while (o->moving);
}

void reuse_find(struct layout *l) {
  struct order o = {.l = l};
  struct front *f = l->f;
  if (!l->freed.size) return;
  map_u32_put(&o.entries, key_of(f->entry), NOTHING);
  for (uint32_t i = 0; i < f->constructors.size; i++) map_u32_put(&o.entries, key_of(f->constructors.data[i]), NOTHING);
  for (uint32_t i = 0; i < f->destructors.size; i++) map_u32_put(&o.entries, key_of(f->destructors.data[i]), REUSED);
  do {
    o.changed = false;
    for (uint32_t k = 0; k < f->functions.size; k++) {
      uint32_t entry = map_u32_get_or(&o.entries, key_of(f->functions.data[k]), UNSEEN);
      for (uint32_t s = NOTHING; s <= entry; s++) pass_function(&o, f->functions.data[k], s);
    }
  } while (o.changed);
  map_u32_release(&o.blocks);
  map_u32_release(&o.builtins);
  map_u32_release(&o.entries);
  map_u32_release(&o.exits);
}
