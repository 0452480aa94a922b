// The copy of the program that a native run uses (see native/replay.c).
//
// It differs from the program in this: error functions are the harness's, and before each call of one the line is
// noted; functions of the C library are the machine's own but for some models (kept.c); what C leaves uninitialised
// is given by the harness where the automaton has an input for it (struct cfa_site), and zero elsewhere; so are the
// parameters of an entry function that is not main, and variables that no file defines.
#include "base/process/machine.h"
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/context.h"
#include "front/export/goals.h"
#include "front/export/native.h"
#include "front/export/traced.h"
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/link/undefined.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"
#include <llvm-c/BitWriter.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <unistd.h>

uint32_t sites_add(struct front *f) {
  vec_site_push(&f->cfa->sites, (struct cfa_site){0});
  vec_u32_push(&f->site_nodes, 0);
  return f->cfa->sites.size;
}

uint32_t site_of(struct front *f, LLVMValueRef instruction, uint32_t node) {
  uint32_t known = map_u32_get_or(&f->sites, key_of(instruction), 0);
  if (known) return known;
  uint32_t site = sites_add(f);
  f->cfa->sites.data[site - 1].in_memory = node != 0;
  f->site_nodes.data[site - 1] = node;
  map_u32_put(&f->sites, key_of(instruction), site);
  return site;
}

void sites_resolve(struct front *f) {
  for (uint32_t i = 0; i < f->site_nodes.size; i++) {
    uint32_t root = f->site_nodes.data[i] ? pointsto_root(f, f->site_nodes.data[i]) : 0;
    uint32_t var = root && root < f->points.regions.size ? f->points.regions.data[root].var : CFA_NONE;
    if (var != CFA_NONE) f->cfa->sites.data[i].region = f->cfa->vars.data[var].term;
  }
  vec_u32_release(&f->site_nodes);
}

// --- uninitialised objects --------------------------------------------------------------------

static LLVMValueRef size_of_object(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca) {
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMValueRef size = LLVMConstInt(word, LLVMABISizeOfType(f->layout, LLVMGetAllocatedType(alloca)), 0);
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  if (LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1) return size;
  return LLVMBuildMul(builder, size, LLVMBuildZExtOrBitCast(builder, count, word, ""), "");
}

// The harness's function that gives memory its contents; a name that no C program has.
static void call_named(struct front *f, LLVMBuilderRef builder, const char *name, LLVMValueRef object,
                       LLVMValueRef size, uint32_t site) {
  LLVMModuleRef copy = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
  LLVMTypeRef parameters[] = {LLVMTypeOf(object), LLVMTypeOf(size), LLVMInt32TypeInContext(f->context)};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), parameters, 3, 0);
  LLVMValueRef fill = LLVMGetNamedFunction(copy, name);
  if (!fill) fill = LLVMAddFunction(copy, name, type);
  LLVMValueRef arguments[] = {object, size, LLVMConstInt(parameters[2], site, 0)};
  LLVMBuildCall2(builder, type, fill, arguments, 3, "");
}

static void call_fill(struct front *f, LLVMBuilderRef builder, LLVMValueRef object, LLVMValueRef size, uint32_t site) {
  call_named(f, builder, "clew.fill", object, size, site);
}

// Arguments of the entry function and external variables: in a traced copy the harness has values that are no
// counterexample's.
static void call_give(struct front *f, LLVMBuilderRef builder, LLVMValueRef object, LLVMValueRef size, uint32_t site) {
  bool is_input = site && !f->cfa->sites.data[site - 1].in_memory;
  call_named(f, builder, is_input && f->is_traced ? "clew.fill_given" : "clew.fill", object, size, site);
}

// What C leaves uninitialised gets what the counterexample has for it, where it has something at all; all else is zero.
static void start_object(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca, LLVMValueRef before,
                         uint32_t site) {
  LLVMPositionBuilderBefore(builder, before);
  LLVMValueRef size = size_of_object(f, builder, alloca);
  if (site) call_fill(f, builder, alloca, size, site);
  else LLVMBuildMemSet(builder, alloca, LLVMConstInt(LLVMInt8TypeInContext(f->context), 0, 0), size, 1);
}

static bool starts_lifetime(LLVMValueRef i) {
  size_t n;
  return LLVMIsACallInst(i) && called_function(i) &&
         !strncmp(LLVMGetValueName2(called_function(i), &n), "llvm.lifetime.start", 19);
}

static uint32_t site_in_copy(const struct map_u32 *sites, LLVMValueRef instruction) {
  return map_u32_get_or(sites, key_of(instruction), 0);
}

// An object in memory whose lifetime begins once keeps what it got where it was made.
static bool keeps_contents(struct front *f, const struct map_u32 *sites, LLVMValueRef start) {
  uint32_t site = site_in_copy(sites, LLVMGetOperand(start, 1));
  return site && !site_in_copy(sites, start) && f->cfa->sites.data[site - 1].in_memory;
}

static void start_locals(struct front *f, LLVMValueRef function, const struct map_u32 *sites) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef next = LLVMGetNextInstruction(i);
      if (starts_lifetime(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1))) {
        if (!keeps_contents(f, sites, i)) start_object(f, builder, LLVMGetOperand(i, 1), next, site_in_copy(sites, i));
      } else if (LLVMIsAAllocaInst(i)) {
        if (b == LLVMGetFirstBasicBlock(function)) // keep the allocas of the entry block together
          while (next && LLVMIsAAllocaInst(next)) next = LLVMGetNextInstruction(next);
        start_object(f, builder, i, next, site_in_copy(sites, i));
      }
    }
  }
  LLVMDisposeBuilder(builder);
}

// A copy has its functions, blocks and instructions in the same order.
static void sites_of_copy(struct front *f, LLVMModuleRef copy, struct map_u32 *sites) {
  LLVMValueRef g = LLVMGetFirstFunction(f->module), h = LLVMGetFirstFunction(copy);
  for (; g && h; g = LLVMGetNextFunction(g), h = LLVMGetNextFunction(h)) {
    uint32_t own = map_u32_get_or(&f->sites, key_of(g), 0);
    if (own) map_u32_put(sites, key_of(h), own);
    LLVMBasicBlockRef a = LLVMGetFirstBasicBlock(g), b = LLVMGetFirstBasicBlock(h);
    for (; a && b; a = LLVMGetNextBasicBlock(a), b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(a), k = LLVMGetFirstInstruction(b);
      for (; i && k; i = LLVMGetNextInstruction(i), k = LLVMGetNextInstruction(k)) {
        uint32_t site = map_u32_get_or(&f->sites, key_of(i), 0);
        if (site) map_u32_put(sites, key_of(k), site);
      }
    }
  }
}

// --- external values ------------------------------------------------------------------------------------

// Does no file define it, no library and not the linker, so that a run needs one of its own?
static bool is_nobodys(struct front *f, LLVMValueRef global) {
  size_t n;
  if (!LLVMIsDeclaration(global) || LLVMGetLinkage(global) != LLVMExternalLinkage || LLVMIsThreadLocal(global))
    return false;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (!LLVMTypeIsSized(type) || !LLVMABISizeOfType(f->layout, type)) return false;
  return !is_linker_symbol(f, global) && !machine_has(LLVMGetValueName2(global, &n));
}

uint32_t site_of_declared(struct front *f, LLVMValueRef global, uint32_t node) {
  if (!is_nobodys(f, global)) return 0;
  uint32_t site = site_of(f, global, node);
  f->cfa->sites.data[site - 1].is_elsewhere = true;
  return site;
}

LLVMTypeRef argument_structure(LLVMValueRef function, unsigned k) {
  static const char *const names[] = {"byval", "sret"};
  for (int i = 0; i < 2; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, k + 1, kind);
    if (attribute) return LLVMGetTypeAttributeValue(attribute);
  }
  return NULL;
}

// Which parameter of the entry function has the scalar of that number, and where in it; false: it is main, or none has.
static bool find_parameter(struct front *f, uint32_t callee, uint32_t number, unsigned *k, struct leaf *leaf) {
  if (!strcmp(f->options->entry, "main") || callee != function_id(f, f->entry)) return false;
  struct vec_leaf leaves = {0};
  bool found = false;
  for (*k = 0; *k < LLVMCountParams(f->entry); ++*k) {
    vec_leaf_clear(&leaves);
    type_leaves(f, LLVMTypeOf(LLVMGetParam(f->entry, *k)), 0, &leaves);
    found = number < leaves.size;
    if (found) *leaf = leaves.data[number];
    if (found) break;
    number -= leaves.size;
  }
  vec_leaf_release(&leaves);
  return found;
}

struct term argument_place(struct front *f, uint32_t callee, uint32_t number) {
  unsigned k;
  struct leaf leaf;
  LLVMTypeRef type = find_parameter(f, callee, number, &k, &leaf) ? argument_structure(f->entry, k) : NULL;
  if (!type) return TERM_NONE;
  LLVMValueRef param = LLVMGetParam(f->entry, k);
  uint32_t id = site_of(f, param, pointsto_target(f, param));
  struct cfa_site *site = &f->cfa->sites.data[id - 1];
  site->size = type_alloc_size(f, type);
  site->address = object_place(f, site->size, 16);
  return term_bv(f->tm, f->pointer_bits, site->address);
}

void argument_site(struct front *f, uint32_t callee, uint32_t number, struct cfa_input *input) {
  unsigned k;
  struct leaf leaf;
  if (!find_parameter(f, callee, number, &k, &leaf)) return;
  input->site = site_of(f, LLVMGetParam(f->entry, k), 0);
  input->offset = (uint32_t)leaf.offset;
  if (!*input->ctype) input->ctype = type_ctype(leaf.type);
  f->cfa->sites.data[input->site - 1].is_elsewhere = true;
}

static LLVMBuilderRef build_function(struct front *f, LLVMModuleRef copy, const char *name) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, 0);
  LLVMValueRef function = LLVMAddFunction(copy, name, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, function, ""));
  return builder;
}

// Variables that no file defines are defined here, in a function that the harness calls before all others.
static void define_declared(struct front *f, LLVMModuleRef copy) {
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMBuilderRef builder = build_function(f, copy, "clew.elsewhere");
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    size_t n;
    uint32_t site = map_u32_get_or(&f->sites, key_of(g), 0);
    LLVMValueRef own = site ? LLVMGetNamedGlobal(copy, LLVMGetValueName2(g, &n)) : NULL;
    if (!own || !LLVMIsDeclaration(own)) continue;
    LLVMTypeRef type = LLVMGlobalGetValueType(own);
    LLVMSetInitializer(own, LLVMConstNull(type));
    LLVMSetGlobalConstant(own, 0);
    call_give(f, builder, own, LLVMConstInt(word, LLVMABISizeOfType(f->layout, type), 0), site);
  }
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
}

// How an argument is passed is said at the call as well.
static void copy_attributes(LLVMValueRef function, LLVMValueRef call, unsigned index) {
  LLVMAttributeRef attributes[64];
  unsigned n = LLVMGetAttributeCountAtIndex(function, index);
  if (n > 64) return;
  LLVMGetAttributesAtIndex(function, index, attributes);
  for (unsigned i = 0; i < n; i++) LLVMAddCallSiteAttribute(call, index, attributes[i]);
}

// Calls the entry function, if it is not main, with the arguments that the counterexample has.
static void call_entry(struct front *f, LLVMModuleRef copy) {
  size_t n;
  LLVMValueRef entry = LLVMGetNamedFunction(copy, LLVMGetValueName2(f->entry, &n));
  if (!strcmp(f->options->entry, "main") || !entry) return;
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMBuilderRef builder = build_function(f, copy, "clew.entry");
  struct vec_value arguments = {0};
  for (unsigned k = 0; k < LLVMCountParams(entry); k++) {
    LLVMTypeRef structure = argument_structure(entry, k),
                type = structure ? structure : LLVMTypeOf(LLVMGetParam(entry, k));
    LLVMValueRef slot = LLVMBuildAlloca(builder, type, "");
    uint32_t site = map_u32_get_or(&f->sites, key_of(LLVMGetParam(f->entry, k)), 0);
    LLVMSetAlignment(slot, 16);
    LLVMBuildStore(builder, LLVMConstNull(type), slot);
    if (site) call_give(f, builder, slot, LLVMConstInt(word, LLVMABISizeOfType(f->layout, type), 0), site);
    vec_value_push(&arguments, structure ? slot : LLVMBuildLoad2(builder, type, slot, ""));
  }
  LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(entry), entry, arguments.data, arguments.size, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(entry));
  for (unsigned k = 0; k <= arguments.size; k++) copy_attributes(entry, call, k);
  LLVMBuildRetVoid(builder);
  vec_value_release(&arguments);
  LLVMDisposeBuilder(builder);
}

// --- errno -----------------------------------------------------------------------------------------------

// The models' errno is the machine's in a run: what names its address (checks of memory do) has to mean that one.
static void replace_errno(struct front *f, LLVMModuleRef copy) {
  LLVMValueRef own = LLVMGetNamedGlobal(copy, "__clew_errno"),
               machines = LLVMGetNamedFunction(copy, "__errno_location");
  if (!own || !machines || LLVMCountBasicBlocks(machines)) return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  struct vec_value users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(own); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use))) vec_value_push(&users, LLVMGetUser(use));
  for (uint32_t i = 0; i < users.size; i++) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(users.data[i]));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function))); // for phis, too
    LLVMValueRef address = LLVMBuildCall2(builder, LLVMGlobalGetValueType(machines), machines, NULL, 0, "");
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users.data[i]); k++)
      if (LLVMGetOperand(users.data[i], k) == own) LLVMSetOperand(users.data[i], k, address);
  }
  LLVMDisposeBuilder(builder);
  vec_value_release(&users);
}

// --- inline assembly ------------------------------------------------------------------------------------

// The harness's values instead of what the assembly leaves.
static void replace_assembly(struct front *f, LLVMBuilderRef builder, LLVMValueRef call, uint32_t site) {
  LLVMTypeRef type = LLVMTypeOf(call), word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) {
    LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    LLVMValueRef slot = LLVMBuildAlloca(builder, type, "");
    LLVMPositionBuilderBefore(builder, call);
    call_fill(f, builder, slot, LLVMConstInt(word, LLVMABISizeOfType(f->layout, type), 0), site);
    LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(builder, type, slot, ""));
  }
  LLVMPositionBuilderBefore(builder, call);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMTypeRef output = assembly_output(call, k);
    if (output)
      call_fill(f, builder, LLVMGetOperand(call, k), LLVMConstInt(word, LLVMABISizeOfType(f->layout, output), 0),
                site + 1 + k);
  }
  LLVMInstructionEraseFromParent(call);
}

// In all functions of a copy. Was there any?
static bool replace_all_assembly(struct front *f, LLVMModuleRef copy, const struct map_u32 *sites) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  bool any = false;
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!LLVMIsACallInst(i) || !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) || assembly_is_quiet(i)) continue;
        uint32_t site = site_in_copy(sites, i);
        if (site) replace_assembly(f, builder, i, site);
        any |= site != 0;
      }
  LLVMDisposeBuilder(builder);
  return any;
}

// --- locals with an address of their own each time ----------------------------------------------------------

static void drop_lifetimes(LLVMValueRef object) {
  for (LLVMUseRef use = LLVMGetFirstUse(object), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use), callee = LLVMIsACallInst(user) ? called_function(user) : NULL;
    size_t n;
    if (callee && !strncmp(LLVMGetValueName2(callee, &n), "llvm.lifetime.", 14)) LLVMInstructionEraseFromParent(user);
  }
}

// In the automaton they lie on the heap, and so they do here, one after the other as there.
static void renew_locals(struct front *f, LLVMModuleRef copy, LLVMValueRef function) {
  struct vec_value fresh = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i) && safety_is_fresh(i)) vec_value_push(&fresh, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(f->context, 0), &word, 1, 0);
  for (uint32_t i = 0; i < fresh.size; i++) {
    LLVMValueRef make = LLVMGetNamedFunction(copy, "malloc");
    if (!make) make = LLVMAddFunction(copy, "malloc", type);
    drop_lifetimes(fresh.data[i]);
    LLVMPositionBuilderBefore(builder, fresh.data[i]);
    LLVMValueRef size = size_of_object(f, builder, fresh.data[i]);
    LLVMReplaceAllUsesWith(fresh.data[i], LLVMBuildCall2(builder, type, make, &size, 1, ""));
    LLVMInstructionEraseFromParent(fresh.data[i]);
  }
  LLVMDisposeBuilder(builder);
  vec_value_release(&fresh);
}

// --- functions ------------------------------------------------------------------------------------------

// All calls go to a function of that name outside the module.
static void send_outside(LLVMModuleRef module, LLVMValueRef function, const char *name) {
  char *kept = mem_strdup(name);
  LLVMSetValueName2(function, "clew.unused", 11);
  if (LLVMCountBasicBlocks(function)) LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMValueRef outside = LLVMGetNamedFunction(module, kept);
  if (!outside) outside = LLVMAddFunction(module, kept, LLVMGlobalGetValueType(function));
  LLVMReplaceAllUsesWith(function, outside);
  mem_free(kept);
}

// The machine's function instead of a model does not say which object the pointer that it returns points into
// (provenance/). Of errno it is known.
static void give_bases(struct front *f, LLVMModuleRef copy, LLVMValueRef model) {
  size_t n;
  LLVMValueRef give = LLVMGetNamedFunction(copy, safety_names[SAFETY_GIVE]);
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(model));
  if (!give || LLVMGetTypeKind(result) != LLVMPointerTypeKind) return;
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMValueRef unknown = LLVMConstIntToPtr(LLVMConstInt(word, SAFETY_UNKNOWN, 0), result);
  bool is_errno = !strcmp(LLVMGetValueName2(model, &n), "__errno_location");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMUseRef use = LLVMGetFirstUse(model); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use), base = is_errno ? call : unknown;
    if (!LLVMIsACallInst(call) || called_function(call) != model) continue;
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(give), give, &base, 1, "");
  }
  LLVMDisposeBuilder(builder);
}

// The library calls what on_exit was given: a function of the harness does it instead, and passes the base of the
// argument.
static void wrap_on_exit(struct front *f, LLVMModuleRef copy, LLVMValueRef model) {
  static const char name[] = "clew.own.on_exit";
  LLVMTypeRef type = LLVMGlobalGetValueType(model), pointer = LLVMPointerTypeInContext(f->context, 0);
  LLVMTypeRef noting = LLVMFunctionType(pointer, (LLVMTypeRef[]){pointer, pointer}, 2, 0);
  LLVMValueRef wrapper = LLVMAddFunction(copy, name, type);
  LLVMSetLinkage(wrapper, LLVMInternalLinkage);
  LLVMReplaceAllUsesWith(model, wrapper);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, wrapper, ""));
  LLVMValueRef given[] = {LLVMGetParam(wrapper, 0), LLVMGetParam(wrapper, 1)};
  LLVMValueRef noted =
      LLVMBuildCall2(builder, noting, LLVMAddFunction(copy, "clew.note_handler", noting), given, 2, "");
  LLVMValueRef arguments[] = {LLVMAddFunction(copy, "clew.run_noted", type), noted};
  LLVMBuildRet(builder, LLVMBuildCall2(builder, type, model, arguments, 2, ""));
  LLVMDisposeBuilder(builder);
  send_outside(copy, model, "on_exit");
}

// Small modules without assembly: code for them is made here faster than a compiler starts, and cannot be refused.
// Computed gotos are left to the compiler: block addresses of a cloned module are only right once it was written and
// read.
static bool is_simple(LLVMModuleRef module) {
  uint32_t blocks = 0;
  size_t assembly;
  LLVMGetModuleInlineAsm(module, &assembly);
  if (assembly) return false;
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b), blocks++)
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAIndirectBrInst(i) || (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))) return false;
  return blocks < 2000;
}

// Next to the bitcode, as FILE.o; where it is missing the replay compiles the bitcode.
static void write_object(LLVMModuleRef module, const char *bitcode) {
  if (!is_simple(module)) return;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  const char *triple = LLVMGetTarget(module);
  LLVMTargetRef target;
  char *message = NULL, object[4096];
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    LLVMDisposeMessage(message);
    return;
  }
  LLVMTargetMachineRef machine =
      LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocStatic, LLVMCodeModelDefault);
  snprintf(object, sizeof object, "%s.o", bitcode);
  if (LLVMTargetMachineEmitToFile(machine, module, object, LLVMObjectFile, &message)) {
    LLVMDisposeMessage(message);
    unlink(object);
  }
  LLVMDisposeTargetMachine(machine);
}

// The line of a call of an error function, for the harness: the error that is reached has to be the one that was
// claimed.
static void note_line(struct front *f, LLVMModuleRef copy, LLVMValueRef call) {
  unsigned line = LLVMGetDebugLocLine(call);
  if (!line) return;
  LLVMTypeRef type = LLVMInt32TypeInContext(f->context);
  LLVMValueRef global = LLVMGetNamedGlobal(copy, "clew_line");
  if (!global) global = LLVMAddGlobal(copy, type, "clew_line");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMBuildStore(builder, LLVMConstInt(type, line, 0), global);
  LLVMDisposeBuilder(builder);
}

static unsigned attribute(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

// A stub of the harness knows the width of what it returns, not its sign: the caller extends it, whatever was agreed
// upon.
static void extend_result(LLVMValueRef call, LLVMValueRef function) {
  static const char *const agreed[] = {"zeroext", "signext"};
  for (int i = 0; i < 2; i++) {
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, attribute(agreed[i]));
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, attribute(agreed[i]));
  }
}

// A function without a body that returns a structure: a stub of the harness has no such type. Its values are given
// where it begins; 0: they are left as they are.
static void add_body(struct front *f, LLVMValueRef function, uint32_t site) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMTypeRef type = undefined_structure(function), word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  bool in_memory = type != NULL;
  LLVMSetSubprogram(function, NULL); // that of a declaration
  if (!in_memory) type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, function, ""));
  LLVMValueRef result = in_memory ? LLVMGetParam(function, 0) : LLVMBuildAlloca(builder, type, "");
  if (site) call_fill(f, builder, result, LLVMConstInt(word, LLVMABISizeOfType(f->layout, type), 0), site);
  if (in_memory) LLVMBuildRetVoid(builder);
  else LLVMBuildRet(builder, LLVMBuildLoad2(builder, type, result, ""));
  LLVMDisposeBuilder(builder);
}

static bool returns_in_memory(LLVMValueRef function) {
  return undefined_structure(function) &&
         LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) == LLVMVoidTypeKind;
}

// Locals stay in memory around it. The compiler knows that of library functions only if it knows them as such, which it
// does not here (-fno-builtin).
static void return_twice(struct front *f, LLVMValueRef call) {
  LLVMAttributeRef twice = LLVMCreateEnumAttribute(f->context, attribute("returns_twice"), 0);
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, twice);
}

// abs, labs and llabs of the least integer: the library's say nothing, this one does.
static LLVMValueRef checked_abs(struct front *f, LLVMModuleRef copy, LLVMValueRef library, LLVMTypeRef integer) {
  char name[32];
  snprintf(name, sizeof name, "clew.checked.%s", function_name(library));
  LLVMValueRef function = LLVMGetNamedFunction(copy, name);
  if (function) return function;
  LLVMTypeRef type = LLVMFunctionType(integer, &integer, 1, 0); // as it is called, however it is declared
  function = LLVMAddFunction(copy, name, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(f->context, function, "");
  LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext(f->context, function, "");
  LLVMBasicBlockRef good = LLVMAppendBasicBlockInContext(f->context, function, "");
  LLVMValueRef x = LLVMGetParam(function, 0);
  LLVMTypeRef nothing = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, 0);
  LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef least = LLVMConstInt(integer, UINT64_C(1) << (LLVMGetIntTypeWidth(integer) - 1), 0);
  LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, x, least, ""), bad, good);
  LLVMPositionBuilderAtEnd(builder, bad);
  LLVMValueRef violated = LLVMGetNamedFunction(copy, PROPERTY_VIOLATED);
  if (!violated) violated = LLVMAddFunction(copy, PROPERTY_VIOLATED, nothing);
  LLVMBuildCall2(builder, nothing, violated, NULL, 0, "");
  LLVMBuildUnreachable(builder);
  LLVMPositionBuilderAtEnd(builder, good);
  LLVMBuildRet(builder, LLVMBuildCall2(builder, type, library, &x, 1, ""));
  LLVMDisposeBuilder(builder);
  return function;
}

static void convert_calls(struct front *f, LLVMModuleRef copy, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
      uint32_t detail;
      if (!callee) continue;
      if (!LLVMCountBasicBlocks(callee)) extend_result(i, callee);
      enum builtin builtin = builtin_of(f, callee, &detail);
      if (builtin == BUILTIN_SETJMP) return_twice(f, i);
      if (builtin == BUILTIN_ABS && arithmetic_checks_abs(f, i)) {
        note_line(f, copy, i);
        LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1,
                       checked_abs(f, copy, callee, LLVMTypeOf(LLVMGetOperand(i, 0))));
      }
      if (builtin == BUILTIN_ERROR || builtin == BUILTIN_ASSERT_FAIL || builtin == BUILTIN_ASSERT ||
          builtin == BUILTIN_SANITIZER || (builtin == BUILTIN_SAFETY && safety_is_check(detail)))
        note_line(f, copy, i);
    }
}

// The number of an address, in checks of the sanitizer.
static void add_address(struct front *f, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, function, ""));
  LLVMTypeRef word = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  LLVMBuildRet(builder, LLVMBuildPtrToInt(builder, LLVMGetParam(function, 0), word, ""));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMDisposeBuilder(builder);
}

static void add_nothing(struct front *f, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, function, ""));
  LLVMBuildRetVoid(builder);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMDisposeBuilder(builder);
}

// What a function of the machine gives stays what it is.
static void add_identity(struct front *f, LLVMValueRef function) {
  if (LLVMCountBasicBlocks(function)) send_outside(LLVMGetGlobalParent(function), function, ORDER_FUNCTION);
  LLVMValueRef identity = LLVMGetNamedFunction(LLVMGetGlobalParent(function), ORDER_FUNCTION);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(f->context, identity, ""));
  LLVMBuildRet(builder, LLVMGetParam(identity, 0));
  LLVMSetLinkage(identity, LLVMInternalLinkage);
  LLVMDisposeBuilder(builder);
}

// Where alignment is checked, objects are aligned as in the automaton, whatever their type asks for.
static void align_objects(struct front *f, LLVMModuleRef copy) {
  if (!asks(f, TRAIT_UNDEFINED)) return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(copy); g; g = LLVMGetNextGlobal(g)) {
    const char *section = LLVMGetSection(g); // the linker may make one array of what lies there
    if (!LLVMIsDeclaration(g) && LLVMGetAlignment(g) < 16 && !(section && *section)) LLVMSetAlignment(g, 16);
  }
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && LLVMGetAlignment(i) < 16) LLVMSetAlignment(i, 16);
}

// The harness has functions of names that no program can have for blocks of a larger alignment.
static void send_aligned(LLVMModuleRef copy, LLVMValueRef function, const char *alignment) {
  char name[32];
  snprintf(name, sizeof name, "clew.malloc_%s", alignment);
  send_outside(copy, function, name);
}

static void convert_function(struct front *f, LLVMModuleRef copy, LLVMValueRef g, const struct map_u32 *kept,
                             const struct map_u32 *sites) {
  size_t n;
  const char *name = LLVMGetValueName2(g, &n);
  if (!strcmp(name, "__clew_malloc") || !strcmp(name, "__clew_calloc") || !strcmp(name, "__clew_scratch"))
    send_outside(copy, g, "malloc"); // the harness's zeroes
  else if (!strncmp(name, "__clew_malloc_", 14)) send_aligned(copy, g, name + 14);
  else if (!strcmp(name, "__clew_free")) send_outside(copy, g, "free");
  else if (!strcmp(name, "alloca") && provenance_is_asked(f)) send_outside(copy, g, "malloc"); // as in the automaton
  else if (!strcmp(name, "on_exit") && is_model(g) && provenance_is_asked(f)) wrap_on_exit(f, copy, g);
  else if (!strcmp(name, safety_names[SAFETY_ADDRESS])) add_address(f, g);
  else if (!strcmp(name, safety_names[SAFETY_ALLOCATES])) add_nothing(f, g);
  else if (!strcmp(name, ORDER_FUNCTION)) add_identity(f, g);
  else if (mistyped_name(name)) send_outside(copy, g, mistyped_name(name));
  else if (!strncmp(name, "__clew_arbitrary_", 17)) send_outside(copy, g, "clew_not_computed"); // the run ends there
  else if (!LLVMCountBasicBlocks(g) && sanitizer_handler(name, &(uint32_t){0}))
    send_outside(copy, g, PROPERTY_VIOLATED);
  else if (!LLVMCountBasicBlocks(g) && (returns_in_memory(g) || site_in_copy(sites, g)) && !machine_has(name))
    add_body(f, g, site_in_copy(sites, g));
  else if (!LLVMCountBasicBlocks(g)) return;
  else if (is_error_function(f, g)) send_outside(copy, g, function_name(g));
  else if (is_model(g) && !map_u32_get_or(kept, key_of(g), 0)) {
    give_bases(f, copy, g);
    send_outside(copy, g, name);
  } else start_locals(f, g, sites);
}

// Code generation turns copies and the zeroes of locals into calls of these. They are calls of the C library's: one
// that the program has itself may do anything, and is called where the program calls it, under another name.
static void rename_own(LLVMModuleRef copy) {
  static const char *const names[] = {"memcpy", "memmove", "memset", "\1memcpy", "\1memmove", "\1memset"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *name = names[i], *plain = name + (name[0] == 1);
    char other[32];
    int length = snprintf(other, sizeof other, "clew.own.%s", plain);
    LLVMValueRef own = LLVMGetNamedFunction(copy, name);
    if (!own) own = LLVMGetNamedGlobal(copy, name);
    if (!own) own = LLVMGetNamedGlobalAlias(copy, name, strlen(name));
    if (own && !LLVMIsDeclaration(own)) LLVMSetValueName2(own, other, (size_t)length);
  }
}

// An external pointer may hold a function of the program: by the address that it has in the automaton.
static void add_functions(struct front *f, LLVMModuleRef copy) {
  if (!f->calls_unknown) return;
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  LLVMTypeRef types[] = {word, LLVMPointerTypeInContext(f->context, 0)};
  LLVMTypeRef type = LLVMStructTypeInContext(f->context, types, 2, 0);
  struct vec_value entries = {0};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    uint64_t *address = map_u64_find(&f->function_addresses, key_of(g));
    LLVMValueRef function = address ? LLVMGetNamedFunction(copy, LLVMGetValueName2(g, &n)) : NULL;
    if (!function) continue;
    LLVMValueRef values[] = {LLVMConstInt(word, *address, 0), function};
    vec_value_push(&entries, LLVMConstStructInContext(f->context, values, 2, 0));
  }
  vec_value_push(&entries, LLVMConstNull(type));
  LLVMValueRef table = LLVMAddGlobal(copy, LLVMArrayType2(type, entries.size), "clew.functions");
  LLVMSetInitializer(table, LLVMConstArray2(type, entries.data, entries.size));
  LLVMSetGlobalConstant(table, 1);
  vec_value_release(&entries);
}

// Given: values of the counterexample stand for inline assembly; *needed tells whether that makes a difference.
// Readable: for people. Covered: it says what it covers (goals.c). Traced: it tells its edges and comparisons
// (traced.c).
enum copy_kind { COPY_PLAIN, COPY_GIVEN, COPY_READABLE, COPY_GIVEN_READABLE, COPY_COVERED, COPY_TRACED };

static bool write_copy_traced(struct front *f, const char *file, enum copy_kind kind, bool *needed,
                              struct front_traced *traced) {
  LLVMModuleRef copy = LLVMCloneModule(f->module);
  bool given = kind == COPY_GIVEN || kind == COPY_GIVEN_READABLE;
  bool readable = kind == COPY_READABLE || kind == COPY_GIVEN_READABLE;
  add_functions(f, copy);
  struct vec_value functions = {0};
  struct map_u32 kept = {0}, sites = {0};
  models_kept(copy, provenance_is_asked(f) || asks(f, TRAIT_UNDEFINED), &kept);
  sites_of_copy(f, copy, &sites);
  if (kind == COPY_COVERED) goals_instrument(f, copy);
  f->is_traced = kind == COPY_TRACED;
  if (f->is_traced) trace_instrument(f, copy, traced);
  for (LLVMValueRef g = LLVMGetFirstFunction(copy); g; g = LLVMGetNextFunction(g)) vec_value_push(&functions, g);
  for (uint32_t i = 0; i < functions.size; i++) convert_calls(f, copy, functions.data[i]);
  for (uint32_t i = 0; i < functions.size; i++) convert_function(f, copy, functions.data[i], &kept, &sites);
  for (uint32_t i = 0; i < functions.size; i++) renew_locals(f, copy, functions.data[i]);
  replace_errno(f, copy);
  *needed = !given || replace_all_assembly(f, copy, &sites);
  define_declared(f, copy);
  align_objects(f, copy);
  call_entry(f, copy);
  rename_own(copy);
  if (kind == COPY_TRACED) trace_imports(copy, traced);
  map_u32_release(&kept);
  map_u32_release(&sites);
  vec_value_release(&functions);
  if (!readable) LLVMStripModuleDebugInfo(copy);
  bool written = !*needed || !LLVMWriteBitcodeToFile(copy, file);
  if (written && *needed && !readable) write_object(copy, file);
  LLVMDisposeModule(copy);
  if (!written) error_set(f->error, EXIT_INTERNAL, "%s: cannot be written", file);
  return written;
}

static bool write_copy(struct front *f, const char *file, enum copy_kind kind, bool *needed) {
  return write_copy_traced(f, file, kind, needed, NULL);
}

static bool has_assembly(struct front *f) {
  for (uint32_t i = 0; i < f->cfa->approximated.size; i++)
    if (!strcmp(f->cfa->approximated.data[i], "inline assembly")) return true;
  return false;
}

bool module_write_replay(struct front *f, const char *file) {
  bool needed;
  if (has_assembly(f)) {
    struct text given = {0};
    text_printf(&given, "%s" FRONT_GIVEN, file);
    bool written = write_copy(f, text_cstr(&given), COPY_GIVEN, &needed);
    text_release(&given);
    if (!written) return false;
  }
  return write_copy(f, file, COPY_PLAIN, &needed);
}

bool module_write_covered(struct front *f, const char *file) {
  bool needed;
  return write_copy(f, file, COPY_COVERED, &needed);
}

bool module_write_traced(struct front *f, const char *file, struct front_traced *out) {
  bool needed;
  return write_copy_traced(f, file, COPY_TRACED, &needed, out);
}

bool module_write_copy(struct front *f, const char *file, bool given) {
  bool needed;
  return write_copy(f, file, given ? COPY_GIVEN_READABLE : COPY_READABLE, &needed) && needed;
}
