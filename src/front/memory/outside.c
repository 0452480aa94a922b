// Pointers that come from where the program's text does not show: inputs, parameters of the entry function, contents of
// extern variables, integers that happen to be addresses. Where such a pointer is used to access memory, it may point
// to whatever C allows:
//
// - an input, or an integer that is one: to memory that such pointers share, and to an object if the program compares
//   it with the object's address or has cast the address to an integer. (Otherwise the program could not know that it
//   has got a pointer to the object, and C gives no meaning to an access through a pointer that was not made from the
//   object's address.)
// - what is there before the first statement (parameters of the entry function, contents of extern variables): to every
//   global that other files can name, and every global whose address is taken; not to locals and blocks, which come
//   later.
//
// It does not matter if an object that is constant and private is pointed to, since reading it through an unknown
// pointer gives an arbitrary value. Pointers that are compared only need nothing of this: addresses are numbers.
#include "front/context.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/start/arguments.h"

// Variables of the C library: what they point to is the library's own.
static bool is_of_library(LLVMValueRef global) {
  static const char *const names[] = {
      "stdin",
      "stdout",
      "stderr",
      "environ",
      "__environ",
      "optarg",
      "tzname",
      "program_invocation_name",
      "program_invocation_short_name",
      "sys_errlist",
      "_sys_errlist",
      "__progname",
      "signgam",
  };
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

// New marks matter for what is called through such pointers (indirect.c).
static bool mark_sources(struct front *f) {
  bool changed = arguments_mark(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) && !is_of_library(g))
      changed |= pointsto_mark(f, pointsto_contents(f, pointsto_target(f, g)), NODE_OUTSIDE | NODE_INTEGER_INPUT);
  if (!strcmp(f->options->entry, "main")) return changed;
  LLVMValueRef entry = f->entry;
  for (unsigned k = 0; k < LLVMCountParams(entry); k++) {
    uint32_t node = pointsto_target(f, LLVMGetParam(entry, k));
    bool is_object = argument_structure(entry, k) != NULL; // of its own: its contents are external
    if (is_object) changed |= pointsto_mark(f, node, NODE_ORIGIN);
    changed |= pointsto_mark(f, is_object ? pointsto_contents(f, node) : node, NODE_OUTSIDE | NODE_INTEGER_INPUT);
  }
  return changed;
}

bool is_anything(uint32_t flags) {
  bool input = flags & NODE_INTEGER_INPUT, nowhere = !(flags & NODE_ORIGIN);
  return flags & NODE_UNKNOWN || (flags & (NODE_FROM_INTEGER | NODE_PUNNED) && (input || nowhere));
}

static bool use_pointer(struct front *f, LLVMValueRef user, LLVMValueRef pointer) {
  struct pointsto *p = &f->points;
  if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) || pointsto_is_plain(pointer)) return false;
  uint32_t node = pointsto_target(f, pointer), flags = pointsto_flags(f, node);
  bool changed = false;
  if (is_anything(flags)) {
    if (!p->anything) {
      p->anything = pointsto_new(f);
      p->anything_use = user;
    }
    changed |= pointsto_unify(f, p->anything, node);
    changed |= pointsto_mark(f, pointsto_contents(f, p->anything), NODE_UNKNOWN);
  }
  if (p->observed && flags & (NODE_FROM_INTEGER | NODE_PUNNED | NODE_MOVED))
    changed |= pointsto_unify(f, p->observed, node);
  if (flags & NODE_OUTSIDE) {
    if (!p->outside) {
      p->outside = pointsto_new(f);
      p->outside_use = user;
    }
    changed |= pointsto_unify(f, p->outside, node);
    changed |= pointsto_mark(f, pointsto_contents(f, p->outside), NODE_OUTSIDE | NODE_INTEGER_INPUT);
    changed |= !f->globals_exposed;
    f->globals_exposed = true;
  }
  return changed;
}

// Is it an integer with bits of an object's address?
bool tells_address(struct front *f, LLVMValueRef value) {
  if (pointsto_is_plain(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind) return false;
  uint32_t wanted = NODE_BITS | NODE_ORIGIN;
  return (pointsto_flags(f, pointsto_target(f, value)) & wanted) == wanted;
}

// The bits of an address that decide where the program goes or how many bytes it sets, that become a float, or that are
// added to another address, whose difference to a third one says them again, may come back as an integer that was put
// together from constants: nothing shows which object it points into. So all such
// addresses and all pointers that are made from integers share a class.
static bool share_told(struct front *f, LLVMValueRef value) {
  struct pointsto *p = &f->points;
  uint32_t wanted = NODE_BITS | NODE_ORIGIN;
  if (pointsto_is_plain(value) || (pointsto_flags(f, pointsto_target(f, value)) & wanted) != wanted) return false;
  bool first = !p->observed;
  if (first) p->observed = pointsto_new(f);
  return pointsto_unify(f, p->observed, pointsto_target(f, value)) || first;
}

// Of a value that is no pointer: those are compared as addresses, which tells nothing of their bits.
static bool share_number(struct front *f, LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind && share_told(f, value);
}

static bool tell_by_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  switch (function ? builtin_of(f, function, &detail) : BUILTIN_NONE) {
  case BUILTIN_MALLOC:
  case BUILTIN_CALLOC:
  case BUILTIN_ZALLOC:
  case BUILTIN_ALLOCA:
  case BUILTIN_MEMCPY:
  case BUILTIN_MEMSET:
  case BUILTIN_NONDET_MEMORY:
  case BUILTIN_LONGJMP: break;
  default: return false;
  }
  bool changed = false;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) changed |= share_number(f, LLVMGetOperand(call, k));
  return changed;
}

static bool tell_by_index(struct front *f, LLVMValueRef gep) {
  bool changed = false;
  for (int k = 1; k < LLVMGetNumOperands(gep); k++) changed |= share_number(f, LLVMGetOperand(gep, (unsigned)k));
  return changed;
}

static bool tell_address(struct front *f, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMGetElementPtr: return tell_by_index(f, i);
  case LLVMICmp:
  case LLVMFCmp: {
    bool left = share_number(f, LLVMGetOperand(i, 0)), right = share_number(f, LLVMGetOperand(i, 1));
    return left || right;
  }
  case LLVMBr: return LLVMIsConditional(i) && share_number(f, LLVMGetCondition(i));
  case LLVMSwitch:
  case LLVMSelect:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMAlloca: return share_number(f, LLVMGetOperand(i, 0));
  case LLVMCall: return tell_by_call(f, i);
  default: return false;
  }
}

static bool use_call(struct front *f, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  bool changed = false;
  switch (function ? builtin_of(f, function, &detail) : BUILTIN_NONE) {
  case BUILTIN_MEMCPY: changed |= use_pointer(f, call, LLVMGetOperand(call, 1)); // fall through
  case BUILTIN_MEMSET:
  case BUILTIN_SETJMP:
  case BUILTIN_LONGJMP:
  case BUILTIN_NONDET_MEMORY: return use_pointer(f, call, LLVMGetOperand(call, 0)) || changed;
  default: return false;
  }
}

static bool is_moved(struct front *f, LLVMValueRef value) {
  return is_disguised(f, value) && disguised_is_moved(value);
}

// What is compared may be the same, unless both are known to come from addresses of objects. Where one is a number, the
// comparison tells of the other's bits.
static bool use_comparison(struct front *f, LLVMValueRef compare) {
  LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
  if (pointsto_is_plain(left) || pointsto_is_plain(right)) return false;
  uint32_t a = pointsto_target(f, left), b = pointsto_target(f, right);
  uint32_t x = pointsto_flags(f, a), y = pointsto_flags(f, b);
  bool number = (x | y) & (NODE_FROM_INTEGER | NODE_PUNNED);
  bool changed = false;
  uint32_t unwritten = LLVMGetTypeKind(LLVMTypeOf(left)) == LLVMPointerTypeKind ? NODE_UNWRITTEN : 0;
  if (is_anything(x) || is_anything(y) || is_moved(f, left) || is_moved(f, right) ||
      (x | y) & (NODE_FROM_INTEGER | NODE_PUNNED | NODE_MOVED | unwritten))
    changed = pointsto_unify(f, a, b);
  if (number) {
    changed |= pointsto_mark(f, a, NODE_BITS | NODE_EXPOSED);
    changed |= share_told(f, left);
  }
  return changed;
}

static bool use_pointers(struct front *f) {
  bool changed = false;
  for (uint32_t g = 0; g < f->functions.size; g++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[g]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        switch (LLVMGetInstructionOpcode(i)) {
        case LLVMLoad:
        case LLVMAtomicRMW:
        case LLVMAtomicCmpXchg: changed |= use_pointer(f, i, LLVMGetOperand(i, 0)); break;
        case LLVMStore: changed |= use_pointer(f, i, LLVMGetOperand(i, 1)); break;
        case LLVMICmp: changed |= use_comparison(f, i); break;
        case LLVMCall: changed |= use_call(f, i); break;
        default: break;
        }
        changed |= tell_address(f, i);
      }
  return changed;
}

static bool is_private_constant(LLVMValueRef global) {
  return LLVMIsGlobalConstant(global) && global_is_private(global);
}

static bool expose_globals(struct front *f) {
  bool changed = false;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (!object->in_memory || object->function || is_private_constant(object->value)) continue;
    changed |= pointsto_unify(f, f->points.outside, pointsto_target(f, object->value));
  }
  return changed;
}

static bool expose_addresses(struct front *f) {
  bool changed = false;
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & NODE_EXPOSED) changed |= pointsto_unify(f, f->points.anything, n);
  return changed;
}

bool outside_resolve(struct front *f) {
  bool changed = mark_sources(f);
  changed |= use_pointers(f);
  if (f->points.outside) changed |= expose_globals(f);
  if (f->points.anything) changed |= expose_addresses(f);
  return changed;
}
