// What pointers may point to: unification (Steensgaard), field-insensitive,
// over all reachable functions, with indirect calls resolved on the way.
//
// Every value that may carry an address has a node: the class of memory it may
// point to. Copying unifies nodes; loading and storing go through `to`, the
// class that the contents of a class point to. Each class becomes one region:
// one array variable. Two accesses in different classes cannot touch the same memory.
//
// Integers carry addresses too (casts, structs passed as words, bytes copied one by
// one, pointers put together from parts), so loads, stores, casts, selections and arithmetic of any type propagate.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/undefined.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/translate/call.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"

// --- union-find ------------------------------------------------------------------

static uint32_t node_new(struct pointsto *p) {
  uint32_t n = p->parent.size;
  vec_u32_push(&p->parent, n);
  vec_u32_push(&p->to, 0);
  vec_u32_push(&p->functions, 0);
  vec_u32_push(&p->flags, 0);
  return n;
}

static uint32_t node_root(struct pointsto *p, uint32_t n) {
  while (p->parent.data[n] != n) {
    p->parent.data[n] = p->parent.data[p->parent.data[n]];
    n = p->parent.data[n];
  }
  return n;
}

static void node_add_function(struct pointsto *p, uint32_t n, LLVMValueRef function) {
  n = node_root(p, n);
  if (!p->functions.data[n]) {
    vec_ptr_push(&p->function_sets, mem_zalloc(1, sizeof(struct vec_value)));
    p->functions.data[n] = p->function_sets.size;
  }
  struct vec_value *set = p->function_sets.data[p->functions.data[n] - 1];
  for (uint32_t i = 0; i < set->size; i++)
    if (set->data[i] == function) return;
  vec_value_push(set, function);
}

static bool node_unify(struct pointsto *p, uint32_t a, uint32_t b) {
  struct vec_u32 work = {0};
  bool changed = false;
  vec_u32_push(&work, a);
  vec_u32_push(&work, b);
  while (work.size) {
    b = node_root(p, vec_u32_pop(&work));
    a = node_root(p, vec_u32_pop(&work));
    if (a == b) continue;
    changed = true;
    p->parent.data[b] = a;
    p->flags.data[a] |= p->flags.data[b];
    if (p->functions.data[b]) {
      struct vec_value *set = p->function_sets.data[p->functions.data[b] - 1];
      for (uint32_t i = 0; i < set->size; i++) node_add_function(p, a, set->data[i]);
    }
    uint32_t ta = p->to.data[a], tb = p->to.data[b];
    if (!ta) {
      p->to.data[a] = tb;
    } else if (tb) {
      vec_u32_push(&work, ta);
      vec_u32_push(&work, tb);
    }
  }
  vec_u32_release(&work);
  return changed;
}

static uint32_t node_to(struct pointsto *p, uint32_t n) {
  n = node_root(p, n);
  if (!p->to.data[n]) {
    uint32_t fresh = node_new(p);
    p->to.data[n] = fresh;
  }
  return node_root(p, p->to.data[n]);
}

static bool node_mark(struct pointsto *p, uint32_t n, uint32_t flags) {
  n = node_root(p, n);
  bool fresh = (p->flags.data[n] & flags) != flags;
  p->flags.data[n] |= flags;
  return fresh;
}

// --- nodes of values -----------------------------------------------------------------

static uint32_t target(struct front *f, LLVMValueRef value);

// Differences of addresses and comparisons with addresses make no addresses and show none of their bits.
static bool only_compared(struct front *f, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool difference = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub &&
                      LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1));
    bool compared = LLVMIsAICmpInst(user) && disguised_compared_well(f, address, user);
    if (!compared && !difference) return false;
  }
  return true;
}

static uint32_t target_of_constant(struct front *f, LLVMValueRef value) {
  struct pointsto *p = &f->points;
  if (LLVMIsAConstantExpr(value)) {
    // The base of an address computation, or both sides of a sum.
    uint32_t node = target(f, LLVMGetOperand(value, 0));
    if (LLVMGetConstOpcode(value) != LLVMGetElementPtr)
      for (int i = 1; i < LLVMGetNumOperands(value); i++)
        node_unify(p, node, target(f, LLVMGetOperand(value, (unsigned)i)));
    if (LLVMGetConstOpcode(value) == LLVMPtrToInt && !only_compared(f, value) && !is_disguised(f, value))
      node_mark(p, node, NODE_BITS | NODE_EXPOSED);
    if (LLVMGetConstOpcode(value) == LLVMIntToPtr && !pointsto_is_plain(LLVMGetOperand(value, 0)) &&
        !is_disguised(f, LLVMGetOperand(value, 0)))
      node_mark(p, node, NODE_FROM_INTEGER);
    return node;
  }
  uint32_t node = node_new(p);
  if (LLVMIsAGlobalAlias(value)) node_unify(p, node, target(f, LLVMAliasGetAliasee(value)));
  if (LLVMIsAFunction(value)) node_add_function(p, node, value);
  if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value)) node_mark(p, node, NODE_ORIGIN);
  if (LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value) || LLVMIsAConstantVector(value))
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
      node_unify(p, node, target(f, LLVMGetOperand(value, (unsigned)i)));
  return node;
}

// Plain numbers are shared by everyone and point nowhere: they must not join what they meet.
bool pointsto_is_plain(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) || LLVMIsAConstantPointerNull(value) ||
         LLVMIsUndef(value) || LLVMIsAConstantAggregateZero(value) || LLVMIsAConstantDataArray(value);
}

static uint32_t target(struct front *f, LLVMValueRef value) {
  struct pointsto *p = &f->points;
  uint32_t *found = map_u32_find(&p->target, key_of(value));
  if (found) return node_root(p, *found);
  uint32_t node = LLVMIsConstant(value) ? target_of_constant(f, value) : node_new(p);
  if (!pointsto_is_plain(value)) map_u32_put(&p->target, key_of(value), node);
  return node_root(p, node);
}

static uint32_t result_node(struct front *f, LLVMValueRef function) {
  struct pointsto *p = &f->points;
  uint32_t *found = map_u32_find(&p->result, key_of(function));
  if (found) return node_root(p, *found);
  uint32_t node = node_new(p);
  map_u32_put(&p->result, key_of(function), node);
  return node;
}

// --- constraints --------------------------------------------------------------------------

void front_add_function(struct front *f, LLVMValueRef function) {
  for (uint32_t i = 0; i < f->functions.size; i++)
    if (f->functions.data[i] == function) return;
  vec_value_push(&f->functions, function);
}

// The extra arguments of a variadic call lie in a block of memory that va_arg reads through its list. The block has the
// node of the function's entry block, which as a value is of no other use.
static uint32_t variadic_node(struct front *f, LLVMValueRef function) {
  uint32_t node = target(f, LLVMBasicBlockAsValue(LLVMGetFirstBasicBlock(function)));
  node_mark(&f->points, node, NODE_ORIGIN | NODE_VARIADIC);
  return node;
}

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

// Types that caller and callee do not agree on convert addresses as a cast would.
static void bind_types(struct front *f, LLVMTypeRef a, LLVMTypeRef b, uint32_t node) {
  if (is_pointer(a) != is_pointer(b))
    node_mark(&f->points, node, NODE_FROM_INTEGER | NODE_PUNNED | NODE_BITS | NODE_EXPOSED);
}

static bool bind_call(struct front *f, LLVMValueRef call, LLVMValueRef function) {
  struct pointsto *p = &f->points;
  bool changed = false;
  unsigned n = LLVMGetNumArgOperands(call), k = LLVMCountParams(function);
  for (unsigned i = 0; i < n; i++) {
    if (pointsto_is_plain(LLVMGetOperand(call, i))) continue;
    uint32_t argument = target(f, LLVMGetOperand(call, i));
    if (i < k) {
      changed |= node_unify(p, target(f, LLVMGetParam(function, i)), argument);
      bind_types(f, LLVMTypeOf(LLVMGetOperand(call, i)), LLVMTypeOf(LLVMGetParam(function, i)), argument);
    } else if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) {
      // A structure by value is copied into the block, its address is not.
      bool copied = LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
      changed |= node_unify(p, node_to(p, variadic_node(f, function)), copied ? node_to(p, argument) : argument);
    }
  }
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) {
    changed |= node_unify(p, target(f, call), result_node(f, function));
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    if (LLVMGetTypeKind(result) != LLVMVoidTypeKind) bind_types(f, LLVMTypeOf(call), result, target(f, call));
  }
  return changed;
}

static void constrain_builtin(struct front *f, LLVMValueRef call, enum builtin builtin) {
  struct pointsto *p = &f->points;
  switch (builtin) {
  case BUILTIN_MEMCPY:
    node_unify(p, node_to(p, target(f, LLVMGetOperand(call, 0))), node_to(p, target(f, LLVMGetOperand(call, 1))));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
      node_unify(p, target(f, call), target(f, LLVMGetOperand(call, 0)));
    break;
  case BUILTIN_VA_COPY: // the list itself is memory: copied as such
    node_unify(p, node_to(p, target(f, LLVMGetOperand(call, 0))), node_to(p, target(f, LLVMGetOperand(call, 1))));
    break;
  case BUILTIN_VA_START: {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    node_unify(p, node_to(p, target(f, LLVMGetOperand(call, 0))), variadic_node(f, function));
    break;
  }
  case BUILTIN_MALLOC:
  case BUILTIN_ALLOCA: node_mark(p, node_to(p, target(f, call)), NODE_UNWRITTEN); // fall through
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC: node_mark(p, target(f, call), NODE_ORIGIN); break;
  case BUILTIN_NONDET:
  case BUILTIN_ARBITRARY:
    node_mark(p, target(f, call), is_pointer(LLVMTypeOf(call)) ? NODE_UNKNOWN : NODE_INTEGER_INPUT);
    break;
  case BUILTIN_NONDET_MEMORY: node_mark(p, node_to(p, target(f, LLVMGetOperand(call, 0))), NODE_INTEGER_INPUT); break;
  case BUILTIN_MEMSET:
  case BUILTIN_EXPECT:
  case BUILTIN_MASK:
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
      node_unify(p, target(f, call), target(f, LLVMGetOperand(call, 0)));
    break;
  default: // arithmetic
    if (builtin < BUILTIN_ABS || builtin > BUILTIN_FUNNEL) break;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
      node_unify(p, target(f, call), target(f, LLVMGetOperand(call, k)));
  }
}

static bool constrain_pointer_call(struct front *f, LLVMValueRef call) {
  bool changed = indirect_is_unknown(f, call) && undefined_reach(f, call, NULL);
  struct vec_value candidates = {0};
  indirect_candidates(f, call, &candidates);
  for (uint32_t i = 0; i < candidates.size; i++) {
    LLVMValueRef candidate = candidates.data[i];
    uint32_t detail;
    if (builtin_of(f, candidate, &detail) != BUILTIN_NONE) continue;
    if (!function_has_body(candidate)) {
      changed |= undefined_reach(f, call, candidate);
      continue;
    }
    uint32_t before = f->functions.size;
    front_add_function(f, candidate);
    changed |= before != f->functions.size;
    changed |= bind_call(f, call, candidate);
  }
  vec_value_release(&candidates);
  return changed;
}

static bool constrain_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (function) {
    uint32_t detail;
    enum builtin builtin = builtin_of(f, function, &detail);
    if (builtin != BUILTIN_NONE) {
      constrain_builtin(f, call, builtin);
      return false;
    }
    if (!function_has_body(function)) { // its result is a pointer to memory that nothing but its results points to,
                                        // unless --undefined says otherwise
      undefined_reach(f, call, function);
      return false;
    }
    front_add_function(f, function);
    return bind_call(f, call, function);
  }
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) {
    assembly_reach(f, call);
    return false;
  }
  return constrain_pointer_call(f, call);
}

// Does a sum add more than one constant to a disguised pointer, be it in the iterations of a loop?
static bool moves_far(struct front *f, LLVMValueRef sum) {
  LLVMValueRef left = LLVMGetOperand(sum, 0), right = LLVMGetOperand(sum, 1);
  if (!LLVMIsAConstantInt(left) && !LLVMIsAConstantInt(right)) return true;
  return disguised_is_moved(is_disguised(f, left) ? left : right);
}

static void constrain(struct front *f, LLVMValueRef i) {
  struct pointsto *p = &f->points;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAlloca: node_mark(p, target(f, i), NODE_ORIGIN); break;
  case LLVMLoad: node_unify(p, target(f, i), node_to(p, target(f, LLVMGetOperand(i, 0)))); break;
  case LLVMStore: node_unify(p, node_to(p, target(f, LLVMGetOperand(i, 1))), target(f, LLVMGetOperand(i, 0))); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: {
    uint32_t contents = node_to(p, target(f, LLVMGetOperand(i, 0)));
    node_unify(p, contents, target(f, i));
    for (unsigned k = 1; k < (LLVMGetInstructionOpcode(i) == LLVMAtomicCmpXchg ? 3u : 2u); k++)
      node_unify(p, contents, target(f, LLVMGetOperand(i, k)));
    break;
  }
  case LLVMGetElementPtr: {
    // An address written as an offset from null, or from another number, is in the index.
    LLVMValueRef base = LLVMGetOperand(i, 0);
    bool from_number = LLVMIsAConstantPointerNull(base) ||
                       (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMIntToPtr);
    if (from_number) node_mark(p, target(f, i), NODE_FROM_INTEGER);
    for (unsigned k = 0; k < (from_number ? (unsigned)LLVMGetNumOperands(i) : 1u); k++)
      node_unify(p, target(f, i), target(f, LLVMGetOperand(i, k)));
    break;
  }
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMExtractValue:
  case LLVMFreeze:
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 0)));
    if (LLVMIsAIntToPtrInst(i) && !LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && !is_disguised(f, LLVMGetOperand(i, 0)))
      node_mark(p, target(f, i), NODE_FROM_INTEGER);
    if (LLVMIsAPtrToIntInst(i) && !only_compared(f, i) && !is_disguised(f, i))
      node_mark(p, target(f, i), NODE_BITS | NODE_EXPOSED);
    break;
  case LLVMInsertValue:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractElement:
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 0)));
    if (LLVMGetInstructionOpcode(i) != LLVMExtractElement) node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 1)));
    break;
  case LLVMSelect:
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 1)));
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 2)));
    break;
  case LLVMPHI:
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
      node_unify(p, target(f, i), target(f, LLVMGetIncomingValue(i, k)));
    break;
  case LLVMAdd:
  case LLVMSub:
    if (is_disguised(f, i) && moves_far(f, i)) node_mark(p, target(f, i), NODE_MOVED); // fall through
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 0)));
    node_unify(p, target(f, i), target(f, LLVMGetOperand(i, 1)));
    break;
  case LLVMRet:
    if (LLVMGetNumOperands(i)) {
      LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
      node_unify(p, result_node(f, function), target(f, LLVMGetOperand(i, 0)));
    }
    break;
  default: break;
  }
}

// --- the program -----------------------------------------------------------------------------
// What initialisers say holds of the globals that the functions name, directly or through other initialisers: nobody
// comes to the others, unless by external addresses (kernels have tables that the linker collects, for example).

static void reach_constant(struct front *f, LLVMValueRef value);

static void reach_global(struct front *f, LLVMValueRef global) {
  struct pointsto *p = &f->points;
  LLVMValueRef initial = LLVMGetInitializer(global);
  if (!initial || map_u32_find(&p->named, key_of(global))) return;
  map_u32_put(&p->named, key_of(global), 1);
  node_unify(p, node_to(p, target(f, global)), target(f, initial));
  reach_constant(f, initial);
}

static void reach_constant(struct front *f, LLVMValueRef value) {
  if (LLVMIsAGlobalVariable(value)) {
    reach_global(f, value);
  } else if (LLVMIsAGlobalAlias(value)) {
    reach_constant(f, LLVMAliasGetAliasee(value));
  } else if (LLVMIsAConstantExpr(value) || LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value) ||
             LLVMIsAConstantVector(value)) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++) reach_constant(f, LLVMGetOperand(value, (unsigned)i));
  }
}

static void reach_all_globals(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) reach_global(f, g);
}

static void constrain_function(struct front *f, LLVMValueRef function) {
  struct pointsto *p = &f->points;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (operand && LLVMIsConstant(operand)) reach_constant(f, operand);
      }
      if (LLVMGetInstructionOpcode(i) == LLVMCall) {
        constrain_call(f, i);
        if (!called_function(i)) vec_value_push(&p->calls, i);
      } else {
        constrain(f, i);
      }
    }
}

void pointsto_run(struct front *f) {
  struct pointsto *p = &f->points;
  if (!p->parent.size) {
    node_new(p); // 0 is none
    disguised_find(f);
  }
  for (bool again = true; again;) {
    again = false;
    for (; p->done < f->functions.size; p->done++) constrain_function(f, f->functions.data[p->done]);
    if (f->globals_exposed && !p->all_named) {
      p->all_named = true;
      reach_all_globals(f);
    }
    indirect_spread(f);
    for (uint32_t i = 0; i < p->calls.size; i++) again |= constrain_call(f, p->calls.data[i]);
    again |= p->done < f->functions.size || (f->globals_exposed && !p->all_named);
  }
}

uint32_t pointsto_root(struct front *f, uint32_t node) { return node_root(&f->points, node); }
uint32_t pointsto_contents(struct front *f, uint32_t node) { return node_to(&f->points, node); }
bool pointsto_has_contents(struct front *f, uint32_t node) { return f->points.to.data[pointsto_root(f, node)] != 0; }
bool pointsto_unify(struct front *f, uint32_t a, uint32_t b) { return node_unify(&f->points, a, b); }
uint32_t pointsto_new(struct front *f) { return node_new(&f->points); }
uint32_t pointsto_flags(struct front *f, uint32_t node) { return f->points.flags.data[node_root(&f->points, node)]; }
bool pointsto_mark(struct front *f, uint32_t node, uint32_t flags) { return node_mark(&f->points, node, flags); }
uint32_t pointsto_target(struct front *f, LLVMValueRef value) { return target(f, value); }
uint32_t pointsto_result(struct front *f, LLVMValueRef function) { return result_node(f, function); }
uint32_t pointsto_variadic(struct front *f, LLVMValueRef function) { return variadic_node(f, function); }

struct vec_value *pointsto_functions(struct front *f, LLVMValueRef pointer) {
  struct pointsto *p = &f->points;
  uint32_t node = target(f, pointer); // may be a new one
  uint32_t set = p->functions.data[node];
  return set ? p->function_sets.data[set - 1] : NULL;
}

void pointsto_release(struct front *f) {
  struct pointsto *p = &f->points;
  for (uint32_t i = 0; i < p->function_sets.size; i++) {
    vec_value_release(p->function_sets.data[i]);
    mem_free(p->function_sets.data[i]);
  }
  vec_u32_release(&p->parent);
  vec_u32_release(&p->to);
  vec_u32_release(&p->flags);
  vec_value_release(&p->calls);
  vec_u32_release(&p->functions);
  vec_ptr_release(&p->function_sets);
  map_u32_release(&p->disguised);
  map_u32_release(&p->named);
  map_u32_release(&p->target);
  map_u32_release(&p->result);
  vec_value_release(&p->taken);
  vec_region_release(&p->regions);
}

// --- regions --------------------------------------------------------------------------------------
// Cells as wide as the accesses where all of them agree: same size, and every address computed in the region moves by
// multiples of it.

static struct region *region_at(struct front *f, uint32_t node) {
  struct pointsto *p = &f->points;
  if (p->regions.size < p->parent.size) {
    uint32_t old = p->regions.size;
    vec_region_resize(&p->regions, p->parent.size);
    for (uint32_t i = old; i < p->regions.size; i++) p->regions.data[i] = (struct region){.var = CFA_NONE, .cell = 1};
  }
  return &p->regions.data[node_root(p, node)];
}

static void region_access(struct front *f, uint32_t node, uint64_t size) {
  struct region *r = region_at(f, node);
  if (size != 1 && size != 2 && size != 4 && size != 8) r->split = true;
  else if (!r->size) r->size = (uint32_t)size;
  else if (r->size != size) r->split = true;
}

static void region_align(struct front *f, uint32_t node, uint64_t align) {
  struct region *r = region_at(f, node);
  if (!r->align || align < r->align) r->align = (uint32_t)align;
}

static void region_access_type(struct front *f, LLVMValueRef pointer, LLVMTypeRef type, unsigned align) {
  uint64_t offset;
  struct object *object = object_at(f, pointer, &offset);
  if (object && !object->in_memory) return;
  struct vec_leaf leaves = {0};
  type_leaves(f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++) {
    uint64_t at = leaves.data[i].offset | align;
    region_access(f, target(f, pointer), (type_bits(f, leaves.data[i].type) + 7) / 8);
    region_align(f, target(f, pointer), at & -at);
  }
  vec_leaf_release(&leaves);
}

// The largest power of two that divides every step of an address computation.
static uint64_t gep_step(struct front *f, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t bits = 0;
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    uint64_t scale;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
      bits |= LLVMOffsetOfElement(f->layout, type, k);
      type = LLVMStructGetTypeAtIndex(type, k);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    scale = type_alloc_size(f, type);
    bits |= LLVMIsAConstantInt(index) ? scale * (uint64_t)LLVMConstIntGetSExtValue(index) : scale;
  }
  return bits ? bits & -bits : 16;
}

static void least_step(struct region *r, uint64_t distance) {
  uint64_t step = distance & -distance;
  if (step && step < 16 && (!r->objects || step < r->objects))
    r->objects = (uint32_t)step; // `objects` holds the least step until all are seen
}

static void region_step(struct front *f, LLVMValueRef gep) {
  least_step(region_at(f, target(f, gep)), gep_step(f, gep));
}

// A pointer in disguise moves by a number, too.
static void disguised_step(struct front *f, LLVMValueRef sum) {
  struct region *r = region_at(f, target(f, sum));
  LLVMValueRef number = LLVMGetOperand(sum, is_disguised(f, LLVMGetOperand(sum, 0)) ? 1 : 0);
  if (LLVMIsAConstantInt(number)) least_step(r, (uint64_t)LLVMConstIntGetSExtValue(number));
  else r->split = true;
}

static bool only_disguises(struct front *f, LLVMValueRef constant) {
  LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  return opcode == LLVMIntToPtr ? is_disguised(f, LLVMGetOperand(constant, 0)) : is_disguised(f, constant);
}

static void scan_constant(struct front *f, LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMGetElementPtr) region_step(f, value);
    else if ((opcode == LLVMAdd || opcode == LLVMSub) && is_disguised(f, value)) disguised_step(f, value);
    else if (!only_disguises(f, value) && opcode != LLVMBitCast) region_at(f, target(f, value))->split = true;
  }
  if (LLVMIsAConstantExpr(value) || LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value) ||
      LLVMIsAConstantVector(value))
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
      LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
      if (LLVMIsConstant(operand) && !LLVMIsAGlobalValue(operand)) scan_constant(f, operand);
    }
}

static void scan_range(struct front *f, LLVMValueRef call, unsigned argument, LLVMValueRef length) {
  LLVMValueRef pointer = LLVMGetOperand(call, argument);
  LLVMAttributeRef align =
      LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName("align", 5));
  uint64_t offset;
  struct object *object = object_at(f, pointer, &offset);
  if (object && !object->in_memory) return;
  struct region *r = region_at(f, target(f, pointer));
  uint64_t n = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 1;
  least_step(r, n);
  region_align(f, target(f, pointer), align ? LLVMGetEnumAttributeValue(align) : 1);
}

// Memory copied into variables is read cell by cell.
static void scan_copy_to_variables(struct front *f, LLVMValueRef call) {
  uint64_t offset, unused;
  struct object *to = object_at(f, LLVMGetOperand(call, 0), &offset),
                *from = object_at(f, LLVMGetOperand(call, 1), &unused);
  if (!to || to->in_memory || (from && !from->in_memory)) return;
  uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
  for (uint32_t i = 0; i < to->cells.size; i++) {
    struct cell *c = &to->cells.data[i];
    if (c->offset < offset || c->offset >= offset + n) continue;
    region_access(f, target(f, LLVMGetOperand(call, 1)), c->size);
    least_step(region_at(f, target(f, LLVMGetOperand(call, 1))), c->offset - offset);
  }
}

static void scan_call(struct front *f, LLVMValueRef i) {
  LLVMValueRef function = called_function(i);
  uint32_t detail;
  if ((!function || !function_has_body(function)) && undefined_structure_of_call(i)) // its parts may have any size
    region_at(f, target(f, LLVMGetOperand(i, 0)))->split = true;
  if (!function) {
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
      for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
        region_at(f, target(f, LLVMGetOperand(i, k)))->split = true;
    return;
  }
  switch (builtin_of(f, function, &detail)) {
  case BUILTIN_MEMCPY:
    if (LLVMGetNumArgOperands(i) < 3) break;
    scan_range(f, i, 0, LLVMGetOperand(i, 2));
    scan_range(f, i, 1, LLVMGetOperand(i, 2));
    scan_copy_to_variables(f, i);
    break;
  case BUILTIN_MEMSET:
    if (LLVMGetNumArgOperands(i) < 3) break;
    scan_range(f, i, 0, LLVMGetOperand(i, 2));
    break;
  case BUILTIN_SETJMP:
  case BUILTIN_LONGJMP:
    if (LLVMGetNumArgOperands(i)) region_access_type(f, LLVMGetOperand(i, 0), LLVMInt64TypeInContext(f->context), 8);
    break;
  case BUILTIN_MASK:
  case BUILTIN_NONDET_MEMORY:
  case BUILTIN_VA_START:
  case BUILTIN_VA_COPY:
    for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) region_at(f, target(f, LLVMGetOperand(i, k)))->split = true;
    break;
  default: break;
  }
}

static void scan_instruction(struct front *f, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (LLVMIsConstant(operand) && !LLVMIsAGlobalValue(operand)) scan_constant(f, operand);
  }
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: region_access_type(f, LLVMGetOperand(i, 0), LLVMTypeOf(i), LLVMGetAlignment(i)); break;
  case LLVMStore:
    region_access_type(f, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), LLVMGetAlignment(i));
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    region_access_type(f, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)), LLVMGetAlignment(i));
    break;
  case LLVMGetElementPtr: region_step(f, i); break;
  case LLVMAdd:
  case LLVMSub:
    if (is_disguised(f, i)) disguised_step(f, i);
    break;
  case LLVMIntToPtr:
    if (!is_disguised(f, LLVMGetOperand(i, 0))) region_at(f, target(f, i))->split = true;
    break;
  case LLVMPtrToInt: // anything but differences and comparisons may make an address that is not aligned
    if (!only_compared(f, i) && !is_disguised(f, i)) region_at(f, target(f, i))->split = true;
    break;
  case LLVMCall: scan_call(f, i); break;
  default: break;
  }
}

// Copies between regions need the same cells on both sides.
static bool agree_on_copies(struct front *f) {
  bool changed = false;
  for (uint32_t g = 0; g < f->functions.size; g++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[g]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        uint32_t detail;
        if (LLVMGetInstructionOpcode(i) != LLVMCall || !called_function(i) ||
            builtin_of(f, called_function(i), &detail) != BUILTIN_MEMCPY)
          continue;
        uint64_t offset;
        struct object *to = object_at(f, LLVMGetOperand(i, 0), &offset),
                      *from = object_at(f, LLVMGetOperand(i, 1), &offset);
        if ((to && !to->in_memory) || (from && !from->in_memory)) continue;
        struct region *a = region_at(f, target(f, LLVMGetOperand(i, 0)));
        struct region *c = region_at(f, target(f, LLVMGetOperand(i, 1)));
        if (a->cell != c->cell) {
          a->cell = c->cell = 1;
          changed = true;
        }
      }
  return changed;
}

void regions_find_cells(struct front *f) {
  struct pointsto *p = &f->points;
  for (uint32_t g = 0; g < f->functions.size; g++) {
    LLVMValueRef function = f->functions.data[g];
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) scan_instruction(f, i);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned k = 0; k < LLVMCountParams(function); k++)
      if (LLVMGetEnumAttributeAtIndex(function, k + 1, byval))
        region_at(f, target(f, LLVMGetParam(function, k)))->split = true;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) region_at(f, variadic_node(f, function))->split = true;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef initial = LLVMGetInitializer(g);
    struct object *object = object_of(f, g);
    if (!initial || !object) continue;
    scan_constant(f, initial);
    if (object->in_memory) {
      struct vec_leaf leaves = {0};
      if (!constant_is_zero(initial)) type_leaves(f, LLVMGlobalGetValueType(g), 0, &leaves);
      for (uint32_t k = 0; k < leaves.size; k++)
        region_access(f, target(f, g), (type_bits(f, leaves.data[k].type) + 7) / 8);
      vec_leaf_release(&leaves);
    }
  }
  region_at(f, p->reached)->split |= p->reached != 0; // addresses in it may be anything
  for (uint32_t n = 0; n < p->regions.size; n++) {
    struct region *r = &p->regions.data[n];
    uint32_t flags = pointsto_flags(f, n);
    bool aligned = (!r->objects || r->objects >= r->size) && !(flags & NODE_PUNNED);
    // Objects of the program are aligned for all cells; an external address is as the accesses say, which is less
    // for packed types.
    bool elsewhere = flags & (NODE_UNKNOWN | NODE_OUTSIDE | NODE_FOREIGN) || !(flags & NODE_ORIGIN);
    if (elsewhere && r->align && r->align < r->size) aligned = false;
    r->cell = !r->split && r->size && aligned ? r->size : 1;
    r->objects = 0;
  }
  while (agree_on_copies(f)) continue;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    struct object *object = &f->objects.data[i];
    if (!object->in_memory) continue;
    struct region *r = region_at(f, target(f, object->value));
    r->objects++;
    r->name = r->objects == 1 ? object->name : NULL;
  }
}

uint32_t region_cell(struct front *f, uint32_t node) { return region_at(f, node)->cell; }

uint32_t region_var(struct front *f, uint32_t node) {
  struct region *r = region_at(f, node);
  if (r->var != CFA_NONE) return r->var;
  uint32_t shift = (uint32_t)__builtin_ctz(r->cell);
  struct sort index = sort_bv(f->tm, f->pointer_bits - shift), element = sort_bv(f->tm, r->cell * 8);
  uint32_t var =
      cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, r->name ? r->name : "memory", "", sort_array(f->tm, index, element));
  region_at(f, node)->var = var;
  return var;
}
