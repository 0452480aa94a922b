// Which models of the C library take part in a native run of the program.
//
// A run has the machine's own functions, so that what a model does not compute (__clew_arbitrary_*) is never taken
// for what happens. But external input of the program (__VERIFIER_nondet_*) has to be what the counterexample
// says: a model that reads such inputs is run instead of the real function. Then those that share something with it
// have to be models too: a stream that a model opened is not one for the real fclose. Two things are taken for
// sharing: state of the models' own, and a file of models (functions on streams need not have state). A function of
// such a file whose model leaves values open, and that has no state in common with the others, is real all the same.
//
// A model may also ask to be run whatever it reads ("clew-model-only"): one that gets what only models make.
//
// errno is where models and real functions meet: __errno_location is always the machine's. So is what runs functions at
// the end of the program: in a run, exit and the return of main are the machine's, and do not know the models.
#include "base/memory/hash.h"
#include "base/process/machine.h"
#include "front/check/safety.h"
#include "front/link/functions.h"
#include "front/llvm.h"

struct model {
  LLVMValueRef function;
  uint64_t file; // hash of its source file's name
  bool own; // called by models only: it never stands for a function of the library
  bool inputs, open, kept; // reads inputs; leaves values open
  bool checks; // its own arithmetic
  struct vec_value calls; // other models
  struct vec_value state; // variables that it, or what it calls, uses
};
VEC_TYPE(vec_model, struct model)

struct models {
  struct vec_model all;
  struct map_u32 index; // function → index in `all`
};

bool is_model(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-model", 10) != NULL;
}

// One that says so itself, in its attributes.
static bool is_model_only(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "clew-model-only", 15) != NULL;
}

static const char *name_of(LLVMValueRef function) {
  size_t n;
  return LLVMGetValueName2(function, &n);
}

static bool is_machines(LLVMValueRef function) {
  static const char *const names[] = {"__errno_location", "atexit", "on_exit", "at_quick_exit", "quick_exit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name_of(function), names[i])) return machine_has(names[i]);
  return false;
}

static bool add_once(struct vec_value *values, LLVMValueRef value) {
  for (uint32_t i = 0; i < values->size; i++)
    if (values->data[i] == value) return false;
  vec_value_push(values, value);
  return true;
}

// Functions and variables in an operand, which may be a constant expression.
static void look_at_operand(struct model *model, LLVMValueRef value) {
  if (LLVMIsAFunction(value)) {
    const char *name = name_of(value);
    if (!strncmp(name, "__VERIFIER_nondet_", 18)) model->inputs = true;
    else if (!strncmp(name, "__clew_arbitrary_", 17)) model->open = true;
    else if (!strcmp(name, safety_names[SAFETY_ARITHMETIC])) model->checks = true;
    else if (is_model(value) && !is_machines(value)) add_once(&model->calls, value);
  } else if (LLVMIsAGlobalVariable(value)) {
    if (!LLVMIsGlobalConstant(value) && !LLVMIsDeclaration(value)) add_once(&model->state, value);
  } else if (LLVMIsAConstantExpr(value)) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++) look_at_operand(model, LLVMGetOperand(value, (unsigned)i));
  }
}

static void look_at_body(struct model *model) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(model->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (operand && !LLVMValueIsBasicBlock(operand)) look_at_operand(model, operand);
      }
}

static uint64_t file_of(LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function), file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
  unsigned length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";
  return hash_bytes(name, length);
}

static void find_models(LLVMModuleRef module, struct models *models) {
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    if (!LLVMCountBasicBlocks(g) || !is_model(g) || is_machines(g)) continue;
    bool own = LLVMGetLinkage(g) == LLVMInternalLinkage || !strncmp(name_of(g), "__clew_", 7);
    struct model model = {.function = g, .file = file_of(g), .own = own, .inputs = is_model_only(g)};
    look_at_body(&model);
    map_u32_put(&models->index, key_of(g), models->all.size);
    vec_model_push(&models->all, model);
  }
}

static struct model *find_model(struct models *models, LLVMValueRef function) {
  uint32_t *index = map_u32_find(&models->index, key_of(function));
  return index ? &models->all.data[*index] : NULL;
}

// What a model calls is its own doing. Values that a public function leaves open are not: the real one is called for
// them.
static bool take_over(struct model *model, const struct model *called) {
  bool changed = false;
  if (called->inputs && !model->inputs) changed = model->inputs = true;
  if (called->open && called->own && !model->open) changed = model->open = true;
  for (uint32_t i = 0; i < called->state.size; i++) changed |= add_once(&model->state, called->state.data[i]);
  return changed;
}

static void close_over_calls(struct models *models) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < models->all.size; i++) {
      struct model *model = &models->all.data[i];
      for (uint32_t k = 0; k < model->calls.size; k++) {
        const struct model *called = find_model(models, model->calls.data[k]);
        if (called && called != model) again |= take_over(model, called);
      }
    }
  }
}

static bool share_state(const struct model *a, const struct model *b) {
  for (uint32_t i = 0; i < a->state.size; i++)
    for (uint32_t k = 0; k < b->state.size; k++)
      if (a->state.data[i] == b->state.data[k]) return true;
  return false;
}

static bool must_keep(const struct models *models, const struct model *model) {
  if (model->inputs || !machine_has(name_of(model->function))) return true;
  for (uint32_t i = 0; i < models->all.size; i++) {
    const struct model *other = &models->all.data[i];
    if (other->own || other == model) continue;
    if (other->inputs && other->file == model->file && !model->open) return true;
    if (other->kept && share_state(other, model)) return true;
  }
  return false;
}

void models_kept(LLVMModuleRef module, bool all, struct map_u32 *kept) {
  struct models models = {0};
  find_models(module, &models);
  close_over_calls(&models);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < models.all.size; i++) {
      struct model *model = &models.all.data[i];
      if (model->kept || (!model->own && !model->checks && !(all && !model->open) && !must_keep(&models, model)))
        continue;
      model->kept = true;
      again |= !model->own;
    }
  }
  for (uint32_t i = 0; i < models.all.size; i++) {
    if (models.all.data[i].kept) map_u32_put(kept, key_of(models.all.data[i].function), 1);
    vec_value_release(&models.all.data[i].calls);
    vec_value_release(&models.all.data[i].state);
  }
  vec_model_release(&models.all);
  map_u32_release(&models.index);
}
