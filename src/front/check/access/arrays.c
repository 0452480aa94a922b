// Pointers into arrays that lie in structures. Beyond such an array, but inside of its object, there is other memory:
// --check memory does not see that the pointer left its array. Which pointers may point into one is found here, over
// the whole program: from the places where an array becomes a pointer, through local variables and static pointers
// whose address is not taken, through phis and selects, arguments and results of functions that are called by name.
//
// A pointer is taken for one into its array as long as it is moved by elements of the array. Once it is moved by bytes
// of an array of larger elements, made one to a member of an element, or stored elsewhere, it belongs to no array. So
// container_of and walks over the bytes of an object may leave the array. Rows of a matrix are not told apart.
#include "front/check/access/access_pass.h"
#include "front/library/builtins.h"
#include "front/translate/types.h"

LLVMTypeRef array_leaf(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) type = LLVMGetElementType(type);
  return type;
}

uint32_t array_run(const struct vec_step *steps, uint32_t end) {
  while (end && steps->data[end - 1].kind != STEP_FIELD) end--;
  return end;
}

// Does an object of that type begin with such an array, as a member that is not one of a union?
static bool begins_with(LLVMTypeRef type, LLVMTypeRef array) {
  while (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type)) {
    const char *name = LLVMGetStructName(type);
    if (name && !strncmp(name, "union.", 6)) return false;
    type = LLVMStructGetTypeAtIndex(type, 0);
    if (type == array) return true;
  }
  return false;
}

// Of a constant address LLVM leaves out steps that stay where they are: the one from an array to its first element, and
// those to the first member of a global variable.
LLVMTypeRef array_of_steps(struct access_checks *a, LLVMValueRef root, const struct vec_step *steps, uint32_t first,
                           uint32_t end, LLVMValueRef pointer) {
  LLVMTypeRef array = NULL;
  bool has_element = first < end && steps->data[first].kind == STEP_ELEMENT;
  LLVMValueRef start = first < end ? steps->data[first].from : pointer;
  if (!first) {
    if (!LLVMIsAGlobalVariable(root) || !has_element) return NULL;
    array = steps->data[0].type;
    if (!begins_with(LLVMGlobalGetValueType(root), array)) return NULL;
  } else {
    const struct step *field = &steps->data[first - 1];
    array = LLVMStructGetTypeAtIndex(field->type, (unsigned)LLVMConstIntGetZExtValue(field->index));
    if (LLVMGetTypeKind(array) != LLVMArrayTypeKind) return NULL;
    if (has_element ? steps->data[first].type != array : !start || !LLVMIsConstant(start))
      return NULL; // of a union; not an element
  }
  return steps_are_flexible(a->f, root, steps, first, array) ? NULL : array;
}

// Characters may be moved away from by container_of, which subtracts a constant.
bool array_keeps(struct access_checks *a, const struct vec_step *steps, uint32_t first, uint32_t end,
                 LLVMTypeRef leaf) {
  bool are_bytes = type_alloc_size(a->f, leaf) == 1;
  for (uint32_t k = first; k < end; k++) {
    const struct step *s = &steps->data[k];
    if (array_leaf(s->type) != leaf) return false;
    if (are_bytes && s->kind == STEP_POINTER && step_is_constant(s) && LLVMConstIntGetSExtValue(s->index) < -1)
      return false;
  }
  return true;
}

// --- kinds -------------------------------------------------------------------------------------------------------

bool array_is_live(struct array_kind kind) { return kind.state == ARRAY_ONE || kind.state == ARRAY_MANY; }

struct array_kind array_kind_at(struct access_checks *a, LLVMValueRef value) {
  uint32_t at = map_u32_get_or(&a->kind_of, key_of(value), 0);
  return at ? a->kinds.data[at - 1] : (struct array_kind){0};
}

static struct array_kind kind_of_root(struct access_checks *a, LLVMValueRef root) {
  LLVMValueRef callee = LLVMIsACallInst(root) ? array_callee(root) : NULL;
  if (LLVMIsALoadInst(root) && array_is_followed(a, LLVMGetOperand(root, 0)))
    return array_kind_at(a, LLVMGetOperand(root, 0));
  if (LLVMIsAFreezeInst(root)) return array_kind_of(a, LLVMGetOperand(root, 0));
  if (LLVMIsAPHINode(root) || LLVMIsASelectInst(root) || LLVMIsAArgument(root)) return array_kind_at(a, root);
  return callee ? array_kind_at(a, callee) : (struct array_kind){0};
}

struct array_kind array_kind_of(struct access_checks *a, LLVMValueRef pointer) {
  struct vec_step steps = {0};
  LLVMValueRef root = steps_read(a->f, pointer, false, &steps);
  uint32_t first = array_run(&steps, steps.size);
  LLVMTypeRef array = array_of_steps(a, root, &steps, first, steps.size, pointer);
  struct array_kind kind = {0};
  if (array) kind = (struct array_kind){ARRAY_ONE, array_leaf(array), type_alloc_size(a->f, array)};
  else if (!first) kind = kind_of_root(a, root);
  if (array_is_live(kind) && !array_keeps(a, &steps, first, steps.size, kind.leaf)) kind.state = ARRAY_NONE;
  vec_step_release(&steps);
  return kind;
}

// --- what is followed --------------------------------------------------------------------------------------------

// Only read and written as what it is, a pointer?
static bool is_plain(LLVMValueRef variable, LLVMTypeRef type) {
  size_t n;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? called_function(user) : NULL;
    bool is_load = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
    bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable &&
                    LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
    if (is_load || is_store) {
      if (LLVMGetVolatile(user) || LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic) return false;
    } else if (!callee || strncmp(LLVMGetValueName2(callee, &n), "llvm.lifetime.", 14) != 0) return false;
  }
  return true;
}

static bool may_follow(LLVMValueRef variable) {
  bool is_static = LLVMIsAGlobalVariable(variable) && LLVMGetLinkage(variable) == LLVMInternalLinkage &&
                   !LLVMIsThreadLocal(variable);
  bool is_local = LLVMIsAAllocaInst(variable) && LLVMIsAConstantInt(LLVMGetOperand(variable, 0));
  if (!is_static && !is_local) return false;
  LLVMTypeRef type = is_local ? LLVMGetAllocatedType(variable) : LLVMGlobalGetValueType(variable);
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind && is_plain(variable, type);
}

bool array_is_followed(struct access_checks *a, LLVMValueRef variable) {
  uint32_t known = map_u32_get_or(&a->followed, key_of(variable), 0);
  if (!known) map_u32_put(&a->followed, key_of(variable), known = may_follow(variable) ? 1 : 2);
  return known == 1;
}

LLVMValueRef array_callee(LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  if (!function || LLVMIsDeclaration(function)) return NULL;
  LLVMLinkage linkage = LLVMGetLinkage(function);
  bool is_itself = linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage;
  return is_itself && LLVMGetNumArgOperands(call) >= LLVMCountParams(function) ? function : NULL;
}

// Is it a pointer that the caller gives?
static bool array_is_parameter(LLVMValueRef function, unsigned k) {
  static const char *const copied[] = {"byval", "sret"};
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, k))) != LLVMPointerTypeKind) return false;
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    if (LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName(copied[i], strlen(copied[i]))))
      return false;
  return true;
}

// --- the program -------------------------------------------------------------------------------------------------

// Adds a kind that the value may have. True: that is news.
static bool join(struct access_checks *a, LLVMValueRef value, struct array_kind more) {
  struct array_kind old = array_kind_at(a, value), sum = old;
  if (!more.state) return false;
  if (!old.state) sum = more;
  else if (old.state == ARRAY_MIXED || more.state == ARRAY_MIXED || old.leaf != more.leaf) sum.state = ARRAY_MIXED;
  else if (old.size != more.size || more.state == ARRAY_MANY) sum.state = ARRAY_MANY;
  if (sum.state == old.state) return false;
  uint32_t at = map_u32_get_or(&a->kind_of, key_of(value), 0);
  if (at) a->kinds.data[at - 1] = sum;
  else {
    vec_array_kind_push(&a->kinds, sum);
    map_u32_put(&a->kind_of, key_of(value), a->kinds.size);
  }
  return true;
}

static bool is_pointer(LLVMValueRef value) { return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind; }

static bool find_at_call(struct access_checks *a, LLVMValueRef call) {
  LLVMValueRef callee = array_callee(call);
  bool changed = false;
  for (unsigned k = 0; callee && k < LLVMCountParams(callee); k++)
    if (array_is_parameter(callee, k) && is_pointer(LLVMGetOperand(call, k)))
      changed |= join(a, LLVMGetParam(callee, k), array_kind_of(a, LLVMGetOperand(call, k)));
  return changed;
}

static bool find_at(struct access_checks *a, LLVMValueRef i) {
  bool changed = false;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore:
    if (!is_pointer(LLVMGetOperand(i, 0)) || !array_is_followed(a, LLVMGetOperand(i, 1))) return false;
    return join(a, LLVMGetOperand(i, 1), array_kind_of(a, LLVMGetOperand(i, 0)));
  case LLVMPHI:
    for (unsigned k = 0; is_pointer(i) && k < LLVMCountIncoming(i); k++)
      changed |= join(a, i, array_kind_of(a, LLVMGetIncomingValue(i, k)));
    return changed;
  case LLVMSelect:
    for (unsigned k = 1; is_pointer(i) && k < 3; k++) changed |= join(a, i, array_kind_of(a, LLVMGetOperand(i, k)));
    return changed;
  case LLVMCall: return find_at_call(a, i);
  case LLVMRet:
    if (!LLVMGetNumOperands(i) || !is_pointer(LLVMGetOperand(i, 0))) return false;
    return join(a, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), array_kind_of(a, LLVMGetOperand(i, 0)));
  default: return false;
  }
}

void arrays_find(struct access_checks *a) {
  bool changed;
  do {
    changed = false;
    for (LLVMValueRef g = LLVMGetFirstFunction(a->f->module); g; g = LLVMGetNextFunction(g))
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) changed |= find_at(a, i);
  } while (changed);
}
