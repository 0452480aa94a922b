// Functions without a body that the C library does not explain (--undefined): what a call of one means, and what the
// verdict then rests on.
//
// pure    the result is arbitrary, nothing else changes
// havoc   besides, all memory that the function can reach becomes arbitrary: what its arguments point to, globals that
//         other files can name, and whatever pointers in those lead to. All of that is one class of the points-to
//         analysis whose contents point to itself.
// stop    such a call makes TRUE impossible
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/link/undefined.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/instruction.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdio.h>
#include <string.h>

// --- what such a function can reach ------------------------------------------------------------

// The type of a structure that a function returns in memory of its caller, or NULL.
LLVMTypeRef undefined_structure(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
  if (!LLVMCountParams(function)) return NULL;
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// The same for a call, whatever it calls.
LLVMTypeRef undefined_structure_of_call(LLVMValueRef call) {
  if (!LLVMGetNumArgOperands(call)) return NULL;
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, 1, LLVMGetEnumAttributeKindForName("sret", 4));
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// What is known of a value of the type that comes from such a function: a pointer leads to memory that the function
// has, a number may be any address.
uint32_t undefined_flags(struct front *f, LLVMTypeRef type) {
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  uint32_t flags = NODE_FOREIGN;
  for (uint32_t i = 0; i < leaves.size; i++)
    flags |= LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind ? NODE_ORIGIN : NODE_INTEGER_INPUT;
  vec_leaf_release(&leaves);
  return flags;
}

// Is there a number in the type that can be an address?
static bool holds_number(struct front *f, LLVMTypeRef type) {
  struct vec_leaf leaves = {0};
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) type_leaves(f, type, 0, &leaves);
  bool found = false;
  for (uint32_t i = 0; i < leaves.size && !found; i++)
    found = LLVMGetTypeKind(leaves.data[i].type) != LLVMPointerTypeKind &&
            type_bits(f, leaves.data[i].type) >= f->pointer_bits;
  vec_leaf_release(&leaves);
  return found;
}

// What a function returns is of one class, whoever calls it: it may return the same twice. NULL: unknown is the
// function.
static bool reach_result(struct front *f, LLVMValueRef function, uint32_t node, LLVMTypeRef type) {
  bool changed = pointsto_mark(f, node, undefined_flags(f, type));
  return (function && pointsto_unify(f, pointsto_result(f, function), node)) || changed;
}

// For the points-to analysis.
bool undefined_reach(struct front *f, LLVMValueRef call, LLVMValueRef function) {
  bool changed = false;
  LLVMTypeRef structure = undefined_structure_of_call(call);
  if (structure) // what is in it is like what it returns
    changed |= reach_result(f, function, pointsto_contents(f, pointsto_target(f, LLVMGetOperand(call, 0))), structure);
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    changed |= reach_result(f, function, pointsto_target(f, call), LLVMTypeOf(call));
  bool tells = holds_number(f, LLVMTypeOf(call)) || (structure && holds_number(f, structure));
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) { // the number may be the address that it gets
    LLVMValueRef argument = LLVMGetOperand(call, k);
    if (pointsto_is_plain(argument)) continue;
    uint32_t node = pointsto_target(f, argument);
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind;
    if (is_pointer && tells && (!structure || k)) changed |= pointsto_mark(f, node, NODE_EXPOSED);
  }
  if (f->options->undefined == UNDEFINED_HAVOC) changed |= undefined_reach_from(f, call);
  return changed;
}

bool undefined_reach_from(struct front *f, LLVMValueRef call) {
  struct pointsto *p = &f->points;
  bool changed = !p->reached;
  if (!p->reached) {
    p->reached = pointsto_new(f);
    pointsto_mark(f, p->reached, NODE_FOREIGN | NODE_INTEGER_INPUT);
    pointsto_unify(f, p->reached, pointsto_contents(f, p->reached));
    f->globals_exposed = true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
      if (!global_is_private(g)) pointsto_unify(f, p->reached, pointsto_target(f, g));
  }
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef argument = LLVMGetOperand(call, k);
    if (!pointsto_is_plain(argument)) changed |= pointsto_unify(f, p->reached, pointsto_target(f, argument));
  }
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    changed |= pointsto_unify(f, p->reached, pointsto_target(f, call));
  return changed;
}

// --- assumptions -----------------------------------------------------------------------------------

static bool passes_pointer(LLVMValueRef call) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind) return true;
  return false;
}

static bool returns_pointer(struct front *f, LLVMValueRef call) {
  LLVMTypeRef type = undefined_structure_of_call(call);
  if (!type) type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return false;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  bool found = false;
  for (uint32_t i = 0; i < leaves.size && !found; i++)
    found = LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind;
  vec_leaf_release(&leaves);
  return found;
}

void undefined_note(struct translation *t, const char *kind, const char *text) {
  struct front *f = t->f;
  vec_pending_assumption_push(&f->pending_assumptions,
                              (struct pending_assumption){{kind, cfa_string(f->cfa, text), t->last}, t->from});
}

static void note(struct translation *t, const char *kind, const char *format, const char *name) {
  char text[400];
  snprintf(text, sizeof text, format, name);
  undefined_note(t, kind, text);
}

// Does it matter whether the program ends in such a function: for leaks, or for functions that run at the end?
bool undefined_end_matters(struct front *f) { return asks(f, TRAIT_AT_END) || f->destructors.size; }

// Is it called where it is declared not to return? The sanitizer drops the attribute, and has a check behind the call
// at the same place of the source.
bool undefined_ends(LLVMValueRef call) {
  LLVMValueRef next = LLVMGetNextInstruction(call);
  if (next && LLVMIsAUnreachableInst(next)) return true;
  if (!next || !LLVMIsABranchInst(next) || !LLVMIsConditional(next) || !LLVMIsAConstantInt(LLVMGetCondition(next)))
    return false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef handler = LLVMGetFirstInstruction(LLVMGetSuccessor(next, i));
    LLVMValueRef called = handler && LLVMIsACallInst(handler) ? called_function(handler) : NULL;
    size_t n;
    if (!called || !strstr(LLVMGetValueName2(called, &n), "ubsan_handle_builtin_unreachable")) continue;
    return LLVMInstructionGetDebugLoc(handler) &&
           LLVMInstructionGetDebugLoc(handler) == LLVMInstructionGetDebugLoc(call);
  }
  return false;
}

// `which` and what is assumed of every such function.
static void note_conduct(struct translation *t, LLVMValueRef call, const char *kind, const char *which,
                         const char *name, bool writes) {
  struct front *f = t->f;
  bool havoc = f->options->undefined == UNDEFINED_HAVOC, ends = undefined_ends(call);
  if ((ends && undefined_end_matters(f)) || asks(f, TRAIT_AT_END))
    map_u32_put(&f->decided, t->from.id, 1); // though no check is behind it
  struct text text = {0};
  text_printf(&text, "%%s%s", which);
  text_add(&text, havoc ? " calls no function of the program" : " changes nothing");
  if (havoc && provenance_is_asked(f)) text_add(&text, UNDEFINED_FREES);
  if (havoc) text_add(&text, UNDEFINED_LIBRARY);
  if (!havoc && writes) text_add(&text, ", " UNDEFINED_WRITES);
  if (asks(f, TRAIT_AT_END)) text_add(&text, UNDEFINED_ALLOCATES);
  if (undefined_end_matters(f)) text_add(&text, ends ? UNDEFINED_EXITS : UNDEFINED_ENDS);
  note(t, kind, text_cstr(&text), name);
  text_release(&text);
}

static void note_assumptions(struct translation *t, LLVMValueRef call, LLVMValueRef function, const char *name) {
  struct front *f = t->f;
  note_conduct(t, call, "undefined-function", "", name, passes_pointer(call) && names_may_write(f, function));
  if (f->options->undefined != UNDEFINED_HAVOC && returns_pointer(f, call))
    note(t, "undefined-pointer", "%s returns a pointer to memory of its own, and pointers in it lead to other memory",
         name);
}

static void mark(unsigned char *marked, struct vec_location *work, struct location location) {
  if (marked[location.id]) return;
  marked[location.id] = 1;
  vec_location_push(work, location);
}

// Locations from which an error, or what is not supported, may still be reached: only there it matters what a call
// does. A check that was decided during the translation counts as an error: it may have been decided by what a call was
// assumed to leave as it is. Calls and returns are not matched; that makes the set larger, not smaller.
static void mark_relevant(const struct front *f, unsigned char *relevant) {
  const struct cfa *cfa = f->cfa;
  struct vec_location work = {0};
  struct vec_edge *calls = mem_zalloc(cfa->functions.size + 1, sizeof *calls); // edges that call a function
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE) vec_edge_push(&calls[cfa->edges.data[i].callee], (struct edge){i});
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR || cfa->locations.data[i].kind == LOC_UNSUPPORTED ||
        map_u32_find(&f->decided, i))
      mark(relevant, &work, (struct location){i});
  while (work.size) {
    struct location at = vec_location_pop(&work);
    const struct cfa_location *l = cfa_location(cfa, at);
    for (uint32_t i = 0; i < l->in.size; i++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->in.data[i]);
      mark(relevant, &work, e->from);
      if (e->callee != CFA_NONE && !location_none(cfa->functions.data[e->callee].exit))
        mark(relevant, &work, cfa->functions.data[e->callee].exit);
    }
    const struct vec_edge *callers =
        l->function != CFA_NONE && location_same(cfa->functions.data[l->function].entry, at) ? &calls[l->function]
                                                                                             : NULL;
    for (uint32_t i = 0; callers && i < callers->size; i++)
      mark(relevant, &work, cfa_edge(cfa, callers->data[i])->from);
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_edge_release(&calls[i]);
  mem_free(calls);
  vec_location_release(&work);
}

static const char no_jump[] = "functions without a body do not call longjmp";

// --- what such functions may call ---------------------------------------------------------------

// May the call violate what is checked?
static bool is_check(struct front *f, LLVMValueRef call, LLVMValueRef called) {
  uint32_t detail;
  switch (builtin_of(f, called, &detail)) {
  case BUILTIN_ERROR:
  case BUILTIN_ASSERT:
  case BUILTIN_ASSERT_FAIL: return checks(f, PROPERTY_UNREACH);
  case BUILTIN_SANITIZER: return true;
  case BUILTIN_SAFETY: return safety_is_check(detail);
  case BUILTIN_ABS: return arithmetic_checks_abs(f, call);
  default: return false;
  }
}

// Does the body have an error in it, or a call of one of the functions in `reaches`? Functions that the entry function
// does not reach have got no checks of memory.
static bool has_error(struct front *f, LLVMValueRef function, const struct map_u32 *reaches) {
  bool is_translated = map_u32_find(&f->function_ids, key_of(function));
  if (!is_translated && (provenance_is_asked(f) || asks(f, TRAIT_UNDEFINED))) return true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? called_function(i) : NULL;
      if (!called) continue;
      if (is_check(f, i, called) || map_u32_find(reaches, key_of(called))) return true;
    }
  return false;
}

static bool find_violation(struct front *f, LLVMValueRef function, struct map_u32 *seen) {
  const struct map_u32 none = {0};
  if (map_u32_find(seen, key_of(function))) return false;
  map_u32_put(seen, key_of(function), 1);
  if (has_error(f, function, &none)) return true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i))) continue;
      LLVMValueRef called = called_function(i);
      if (!called || (function_has_body(called) && find_violation(f, called, seen))) return true;
    }
  return false;
}

bool undefined_may_violate(struct front *f, LLVMValueRef function) {
  struct map_u32 seen = {0};
  bool found = find_violation(f, function, &seen);
  map_u32_release(&seen);
  return found;
}

// May another file call it: by its name, or by its address? Not the entry function, nor one that is there to be an
// assertion.
static bool may_be_called_back(struct front *f, LLVMValueRef function) {
  uint32_t detail;
  if (function == f->entry || is_dialect(function_name(function)) || is_stand_in(function)) return false;
  if (builtin_of(f, function, &detail) != BUILTIN_NONE) return false;
  return LLVMGetLinkage(function) != LLVMInternalLinkage || through_is_taken(function);
}

// A function without a body may call functions of the program: can that lead to an error?
static bool error_by_callback(struct front *f) {
  struct map_u32 reaches = {0};
  bool found = false;
  for (bool again = true; again && !found;) {
    again = false;
    for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g && !found; g = LLVMGetNextFunction(g)) {
      if (!function_has_body(g) || is_model(g) || map_u32_find(&reaches, key_of(g)) || !has_error(f, g, &reaches))
        continue;
      map_u32_put(&reaches, key_of(g), 1);
      again = true;
      found = may_be_called_back(f, g);
    }
  }
  map_u32_release(&reaches);
  return found;
}

static bool calls_setjmp(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    if (LLVMGetFirstUse(g) && builtin_of(f, g, &detail) == BUILTIN_SETJMP) return true;
  }
  return false;
}

static bool leaves_program(const struct cfa_assumption *a) {
  return !strcmp(a->kind, "undefined-function") || !strcmp(a->kind, "unknown-function") || !strcmp(a->kind, "assembly");
}

void undefined_resolve(struct front *f) {
  if (f->pending_assumptions.size) {
    unsigned char *relevant = mem_zalloc(f->cfa->locations.size + 1, 1);
    mark_relevant(f, relevant);
    bool called_back = error_by_callback(f), jumps = calls_setjmp(f);
    for (uint32_t i = 0; i < f->pending_assumptions.size; i++) {
      const struct pending_assumption *a = &f->pending_assumptions.data[i];
      bool leaves = leaves_program(&a->assumption);
      if (leaves && jumps && strcmp(a->assumption.kind, "assembly"))
        cfa_add_assumption(f->cfa, "longjmp", no_jump, a->assumption.place);
      if (relevant[a->location.id] || (leaves && called_back))
        cfa_add_assumption(f->cfa, a->assumption.kind, a->assumption.text, a->assumption.place);
    }
    mem_free(relevant);
  }
}

// --- the call -------------------------------------------------------------------------------------------

#define STRUCTURE_MAX 4096u // bytes of a structure that is taken apart

// The parts of a structure that a function returns in memory; a native run gets them where the function begins.
// False: it is too large, and the path ends.
static bool undefined_memory(struct translation *t, LLVMValueRef call, LLVMValueRef function, const char *name) {
  LLVMTypeRef type = function ? undefined_structure(function) : undefined_structure_of_call(call);
  if (!type) return true;
  if (type_size(t->f, type) > STRUCTURE_MAX) {
    segment_end_path(t, LOC_UNSUPPORTED, "a large structure returned by a function without a body");
    return false;
  }
  struct vec_leaf leaves = {0};
  struct vec_term terms = {0};
  type_leaves(t->f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++) {
    vec_term_push(&terms, arbitrary(t, leaves.data[i].type, INPUT_UNDEFINED, name, type_ctype(leaves.data[i].type)));
    if (function) segment_site(t, site_of(t->f, function, 0), (uint32_t)leaves.data[i].offset);
  }
  store_terms(t, LLVMGetOperand(call, 0), type, terms.data);
  vec_leaf_release(&leaves);
  vec_term_release(&terms);
  return true;
}

// What such a function returns.
void undefined_result(struct translation *t, LLVMValueRef call, const char *name, enum cfa_input_kind kind) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  LLVMValueRef function = called_function(call);
  bool in_parts = type_is_aggregate(type) || LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  uint32_t site = kind == INPUT_UNDEFINED && function && in_parts ? site_of(t->f, function, 0) : 0;
  struct vec_leaf leaves = {0};
  struct vec_term terms = {0};
  type_leaves(t->f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++) {
    vec_term_push(&terms, arbitrary(t, leaves.data[i].type, kind, name, type_ctype(leaves.data[i].type)));
    if (site) segment_site(t, site, (uint32_t)leaves.data[i].offset);
  }
  define_terms(t, call, terms.size, terms.data);
  vec_leaf_release(&leaves);
  vec_term_release(&terms);
}

static void stop(struct translation *t, const char *name) {
  struct text text = {0};
  text_printf(&text, "a call of %s, which has no body", name);
  segment_end_path(t, LOC_UNSUPPORTED, text_cstr(&text));
  text_release(&text);
}

static void havoc_reached(struct translation *t, const char *name) {
  struct front *f = t->f;
  if (f->options->undefined != UNDEFINED_HAVOC || !f->points.reached) return;
  uint32_t var = region_var(f, pointsto_root(f, f->points.reached));
  segment_set(t, var, segment_input(t, f->cfa->vars.data[var].sort, INPUT_UNDEFINED, name, "", true));
}

// Is it an assertion, or an assumption, of a verifier that is not known here? Taken for one that changes nothing it
// would not be missed.
static void warn_of_name(struct front *f, const char *name) {
  bool asserts = strcasestr(name, "assert"), assumes = strcasestr(name, "assume");
  if (!asserts && !assumes) return;
  struct text text = {0};
  text_printf(&text, "`%s` has no body and is taken to change nothing; if it is an %s, define it: ", name,
              asserts ? "assertion" : "assumption");
  text_printf(&text, "void %s(int condition) { if (!condition) %s; }", name, asserts ? "reach_error()" : "exit(0)");
  vec_string_push(f->warnings, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

void undefined_call(struct translation *t, LLVMValueRef call, LLVMValueRef function) {
  segment_may_free(t); // it has a body somewhere
  struct front *f = t->f;
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  uint32_t known = f->cfa->undefined.size;
  list_once(f, &f->cfa->undefined, name);
  if (known < f->cfa->undefined.size) warn_of_name(f, name);
  if (f->options->undefined == UNDEFINED_STOP) {
    stop(t, name);
    return;
  }
  note_assumptions(t, call, function, name);
  havoc_reached(t, name);
  if (!undefined_memory(t, call, function, name)) return;
  undefined_result(t, call, name, INPUT_UNDEFINED);
  if (undefined_ends(call)) segment_end_path(t, LOC_STOP, name);
}

// A function that is none of the program's, through an external pointer.
void undefined_pointer_call(struct translation *t, LLVMValueRef call) {
  static const char name[] = "an unknown function";
  segment_may_free(t);
  if (t->f->options->undefined == UNDEFINED_STOP) {
    segment_end_path(t, LOC_UNSUPPORTED, "a call through a pointer to an unknown function");
    return;
  }
  bool havoc = t->f->options->undefined == UNDEFINED_HAVOC;
  note_conduct(t, call, "unknown-function", " that is called through a pointer", name, false);
  if (!havoc && returns_pointer(t->f, call))
    note(t, "unknown-function",
         "%s that is called through a pointer returns pointers to memory of its own, and pointers in it lead to other "
         "memory",
         name);
  havoc_reached(t, name);
  if (!undefined_memory(t, call, NULL, name)) return;
  undefined_result(t, call, name, INPUT_UNDEFINED);
  if (undefined_ends(call)) segment_end_path(t, LOC_STOP, name);
}
