// setjmp and longjmp: a jump is an exceptional return.
//
// A call of a function that has calls of setjmp in it gets a number, its activation. setjmp writes a token into the
// jmp_buf that says which activation it was called in and by which of the function's calls. longjmp writes the token
// and the value into variables that the program does not see and leaves its function; behind each call of a function
// that may jump (a fixed point over the calls) the caller looks: a token of its own activation leads to behind that
// call of setjmp, with the value; with another one it leaves its function too, by the exit, so that stack objects end
// as they do by a return. A token without a handler belongs to a function that has returned, which C leaves undefined:
// TRUE is impossible where one may get to the end.
//
// All of this is plain edges, and engines know nothing of it. Locals that were changed since setjmp keep their values,
// as they do in code that is not optimised; C leaves those that are not volatile indeterminate, so the verdict says so.
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/start/start.h"
#include "front/translate/access.h"
#include "front/translate/jump.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdio.h>

// Of a token the lowest bits are the call of setjmp, from 1; the next says if the jmp_buf has the mask of signals too;
// the others are the activation.
enum { SITE_BITS = 7, TOKEN_BITS = SITE_BITS + 1 };

static const char gone[] = "longjmp to a function that has returned";

static enum builtin builtin_called(struct front *f, LLVMValueRef i) {
  LLVMValueRef function = LLVMGetInstructionOpcode(i) == LLVMCall ? called_function(i) : NULL;
  uint32_t detail;
  return function ? builtin_of(f, function, &detail) : BUILTIN_NONE;
}

// --- which functions may jump ---------------------------------------------------------------

bool jump_may(struct front *f, LLVMValueRef function) { return map_u32_find(&f->jumpers, key_of(function)) != NULL; }

static bool address_is_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return true;
  }
  return false;
}

// Does a call jump, as far as is known? One through a pointer does if any function does whose address is taken.
static bool call_may_jump(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function) return f->pointers_jump && !LLVMIsAInlineAsm(LLVMGetCalledValue(call));
  return builtin_called(f, call) == BUILTIN_LONGJMP || jump_may(f, function);
}

static bool body_may_jump(struct front *f, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMGetInstructionOpcode(i) == LLVMCall && call_may_jump(f, i)) return true;
  return false;
}

void jumps_find(struct front *f) {
  bool any = false;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g && !any; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    any = LLVMGetFirstUse(g) && builtin_of(f, g, &detail) == BUILTIN_LONGJMP;
  }
  if (!any) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < f->functions.size; i++) {
      LLVMValueRef function = f->functions.data[i];
      if (jump_may(f, function) || !body_may_jump(f, function)) continue;
      map_u32_put(&f->jumpers, key_of(function), 1);
      f->pointers_jump |= address_is_taken(function);
      changed = true;
    }
  }
}

void jumps_make_vars(struct front *f) {
  f->jump_target = f->jump_value = f->jump_count = CFA_NONE;
  if (!f->jumpers.size) return;
  f->jump_target = cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, "longjmp's target", "", sort_bv(f->tm, 64));
  f->jump_value = cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, "longjmp's value", "", sort_bv(f->tm, 32));
  f->jump_count = cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, "activations", "", sort_bv(f->tm, 64));
}

void jumps_initial(struct front *f, struct cfa_edge *e) {
  if (f->jump_target == CFA_NONE) return;
  vec_update_push(&e->updates, (struct cfa_update){f->jump_target, term_bv(f->tm, 64, 0)});
  vec_update_push(&e->updates, (struct cfa_update){f->jump_count, term_bv(f->tm, 64, 0)});
}

// --- assumptions --------------------------------------------------------------------------------

// Instructions that may come after one, in its function; its own block counts from the instruction on, and as a whole
// where it is on a cycle.
static void reach_from(LLVMValueRef i, struct map_u32 *reached) {
  struct vec_ptr work = {0};
  struct map_u32 seen = {0};
  for (bool first = true; first || work.size; first = false) {
    LLVMBasicBlockRef block = first ? LLVMGetInstructionParent(i) : vec_ptr_pop(&work);
    for (LLVMValueRef k = first ? i : LLVMGetFirstInstruction(block); k; k = LLVMGetNextInstruction(k))
      map_u32_put(reached, key_of(k), 1);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; last && k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
      if (map_u32_find(&seen, key_of(to))) continue;
      map_u32_put(&seen, key_of(to), 1);
      vec_ptr_push(&work, to);
    }
  }
  vec_ptr_release(&work);
  map_u32_release(&seen);
}

static bool jumps_after(struct front *f, LLVMValueRef store) {
  struct map_u32 reached = {0};
  bool found = false;
  reach_from(store, &reached);
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
      found = LLVMGetInstructionOpcode(i) == LLVMCall && map_u32_find(&reached, key_of(i)) && call_may_jump(f, i);
  map_u32_release(&reached);
  return found;
}

// The local that a pointer leads to, by computations in the function only; NULL: none.
static LLVMValueRef local_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

// Is it a call that takes pointers somewhere, and neither marks lifetimes or variables nor sets a jmp_buf?
static bool passes_pointers(struct front *f, LLVMValueRef i) {
  if (LLVMGetInstructionOpcode(i) != LLVMCall) return false;
  enum builtin builtin = builtin_called(f, i);
  return builtin != BUILTIN_SETJMP && builtin != BUILTIN_LONGJMP && builtin != BUILTIN_IGNORE &&
         builtin != BUILTIN_LIFETIME;
}

static bool is_passed(LLVMValueRef call, LLVMValueRef local) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind &&
        local_of(LLVMGetOperand(call, k)) == local)
      return true;
  return false;
}

// May it read the local?
static bool reads(struct front *f, LLVMValueRef i, LLVMValueRef local) {
  if (LLVMGetInstructionOpcode(i) == LLVMLoad) return local_of(LLVMGetOperand(i, 0)) == local;
  return passes_pointers(f, i) && is_passed(i, local);
}

// Is the local a volatile one? Each access of its own says so. One that is a jmp_buf is set by setjmp itself.
static bool is_kept(struct front *f, LLVMValueRef function, LLVMValueRef local) {
  bool is_volatile = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      bool is_load = LLVMGetInstructionOpcode(i) == LLVMLoad, is_store = LLVMGetInstructionOpcode(i) == LLVMStore;
      if (LLVMGetInstructionOpcode(i) == LLVMCall && builtin_called(f, i) == BUILTIN_SETJMP && is_passed(i, local))
        return true;
      if ((!is_load && !is_store) || local_of(LLVMGetOperand(i, is_store)) != local) continue;
      if (!LLVMGetVolatile(i)) return false;
      is_volatile = true;
    }
  return is_volatile;
}

// The k-th local that an instruction may change, or NULL; *end: there are no more.
static LLVMValueRef changed_by(struct front *f, LLVMValueRef i, unsigned k, bool *end) {
  bool is_store = LLVMGetInstructionOpcode(i) == LLVMStore, is_call = passes_pointers(f, i);
  *end = !is_call || k + 1 >= LLVMGetNumArgOperands(i);
  if (is_store) return LLVMGetVolatile(i) ? NULL : local_of(LLVMGetOperand(i, 1));
  if (!is_call || k >= LLVMGetNumArgOperands(i)) return NULL;
  LLVMValueRef argument = LLVMGetOperand(i, k);
  return LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind ? local_of(argument) : NULL;
}

static bool read_after(struct front *f, LLVMValueRef function, LLVMValueRef local, const struct map_u32 *reached) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (map_u32_find(reached, key_of(i)) && reads(f, i, local)) return true;
  return false;
}

// A local that is not volatile, changed between setjmp and a jump (by a store, or by what gets its address) and read
// behind setjmp, without being that setjmp's own result. Of what has no name in the program only stores count: what
// is passed is a temporary of the call.
static LLVMValueRef changed_local(struct front *f, LLVMValueRef setjmp_call, bool named) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(setjmp_call)), found = NULL;
  struct map_u32 reached = {0};
  reach_from(setjmp_call, &reached);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i)) {
      if (!map_u32_find(&reached, key_of(i))) continue;
      bool end = LLVMGetInstructionOpcode(i) == LLVMStore && LLVMGetOperand(i, 0) == setjmp_call;
      for (unsigned k = 0; !end && !found; k++) {
        LLVMValueRef local = changed_by(f, i, k, &end);
        bool has_name = local && map_u32_find(&f->variable_debug, key_of(local));
        if (named ? !has_name : LLVMGetInstructionOpcode(i) != LLVMStore) continue;
        if (local && !is_kept(f, function, local) && read_after(f, function, local, &reached) && jumps_after(f, i))
          found = local;
      }
    }
  map_u32_release(&reached);
  return found;
}

static void note_changed_locals(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  LLVMValueRef local = changed_local(f, call, true);
  if (!local) local = changed_local(f, call, false);
  if (!local) return;
  struct object *object = object_of(f, local);
  char text[300];
  snprintf(text, sizeof text,
           "locals that are not volatile and change between setjmp and longjmp (such as `%s`) keep their last values",
           object && object->name ? object->name : "a temporary");
  vec_pending_assumption_push(&f->pending_assumptions,
                              (struct pending_assumption){{"longjmp", cfa_string(f->cfa, text), t->last}, t->from});
}

// --- in a function under translation ------------------------------------------------------------------

// Calls of setjmp, each with the location behind it.
void jump_enter(struct translation *t) {
  struct front *f = t->f;
  t->activation = CFA_NONE;
  if (f->jump_target == CFA_NONE) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      bool full = t->jump_sites.size == (1u << SITE_BITS) - 1; // more do not fit into a token
      if (full || builtin_called(f, i) != BUILTIN_SETJMP) continue;
      struct jump_site site = {i, cfa_add_location(f->cfa, t->id, LOC_PLAIN)};
      cfa_location(f->cfa, site.behind)->place = place_of(f, i);
      vec_jump_site_push(&t->jump_sites, site);
    }
  if (!t->jump_sites.size) return;
  t->activation = cfa_add_var(f->cfa, t->id, VAR_TEMP, "activation", "", sort_bv(f->tm, 64));
  struct term next = term_add(f->tm, segment_var(t, f->jump_count), term_bv(f->tm, 64, 1));
  segment_set(t, f->jump_count, next);
  segment_set(t, t->activation, next);
}

static struct term token_of(struct translation *t, uint32_t site, struct term has_mask) {
  struct terms *tm = t->f->tm;
  struct term activation = segment_var(t, t->activation);
  struct term high = term_concat(tm, term_extract(tm, 63 - TOKEN_BITS, 0, activation), has_mask);
  return term_concat(tm, high, term_bv(tm, SITE_BITS, site + 1));
}

static struct term token_without_mask(struct terms *tm, struct term token) {
  struct term high = term_concat(tm, term_extract(tm, 63, TOKEN_BITS, token), term_bv(tm, 1, 0));
  return term_concat(tm, high, term_extract(tm, SITE_BITS - 1, 0, token));
}

// The exit of the function, or the end where nothing is left to return to.
static struct location way_out(struct translation *t) {
  struct cfa *cfa = t->f->cfa;
  if (!entry_runs_once(t->f, t->function) || t->f->constructors.size || t->f->destructors.size) return function_exit(t);
  struct location end = cfa_add_location(cfa, t->id, LOC_UNSUPPORTED);
  cfa_location(cfa, end)->text = gone;
  cfa_location(cfa, end)->place = t->last;
  return end;
}

// Where control goes while a jump is under way: begins at an empty segment.
static void follow(struct translation *t) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  struct location from = t->from;
  struct source_place place = t->last;
  struct term target = segment_var(t, f->jump_target), none = term_bv(tm, 64, 0);
  struct term others = term_not(tm, term_eq(tm, target, none));
  for (uint32_t i = 0; i < t->jump_sites.size; i++) {
    const struct jump_site *site = &t->jump_sites.data[i];
    struct term mine = term_eq(tm, target, token_of(t, i, term_bv(tm, 1, 0)));
    others = term_and(tm, others, term_not(tm, mine));
    segment_begin(t, from);
    t->first = t->last = place;
    if (LLVMGetFirstUse(site->call)) segment_set(t, temp_vars(t, site->call), segment_var(t, f->jump_value));
    segment_set(t, f->jump_target, none);
    segment_edge(t, site->behind, mine);
  }
  segment_begin(t, from);
  t->first = t->last = place;
  segment_edge(t, way_out(t), others);
}

void jump_return(struct translation *t) {
  struct front *f = t->f;
  struct cfa *cfa = f->cfa;
  struct location from = t->from, next = cfa_add_location(cfa, t->id, LOC_PLAIN);
  struct source_place place = t->last;
  cfa_location(cfa, next)->place = place;
  segment_edge(t, next, term_eq(f->tm, segment_var(t, f->jump_target), term_bv(f->tm, 64, 0)));
  follow(t);
  cfa_location(cfa, from)->complete = true;
  segment_begin(t, next);
  t->first = t->last = place;
}

// The signals that are blocked, where models/signal.c takes part.
static LLVMValueRef blocked_signals(struct front *f) { return LLVMGetNamedGlobal(f->module, "__clew_blocked"); }

// The token goes to the beginning of the jmp_buf, the mask behind it.
static void save(struct translation *t, LLVMValueRef call, LLVMValueRef buffer, uint32_t site) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
  LLVMValueRef blocked = blocked_signals(f);
  struct term has_mask = term_bv(tm, 1, 0);
  if (blocked && LLVMGetNumArgOperands(call) > 1) {
    struct term wanted = term_bv_to_bool(tm, coerce(f, operand(t, LLVMGetOperand(call, 1)), sort_bv(tm, 32)));
    has_mask = term_bool_to_bv(tm, wanted, 1);
    struct vec_term mask = {0};
    load_terms(t, blocked, word, &mask);
    struct term at = term_add(tm, operand(t, buffer), term_bv(tm, f->pointer_bits, 8));
    memory_store(t, pointsto_target(f, buffer), at, mask.data[0]);
    vec_term_release(&mask);
  }
  store_terms(t, buffer, word, (struct term[]){token_of(t, site, has_mask)});
}

static void restore_mask(struct translation *t, LLVMValueRef buffer, struct term token) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMTypeRef word = LLVMInt64TypeInContext(f->context);
  LLVMValueRef blocked = blocked_signals(f);
  if (!blocked) return;
  struct vec_term mask = {0};
  load_terms(t, blocked, word, &mask);
  struct term at = term_add(tm, operand(t, buffer), term_bv(tm, f->pointer_bits, 8));
  struct term saved = memory_load(t, pointsto_target(f, buffer), at, 8);
  struct term has_mask = term_bv_to_bool(tm, term_extract(tm, SITE_BITS, SITE_BITS, token));
  store_terms(t, blocked, word, (struct term[]){term_ite(tm, has_mask, saved, mask.data[0])});
  vec_term_release(&mask);
}

void jump_set(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  uint32_t site = 0;
  while (site < t->jump_sites.size && t->jump_sites.data[site].call != call) site++;
  bool plain = LLVMGetNumArgOperands(call) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind &&
               LLVMGetIntTypeWidth(LLVMTypeOf(call)) == 32;
  bool returns_once = f->jump_target == CFA_NONE;
  if (!plain || (!returns_once && site == t->jump_sites.size)) {
    segment_end_path(t, LOC_UNSUPPORTED, "a call of setjmp");
    return;
  }
  if (!returns_once) {
    LLVMValueRef buffer = LLVMGetOperand(call, 0);
    note_changed_locals(t, call);
    save(t, call, buffer, site);
  }
  if (LLVMGetFirstUse(call)) segment_set(t, temp_vars(t, call), term_bv(f->tm, 32, 0));
  struct source_place place = t->last;
  struct location behind = returns_once ? cfa_add_location(f->cfa, t->id, LOC_PLAIN) : t->jump_sites.data[site].behind;
  segment_edge(t, behind, term_true(f->tm));
  segment_begin(t, behind);
  t->first = t->last = place;
}

void jump_go(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  if (LLVMGetNumArgOperands(call) < 2 || f->jump_target == CFA_NONE) {
    segment_end_path(t, LOC_UNSUPPORTED, "a call of longjmp");
    return;
  }
  struct vec_term token = {0};
  struct term value = coerce(f, operand(t, LLVMGetOperand(call, 1)), sort_bv(tm, 32)), zero = term_bv(tm, 32, 0);
  load_terms(t, LLVMGetOperand(call, 0), LLVMInt64TypeInContext(f->context), &token);
  segment_unsupported(t, term_eq(tm, token.data[0], term_bv(tm, 64, 0)), "longjmp with a jmp_buf that was not set");
  restore_mask(t, LLVMGetOperand(call, 0), token.data[0]);
  segment_set(t, f->jump_target, token_without_mask(tm, token.data[0]));
  segment_set(t, f->jump_value, term_ite(tm, term_eq(tm, value, zero), term_bv(tm, 32, 1), value));
  vec_term_release(&token);
  segment_flush(t);
  follow(t);
  t->dead = true;
}

// --- around the entry function ----------------------------------------------------------------------------

// Behind a call that nothing catches jumps of.
struct location jump_refuse(struct front *f, struct location at, uint32_t callee) {
  struct cfa *cfa = f->cfa;
  bool may = false;
  for (uint32_t i = 0; i < f->functions.size && !may; i++)
    may = map_u32_get_or(&f->function_ids, key_of(f->functions.data[i]), 0) == callee &&
          jump_may(f, f->functions.data[i]);
  if (!may) return at;
  uint32_t function = cfa_location(cfa, at)->function;
  struct location end = cfa_add_location(cfa, function, LOC_UNSUPPORTED),
                  next = cfa_add_location(cfa, function, LOC_PLAIN);
  cfa_location(cfa, end)->text = gone;
  cfa_location(cfa, end)->place = cfa_location(cfa, next)->place = cfa_location(cfa, at)->place;
  struct term none = term_eq(f->tm, cfa->vars.data[f->jump_target].term, term_bv(f->tm, 64, 0));
  struct edge on = cfa_add_edge(cfa, at, next);
  cfa_edge(cfa, on)->guard = none;
  struct edge out = cfa_add_edge(cfa, at, end);
  cfa_edge(cfa, out)->guard = term_not(f->tm, none);
  return next;
}
