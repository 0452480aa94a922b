// What the files of front/access_checks share.
//
// Undefined accesses: null, misaligned, outside of a declared array or object.
//
// clang's sanitizer checks expressions, and has no check for many of them: `++*p`, the copy of a structure, an argument
// passed by value, `_Complex`, atomic operations. This pass looks at the operations of the program's module instead:
// whatever reads or writes memory, calls through a pointer or jumps to an address has a check before it, unless the
// text decides it or a check of clang's, or one of this pass, dominates it. Conditions are computed by instructions, so
// that the automaton and the run that confirms a violation have the same ones; the call of SAFETY_UNDEFINED behind
// them is the error.
//
// Checks are for --check ub. The models of the C library are linked later and have none.
//
//   facts.c      what checks that dominate a block say
//   pointers.c   null and alignment
//   bounds.c     indices and objects
//   program.c    the pass
#ifndef CLEW_FRONT_ACCESS_CHECKS_INTERNAL_H
#define CLEW_FRONT_ACCESS_CHECKS_INTERNAL_H
#include "front/internal.h"

enum fact_kind {
  FACT_NOT_NULL, // of a pointer
  FACT_ALIGNED, // of a pointer; number: the alignment
  FACT_BELOW, // of an index; limit: what it is less than
  FACT_AT_MOST, // of an index; limit: what it is not greater than
  FACT_INSIDE, // of a pointer; number: so many bytes lie in the object and its arrays
};

struct fact {
  enum fact_kind kind;
  LLVMBasicBlockRef block; // behind the check: it holds there, and where that block dominates
  uint64_t number;
  LLVMValueRef limit;
  uint32_t next; // of the same value: index + 1
};
VEC_TYPE(vec_fact, struct fact)

struct access_checks {
  struct front *f;
  LLVMBuilderRef builder;
  LLVMTypeRef word, number;
  struct map_u32 first; // value → index of its last fact + 1
  struct vec_fact facts;
};

// An access at hand.
struct access {
  LLVMValueRef instruction, pointer;
  LLVMValueRef bytes; // of word size; may be variable
  uint64_t alignment;
  bool writes;
};

// facts.c
void access_add_fact(struct access_checks *a, LLVMValueRef value, struct fact fact);
// The next fact of that kind and value that holds at the instruction, behind `last` or the first one; NULL: none.
const struct fact *access_find_fact(struct access_checks *a, LLVMValueRef value, enum fact_kind kind,
                                    LLVMValueRef instruction, const struct fact *last);
void access_read_sanitizer(struct access_checks *a); // the checks of clang's
LLVMValueRef access_plain_index(LLVMValueRef index); // without the conversion to a word

// pointers.c
LLVMValueRef access_variable(LLVMValueRef pointer); // the variable of all threads that has one for each
bool access_is_object(LLVMValueRef pointer); // the address of a variable, which is not null
void access_check_pointer(struct access_checks *a, const struct access *access);

// bounds.c
void access_check_bounds(struct access_checks *a, const struct access *access);
void access_check_element(struct access_checks *a, LLVMValueRef instruction); // of a vector

// program.c
void access_emit(struct access_checks *a, LLVMValueRef before, enum undefined what, LLVMValueRef bad,
                 LLVMValueRef bytes, uint64_t alignment);

#endif
