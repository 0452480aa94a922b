// The pass of front/check/access: facts, conditions and the checks that its files place.
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
//   steps.c      address computations
//   bounds.c     indices and objects
//   arrays.c     arrays in structures: which pointers point into one
//   carried.c    the bounds of such an array, beside the pointer
//   program.c    the pass
#ifndef CLEW_FRONT_CHECK_ACCESS_ACCESS_PASS_H
#define CLEW_FRONT_CHECK_ACCESS_ACCESS_PASS_H
#include "front/check/checks.h"
#include "front/context.h"

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

// What is known of the arrays in structures that a pointer may point into.
struct array_kind {
  enum {
    ARRAY_NONE, // no such array
    ARRAY_ONE, // arrays of that size, or none
    ARRAY_MANY, // of several sizes, or none
    ARRAY_MIXED, // with elements of different types: not followed
  } state;
  LLVMTypeRef leaf; // the type of elements that are no arrays themselves
  uint64_t size; // in bytes
};
VEC_TYPE(vec_array_kind, struct array_kind)

// Where such an array begins, as a number, 0: the pointer points into none, and its size. Values of word size.
struct bounds {
  LLVMValueRef start, size;
};
VEC_TYPE(vec_bounds, struct bounds)

struct access_checks {
  struct front *f;
  LLVMBuilderRef builder;
  LLVMTypeRef word, number;
  struct map_u32 kind_of; // variable, parameter, phi, select, or function for its result → index of its kind + 1
  struct vec_array_kind kinds;
  struct map_u32 followed; // variable → 1: it is, 2: it is not
  struct map_u32 bounds_of, slots_of; // value → index into `bounds` + 1: at hand, in memory
  struct vec_bounds bounds;
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

// One index of an address computation.
struct step {
  enum { STEP_POINTER, STEP_FIELD, STEP_ELEMENT } kind;
  LLVMTypeRef type; // of the structure or array that is stepped into; of what is stepped over
  LLVMValueRef index;
  LLVMValueRef from; // the address before the step; NULL: it is not at hand
  uint64_t size; // of what the index counts; of a field: its offset
  bool is_bounded; // the index is less than `limit`
  uint64_t limit;
};
VEC_TYPE(vec_step, struct step)

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

// steps.c
// The steps from the root, which is returned, to the pointer; in_bounds: through computations that do not wrap around.
LLVMValueRef steps_read(struct front *f, LLVMValueRef pointer, bool in_bounds, struct vec_step *out);
bool step_is_constant(const struct step *s);
// May the array that the first k steps lead to stand for one of any length: `[]`, and `[0]` or `[1]` at the end of what
// it lies in?
bool steps_are_flexible(struct front *f, LLVMValueRef root, const struct vec_step *steps, uint32_t k,
                        LLVMTypeRef array);
LLVMValueRef steps_build_offset(struct access_checks *a, const struct vec_step *steps, uint32_t first, uint32_t end);
uint64_t access_object_size(struct front *f, LLVMValueRef object); // of a variable; 0: it is not known here

// arrays.c
void arrays_find(struct access_checks *a); // before anything is put into the program
bool array_is_live(struct array_kind kind); // Are bounds carried for it?
struct array_kind array_kind_at(struct access_checks *a, LLVMValueRef value); // of what kind_of has
struct array_kind array_kind_of(struct access_checks *a, LLVMValueRef pointer);
bool array_is_followed(struct access_checks *a, LLVMValueRef variable);
LLVMValueRef array_callee(LLVMValueRef call); // the function whose body is called; NULL: it is not known
// The array in a structure that the steps from `first` on, up to `end`, move in; NULL: they do not show one. They lead
// to `pointer`, which is NULL where it is not at hand.
LLVMTypeRef array_of_steps(struct access_checks *a, LLVMValueRef root, const struct vec_step *steps, uint32_t first,
                           uint32_t end, LLVMValueRef pointer);
uint32_t array_run(const struct vec_step *steps,
                   uint32_t end); // the first of the steps before `end` that are no fields
bool array_keeps(struct access_checks *a, const struct vec_step *steps, uint32_t first, uint32_t end, LLVMTypeRef leaf);
LLVMTypeRef array_leaf(LLVMTypeRef type);

// carried.c
void arrays_carry(struct access_checks *a);
void array_check(struct access_checks *a, const struct access *access);

// bounds.c
void access_check_bounds(struct access_checks *a, const struct access *access);
void access_check_element(struct access_checks *a, LLVMValueRef instruction); // of a vector

// program.c
void access_emit(struct access_checks *a, LLVMValueRef before, enum undefined what, LLVMValueRef bad,
                 LLVMValueRef bytes, uint64_t alignment);

#endif
