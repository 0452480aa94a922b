// The table of passes. See pass.h.
#include "front/check/pass.h"
#include "front/context.h"
#include "front/translate/translation.h"
#include <string.h>

static const struct check_pass *const passes[] = {
#define PASS(name) &pass_##name,
#include "front/check/passes.def"
#undef PASS
};
enum { COUNT = sizeof passes / sizeof *passes };

static properties front_checked(const struct front *f) {
  return f->options->checked ? f->options->checked : PROPERTY_SET(UNREACH);
}

bool checks(const struct front *f, enum property property) { return front_checked(f) >> property & 1; }

bool asks(const struct front *f, enum property_trait trait) { return front_checked(f) & property_with(trait); }

const struct check_pass *pass_next(const struct front *f, enum pass_stage stage, uint32_t *k) {
  while (*k < COUNT) {
    const struct check_pass *pass = passes[(*k)++];
    bool wanted = (pass->of | property_with(pass->traits)) & front_checked(f);
    if (pass->stage == stage && wanted) return pass;
  }
  return NULL;
}

void pass_run(struct front *f, enum pass_stage stage) {
  uint32_t k = 0;
  for (const struct check_pass *pass; (pass = pass_next(f, stage, &k));) pass->add(f);
}

bool pass_function(const char *name, uint32_t *number) {
  for (uint32_t i = 0; i < COUNT; i++)
    if (passes[i]->function && !strcmp(passes[i]->function, name)) {
      *number = i;
      return true;
    }
  return false;
}

void pass_failed(struct translation *t, LLVMValueRef call, uint32_t number) { passes[number]->failed(t, call); }

void pass_check(struct front *f, LLVMBuilderRef builder, const struct check_pass *pass, LLVMValueRef bad) {
  if (LLVMIsAConstantInt(bad) && !LLVMConstIntGetZExtValue(bad)) return;
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &word, 1, 0);
  LLVMValueRef function = LLVMGetNamedFunction(f->module, pass->function);
  if (!function) function = LLVMAddFunction(f->module, pass->function, type);
  LLVMValueRef argument = LLVMBuildZExt(builder, bad, word, "");
  LLVMBuildCall2(builder, type, function, &argument, 1, "");
}

void pass_violation(struct translation *t, LLVMValueRef call, enum property property, const char *text) {
  struct terms *tm = t->f->tm;
  struct term good = term_eq(tm, operand(t, LLVMGetOperand(call, 0)), term_bv(tm, 32, 0));
  segment_violation(t, term_not(tm, good), property, text);
}
