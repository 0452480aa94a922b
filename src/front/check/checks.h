// Checks of properties that the front end puts into the module: those of clang's sanitizer, and those that it does not
// have. pass.h has the passes that put them in, safety.h the checks of memory safety and what they become in the
// automaton.
#ifndef CLEW_FRONT_CHECK_CHECKS_H
#define CLEW_FRONT_CHECK_CHECKS_H
#include "front/front.h"
#include "front/llvm.h"

struct front;
struct translation;

// --- passes.c: what is checked -------------------------------------------------------------------------------------
bool checks(const struct front *f, enum property property); // Is the program checked for it?
bool asks(const struct front *f, enum property_trait trait); // Is it checked for a property that has the trait?

// --- sanitizer.c: what clang's own checks find ---------------------------------------------------------------------
bool sanitizer_reads(struct front *f, const char *file); // Can it be checked? False: f->error says why not.
bool sanitizer_handler(const char *name, uint32_t *detail); // Does clang call it where a check fails?
void sanitizer_failed(struct translation *t, LLVMValueRef call, uint32_t detail);
// The number of an address, for a check: the analyses of memory do not take it for one that the program looks at.
LLVMValueRef sanitizer_address(struct front *f, LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef word);
uint32_t sanitizer_type_bits(LLVMValueRef description); // of what a handler is told; 0: it is no integer

// --- access/: accesses that clang has no check for -----------------------------------------------------------------
enum undefined { // what is undefined, for the report
  UNDEFINED_NULL_READ,
  UNDEFINED_NULL_WRITE,
  UNDEFINED_ALIGNED_READ,
  UNDEFINED_ALIGNED_WRITE,
  UNDEFINED_OUTSIDE_READ,
  UNDEFINED_OUTSIDE_WRITE,
  UNDEFINED_INDEX,
  UNDEFINED_ARRAY_READ,
  UNDEFINED_ARRAY_WRITE,
  UNDEFINED_ELEMENT,
  UNDEFINED_NULL_CALL,
  UNDEFINED_GOTO,
};
#define ARRAY_COMPANION "clew.array" // variables for the bounds of arrays: they hold no address of the program's
void access_checks_add(struct front *f); // before the models are linked

// --- external.c: checks that fail only for external pointers that no caller could pass ------------------------------
bool external_may_be(struct front *f, LLVMValueRef pointer); // Is the pointer external, on some path?
bool external_exist(struct front *f); // Are there external pointers?
// Before the violation that a null or misaligned pointer is; `check` is computed from its address.
void external_address(struct translation *t, LLVMValueRef check, uint64_t alignment);
void external_sum(struct translation *t, LLVMValueRef base, LLVMValueRef sum); // where the sum does not fit
// Is the access, or the call, assumed to be one of memory, or of a function, if the pointer is not null? Then a TRUE
// says so.
bool external_leads(struct translation *t, LLVMValueRef pointer, LLVMValueRef at);
bool external_is_called(struct translation *t, LLVMValueRef function, LLVMValueRef at);

// --- arithmetic.c: what clang does not check -----------------------------------------------------------------------
enum arithmetic {
  ARITHMETIC_ZERO,
  ARITHMETIC_QUOTIENT,
  ARITHMETIC_SHIFT,
  ARITHMETIC_COUNT,
  ARITHMETIC_SUM,
  ARITHMETIC_DIFFERENCE,
  ARITHMETIC_PRODUCT,
  ARITHMETIC_UNCLEAR,
  ARITHMETIC_ASSUMPTION,
  ARITHMETIC_OVERLAP,
  ARITHMETIC_CONVERSION
};
// A check before the instruction at which the builder stands: `bad` is a truth value.
void arithmetic_check(struct front *f, LLVMBuilderRef builder, LLVMValueRef bad, enum arithmetic what);
void arithmetic_failed(struct translation *t, LLVMValueRef call);
// abs and its like of the C library: is the call checked? Its check in the automaton.
bool arithmetic_checks_abs(struct front *f, LLVMValueRef call);
void arithmetic_abs(struct translation *t, struct term a);

// --- formats.c: printf and its like, wrong arguments ---------------------------------------------------------------
void formats_failed(struct translation *t, LLVMValueRef call);

// --- signs.c: which operations on vectors and complex integers are signed ------------------------------------------
// As metadata of the instructions. `module` is the file's own, not linked so far.
#define SIGN_METADATA "clew.sign"
enum sign { SIGN_NONE, SIGN_SIGNED, SIGN_UNCLEAR }; // of an unsigned one, or no such operation: none
void signs_find(struct front *f, const struct front_unit *unit, LLVMModuleRef module);
enum sign signs_of(struct front *f, LLVMValueRef instruction);

// --- provenance/: memory safety ------------------------------------------------------------------------------------
bool provenance_is_asked(const struct front *f);
bool provenance_is_comparing(const struct front *f); // are equations with what may be gone explored both ways?

// --- uninitialised/: reads of what was not initialised, that something depends on ----------------------------------
#define UNINIT_ASSUMED "initialisation" // what is assumed of values

#endif
