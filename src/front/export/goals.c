// What a test suite is to cover (struct cfa_goals), and a copy of the program that says what of it a run covers.
//
// A goal is a way out of a conditional branch or of a switch in a function of the program's own, as LLVM has it before
// any optimisation: both sides of each operand of && and ||, of a loop's condition, of ?: where it is a branch; of a
// switch each block that a case leads to, and what happens without one. Lines are those of the instructions.
//
// The copy stores a one into the byte of each goal and each line that it comes by. The bytes are where the variable
// `clew.covered` points to, which the harness sets before anything runs: memory that is shared with who started the
// run, so that they are there whatever becomes of it.
//
// The automaton of some goals (front_goal_cfa) has an error instead of each of them. The translation has marked the
// edges that leave branches, so that an error that is reached and a byte that is set speak of the same branch.
#include "front/compile/module.h"
#include "front/context.h"
#include "front/export/goals.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/link/references.h"
#include "front/start/start.h"
#include "front/translate/names.h"
#include <inttypes.h>

// --- which -------------------------------------------------------------------------------------

// Functions of the user's, but for those that are the error: a run ends where one is called.
static bool is_own(struct front *f, LLVMValueRef function) {
  return LLVMCountBasicBlocks(function) && !is_model(function) && !is_stand_in(function) &&
         function != entry_start(f) && !is_error_function(f, function);
}

uint32_t goal_of(const struct front *f, LLVMValueRef terminator) {
  return f->goals ? map_u32_get_or(&f->goals->first, key_of(terminator), 0) : 0;
}

static void add_goal(struct front *f, LLVMValueRef function, struct source_place place, const char *side) {
  struct goals *goals = f->goals;
  vec_cfa_goal_push(&goals->found.list, (struct cfa_goal){.place = place,
                                                          .branch = goals->found.branches,
                                                          .function = cfa_string(f->cfa, function_name(function)),
                                                          .side = cfa_string(f->cfa, side)});
}

// The number of a block among the different ones that a switch leads to, in the order of its cases, the default last.
static uint32_t switch_side(struct map_u32 *index, LLVMBasicBlockRef to, bool *is_new) {
  uint32_t at = map_u32_get_or(index, key_of(to), 0);
  *is_new = !at;
  if (at) return at - 1;
  uint32_t n = index->size;
  map_u32_put(index, key_of(to), n + 1);
  return n;
}

static void add_case(struct front *f, LLVMValueRef function, struct source_place place, LLVMValueRef value) {
  struct text side = {0};
  if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
    text_printf(&side, "case %lld", LLVMConstIntGetSExtValue(value));
  else text_add(&side, "case");
  add_goal(f, function, place, text_cstr(&side));
  text_release(&side);
}

static void add_switch(struct front *f, LLVMValueRef function, LLVMValueRef last, struct source_place place) {
  struct map_u32 index = {0};
  bool is_new;
  for (unsigned i = 1; i < LLVMGetNumSuccessors(last); i++) {
    switch_side(&index, LLVMGetSuccessor(last, i), &is_new);
    if (is_new) add_case(f, function, place, LLVMGetOperand(last, 2 * i));
  }
  switch_side(&index, LLVMGetSwitchDefaultDest(last), &is_new);
  if (is_new) add_goal(f, function, place, "default");
  map_u32_release(&index);
}

// Is it the block, as clang names it, where a condition of this value leads? "if.then15"
static bool is_block(LLVMBasicBlockRef block, const char *const *names) {
  const char *name = LLVMGetBasicBlockName(block);
  for (; *names; names++) {
    size_t n = strlen(*names);
    if (!strncmp(name, *names, n) && strspn(name + n, "0123456789") == strlen(name + n)) return true;
  }
  return false;
}

// Does the branch go to its first successor where the condition, as it is written, is false? For `if (!c)` clang
// branches on c, the other way round. Of an operand of && and || it is its own value, of the last one that of the
// whole, which has the place. Without names (bitcode of elsewhere) it is the value that is branched on.
static bool is_turned(LLVMValueRef branch) {
  static const char *const operand_true[] = {"land.lhs.true", "land.rhs", NULL},
                           *const operand_false[] = {"lor.lhs.false", "lor.rhs", NULL},
                           *const whole_true[] = {"if.then", "while.body", "for.body", "do.body", "cond.true", NULL};
  LLVMBasicBlockRef first = LLVMGetSuccessor(branch, 0), second = LLVMGetSuccessor(branch, 1);
  if (is_block(first, operand_true) || is_block(second, operand_false)) return false;
  if (is_block(second, operand_true) || is_block(first, operand_false)) return true;
  return is_block(second, whole_true) && !is_block(first, whole_true);
}

static void add_goals(struct front *f, LLVMValueRef function, LLVMValueRef last) {
  struct source_place place = place_of(f, last);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(last);
  bool branches = opcode == LLVMBr && LLVMIsConditional(last) && LLVMGetSuccessor(last, 0) != LLVMGetSuccessor(last, 1);
  bool switches = opcode == LLVMSwitch && LLVMGetNumSuccessors(last) > 1;
  if (!place.line || (!branches && !switches)) return;
  map_u32_put(&f->goals->first, key_of(last), f->goals->found.list.size + 1);
  if (branches) {
    bool turned = is_turned(last);
    add_goal(f, function, place, turned ? "false" : "true");
    add_goal(f, function, place, turned ? "true" : "false");
  } else {
    add_switch(f, function, last, place);
  }
  f->goals->found.branches++;
}

static uint64_t line_key(struct source_place place) { return (uint64_t)place.file << 32 | place.line; }

static void add_line(struct front *f, LLVMValueRef instruction, bool used) {
  struct source_place place = place_of(f, instruction);
  struct goals *goals = f->goals;
  if (!place.line) return;
  const uint32_t *known = map_u32_find(&goals->line_numbers, line_key(place));
  if (known) goals->found.used.data[*known] |= used;
  if (known) return;
  map_u32_put(&goals->line_numbers, line_key(place), goals->found.lines.size);
  place.column = 0;
  vec_cfa_line_push(&goals->found.lines, place);
  vec_u32_push(&goals->found.used, used);
}

static bool is_debug(LLVMValueRef i) {
  size_t n;
  return LLVMIsACallInst(i) && called_function(i) &&
         !strncmp(LLVMGetValueName2(called_function(i), &n), "llvm.dbg.", 9);
}

const struct cfa_goals *front_goals(struct front_result *result) {
  struct front *f = result->front;
  if (!f || f->goals) return f ? &f->goals->found : NULL;
  f->goals = mem_zalloc(1, sizeof *f->goals);
  struct references used;
  references_find(f, &used);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    if (!is_own(f, g)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b)) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (!LLVMIsAAllocaInst(i) && !is_debug(i)) add_line(f, i, references_have(&used, g));
      if (LLVMGetBasicBlockTerminator(b)) add_goals(f, g, LLVMGetBasicBlockTerminator(b));
    }
  }
  references_release(&used);
  return &f->goals->found;
}

void goals_release(struct front *f) {
  if (!f->goals) return;
  vec_cfa_goal_release(&f->goals->found.list);
  vec_cfa_line_release(&f->goals->found.lines);
  vec_u32_release(&f->goals->found.used);
  map_u32_release(&f->goals->first);
  map_u32_release(&f->goals->line_numbers);
  mem_free(f->goals);
}

// --- the copy -------------------------------------------------------------------------------------

struct instrumentation {
  struct front *f;
  LLVMModuleRef copy;
  LLVMBuilderRef builder;
  LLVMValueRef covered; // the variable that points to the bytes
  LLVMValueRef library; // set while a model of the C library asks for an input
};

static void set_byte(struct instrumentation *p, LLVMValueRef number) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(p->f->context), pointer = LLVMPointerTypeInContext(p->f->context, 0);
  LLVMValueRef bytes = LLVMBuildLoad2(p->builder, pointer, p->covered, "");
  LLVMBuildStore(p->builder, LLVMConstInt(byte, 1, 0), LLVMBuildGEP2(p->builder, byte, bytes, &number, 1, ""));
}

static LLVMValueRef constant(const struct instrumentation *p, uint32_t n) {
  return LLVMConstInt(LLVMInt32TypeInContext(p->f->context), n, 0);
}

// Before the branch: which side it will take.
static void instrument_branch(struct instrumentation *p, LLVMValueRef last, uint32_t first) {
  LLVMPositionBuilderBefore(p->builder, last);
  set_byte(p, LLVMBuildSelect(p->builder, LLVMGetCondition(last), constant(p, first), constant(p, first + 1), ""));
}

static void instrument_switch(struct instrumentation *p, LLVMValueRef last, uint32_t first) {
  struct map_u32 index = {0};
  struct vec_u32 sides = {0};
  bool is_new;
  unsigned n = LLVMGetNumSuccessors(last);
  for (unsigned i = 1; i < n; i++) vec_u32_push(&sides, switch_side(&index, LLVMGetSuccessor(last, i), &is_new));
  uint32_t otherwise = switch_side(&index, LLVMGetSwitchDefaultDest(last), &is_new);
  LLVMPositionBuilderBefore(p->builder, last);
  LLVMValueRef number = constant(p, first + otherwise), value = LLVMGetOperand(last, 0);
  for (unsigned i = 1; i < n; i++) {
    LLVMValueRef hit = LLVMBuildICmp(p->builder, LLVMIntEQ, value, LLVMGetOperand(last, 2 * i), "");
    number = LLVMBuildSelect(p->builder, hit, constant(p, first + sides.data[i - 1]), number, "");
  }
  set_byte(p, number);
  vec_u32_release(&sides);
  map_u32_release(&index);
}

// `own` is the instruction in the program, `i` the same in the copy. Lines are noted where they change.
static void instrument_line(struct instrumentation *p, LLVMValueRef own, LLVMValueRef i, uint32_t *last) {
  struct source_place place = place_of(p->f, own);
  if (!place.line || LLVMIsAPHINode(own) || LLVMIsAAllocaInst(own) || is_debug(own)) return;
  uint32_t number = map_u32_get_or(&p->f->goals->line_numbers, line_key(place), UINT32_MAX);
  if (number == UINT32_MAX || number == *last) return;
  *last = number;
  LLVMPositionBuilderBefore(p->builder, i);
  set_byte(p, constant(p, p->f->goals->found.list.size + number));
}

static void instrument_block(struct instrumentation *p, LLVMBasicBlockRef own, LLVMBasicBlockRef block) {
  struct vec_value originals = {0}, copies = {0};
  LLVMValueRef i = LLVMGetFirstInstruction(own), k = LLVMGetFirstInstruction(block);
  for (; i && k; i = LLVMGetNextInstruction(i), k = LLVMGetNextInstruction(k)) {
    vec_value_push(&originals, i);
    vec_value_push(&copies, k);
  }
  uint32_t line = UINT32_MAX;
  for (uint32_t n = 0; n < copies.size; n++) {
    instrument_line(p, originals.data[n], copies.data[n], &line);
    uint32_t goal = goal_of(p->f, originals.data[n]);
    if (goal && LLVMIsASwitchInst(copies.data[n])) instrument_switch(p, copies.data[n], goal - 1);
    else if (goal) instrument_branch(p, copies.data[n], goal - 1);
  }
  vec_value_release(&originals);
  vec_value_release(&copies);
}

// Inputs that models of the C library ask for, by functions that the harness has.
static void instrument_model(struct instrumentation *p, LLVMValueRef function) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(p->f->context);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMValueRef called = LLVMIsACallInst(i) ? called_function(i) : NULL;
      if (!called || LLVMCountBasicBlocks(called) || LLVMGetIntrinsicID(called) || !next) continue;
      LLVMPositionBuilderBefore(p->builder, i);
      LLVMBuildStore(p->builder, LLVMConstInt(byte, 1, 0), p->library);
      LLVMPositionBuilderBefore(p->builder, next);
      LLVMBuildStore(p->builder, LLVMConstInt(byte, 0, 0), p->library);
    }
  }
}

void goals_instrument(struct front *f, LLVMModuleRef copy) {
  struct instrumentation p = {.f = f, .copy = copy, .builder = LLVMCreateBuilderInContext(f->context)};
  p.covered = LLVMAddGlobal(copy, LLVMPointerTypeInContext(f->context, 0), "clew.covered");
  p.library = LLVMAddGlobal(copy, LLVMInt8TypeInContext(f->context), "clew.library");
  LLVMValueRef g = LLVMGetFirstFunction(f->module), h = LLVMGetFirstFunction(copy);
  for (; g && h; g = LLVMGetNextFunction(g), h = LLVMGetNextFunction(h)) {
    if (is_model(g) || is_stand_in(g)) instrument_model(&p, h);
    if (!is_own(f, g)) continue;
    LLVMBasicBlockRef a = LLVMGetFirstBasicBlock(g), b = LLVMGetFirstBasicBlock(h);
    for (; a && b; a = LLVMGetNextBasicBlock(a), b = LLVMGetNextBasicBlock(b)) instrument_block(&p, a, b);
  }
  LLVMDisposeBuilder(p.builder);
}
