// A pass puts the checks of a property into the program, as calls: in the automaton such a call is an edge to an error
// location, in a native run it is a function of the harness (native/meanings.def). passes.def lists them.
#ifndef CLEW_FRONT_CHECK_PASS_H
#define CLEW_FRONT_CHECK_PASS_H
#include "front/check/checks.h"

// When it runs. A check that is put in early is seen by all that comes later.
enum pass_stage {
  PASS_COMPILED, // the program is what the compiler made of it
  PASS_LIBRARY, // calls of the C library are those of the program: none was dropped or has got a model
  PASS_LINKED, // models of the C library are linked
  PASS_POINTERS, // and it is known what points where; that is found out again behind the pass
};

struct check_pass {
  enum pass_stage stage;
  properties of; // it runs if one of these is checked,
  uint32_t traits; // or a property that has one of these traits
  void (*add)(struct front *f);
  // The function that its checks call, "clew.check_…", and what a call of it means. NULL: those of safety.def.
  const char *function;
  void (*failed)(struct translation *t, LLVMValueRef call);
};

#define PASS(name) extern const struct check_pass pass_##name;
#include "front/check/passes.def"
#undef PASS

// The next pass of the stage that is wanted, from the k-th on; NULL: there are no more.
const struct check_pass *pass_next(const struct front *f, enum pass_stage stage, uint32_t *k);
void pass_run(struct front *f, enum pass_stage stage); // all of the stage
// The pass whose checks call this function, by its number.
bool pass_function(const char *name, uint32_t *number);
void pass_failed(struct translation *t, LLVMValueRef call, uint32_t number);

// --- for a pass -------------------------------------------------------------------------------------------------
// A check where the builder stands: a call of the pass's function, with a truth value that says whether it is violated.
void pass_check(struct front *f, LLVMBuilderRef builder, const struct check_pass *pass, LLVMValueRef bad);
// The meaning of such a call: an error location of the property.
void pass_violation(struct translation *t, LLVMValueRef call, enum property property, const char *text);

#endif
