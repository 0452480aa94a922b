// A function under translation: the edge that is being made (a segment), and values of instructions in it.
#ifndef CLEW_FRONT_TRANSLATE_TRANSLATION_H
#define CLEW_FRONT_TRANSLATE_TRANSLATION_H
#include "front/context.h"

// A call of setjmp, and the location that a jump to it leads to.
struct jump_site {
  LLVMValueRef call;
  struct location behind;
};
VEC_TYPE(vec_jump_site, struct jump_site)

VEC_TYPE(vec_terms, struct vec_term)
struct translation {
  struct front *f;
  LLVMValueRef function;
  uint32_t id; // of the cfa function
  struct map_u32 block_location; // use location_of_block
  struct map_u32 value_temps; // value → first of its variables + 1 (values that outlive their segment, phis)
  struct map_u32 segment_of; // instruction → segment
  struct map_u32 last_segment; // block → its last segment
  struct vec_u32 repeats; // by order of blocks from the function's first location: is the block on a cycle?
  struct location first_location;
  uint32_t activation; // variable with the number of this call, or CFA_NONE: setjmp is not called
  struct vec_jump_site jump_sites;
  uint32_t va_param, va_end; // variables with the addresses of variadic arguments and of their end, or CFA_NONE
  // The edge under construction
  struct location from;
  struct term guard;
  struct map_u32 values; // value → index into terms + 1
  struct vec_term terms;
  struct map_u32 pending; // variable → index into updates
  struct vec_update updates;
  struct vec_input inputs;
  struct vec_alloc allocs;
  struct source_place first, last;
  bool dead; // the path ended in this segment
};

void function_translate(struct front *f, LLVMValueRef function);
struct location function_exit(struct translation *t); // made when first asked for
void segment_guard(struct translation *t, struct term condition);
void segment_assume(struct translation *t, struct term condition); // the same for what the program assumes; marked
// A guard whose failing is undefined behaviour; marked (cfa/marks.h).
void segment_check(struct translation *t, struct term condition, const char *what);
void segment_exit(struct translation *t, struct term condition, const char *what); // only marked: no edge has it
struct term segment_var(struct translation *t, uint32_t var); // current value
void segment_set(struct translation *t, uint32_t var, struct term value);
struct term segment_input(struct translation *t, struct sort sort, enum cfa_input_kind kind, const char *name,
                          const char *ctype, bool is_unsigned);
struct term segment_alloc(struct translation *t, struct term size, uint32_t align, bool is_stack, const char *name);
void segment_may_free(struct translation *t); // a block of the heap, on the edge under construction
// Ends the edge at `to` (with the guard so far and `condition`); the segment can go on for further edges.
struct edge segment_edge(struct translation *t, struct location to, struct term condition);
// Ends the segment at a new location and begins the next one there, if anything is pending.
void segment_flush(struct translation *t);
void segment_begin(struct translation *t, struct location location);
struct term segment_keep(struct translation *t, struct term value); // the same value after the pending edge was taken
// Goes to an unsupported location where the condition holds, and on where it does not. LOCATION_NONE: there is none.
struct location segment_unsupported(struct translation *t, struct term condition, const char *text);
// Goes to an error that violates the property where the condition holds, and on where it does not.
// The error; LOCATION_NONE: there is none.
struct location segment_violation(struct translation *t, struct term condition, enum property property,
                                  const char *text);
void segment_site(struct translation *t, uint32_t site, uint32_t offset); // of the last input
void segment_end_path(struct translation *t, enum cfa_location_kind kind, const char *text);
struct location location_of_block(const struct translation *t, LLVMBasicBlockRef block);
// May its block be executed more than once in a call?
bool block_repeats(struct translation *t, struct location location);
uint32_t temp_vars(struct translation *t, LLVMValueRef value); // the variables of a value that outlives its segment

// Operands and results
struct term operand(struct translation *t, LLVMValueRef value);
void operand_terms(struct translation *t, LLVMValueRef value, struct vec_term *out);
struct term operand_bits(struct translation *t, LLVMValueRef value); // as it lies in memory; of a constant NaN too
void define(struct translation *t, LLVMValueRef instruction, struct term value);
void define_terms(struct translation *t, LLVMValueRef instruction, uint32_t n, const struct term *values);
// To another width or kind of sort, as C's calling convention would.
struct term coerce(struct front *f, struct term value, struct sort sort);

#endif
