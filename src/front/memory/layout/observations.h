// Where a program's result may depend on the addresses that objects have. clew gives every object one address, so a
// TRUE about such a program rests on an assumption (docs/assumptions.md, kinds `address-layout` and `alignment`).
//
// Observations are found from the operations, whatever form the program gives them:
// - comparisons.c: of an address with a number, with another object's address, or with the address of what is gone;
// - numbers.c: numbers that are bits of an address, by a cast or by reading a pointer's bytes as another type, and what
//   the program does with them;
// - reuse.c: comparisons behind an allocation behind a `free`, where two blocks may have had the same address;
// - origins.c: what a pointer was computed from.
//
// Benign: equality of addresses of live objects, comparison with null and with numbers that are no address of an
// object, order and difference within one object, and a number that only becomes a pointer again. All of it is an
// over-approximation: the flow of values is followed without paths.
#ifndef CLEW_FRONT_MEMORY_LAYOUT_OBSERVATIONS_H
#define CLEW_FRONT_MEMORY_LAYOUT_OBSERVATIONS_H
#include "front/context.h"
#include "front/memory/layout/layout.h"

struct layout {
  struct front *f;
  struct map_u32 moved; // classes that an address which may be the end of an object points into
  struct map_u32 blocks; // class → number of blocks of the heap in it, 2 for more
  struct map_u32 freed; // classes of what is freed
  struct map_u32 locals, kept; // classes of locals; of those whose address may outlive them
  struct map_u32 late; // comparisons that may come after a block was freed and another one allocated
  struct map_u32 numbers; // classes of pointers that may be constants
  struct map_u32 written; // classes of pointers that may have been written as numbers, some bytes or all
  struct map_u32 mixed; // objects and types that are declared without pointers, and get bytes of pointers
  struct map_u32 plain; // locals that were asked for → 1: a scalar that is only loaded and stored, 2: another one
  struct map_u32 cycles; // blocks of functions that were asked for → 1: in a cycle, 2: in none
};

// --- layout.c ---
void layout_say(struct layout *l, LLVMValueRef instruction); // kind address-layout
void layout_say_reuse(struct layout *l, LLVMValueRef equation); // that it is not explored for two equal addresses
void layout_say_alignment(struct layout *l, LLVMValueRef instruction);
bool layout_is_inserted(LLVMValueRef instruction); // by clang, for a check of its own
void layout_look_at_inserted(struct layout *l, LLVMValueRef i); // one with a constant address

// --- origins.c ---
// The values that a pointer may be computed from, by steps, casts and local variables.
struct origins {
  struct vec_value roots;
  struct map_u32 seen;
  bool carried; // it was in a variable that may keep its value from one iteration of a loop to the next
};
// `callers`: parameters are what calls pass. `fields`: the address of a structure's field is a root.
void origins_find(struct layout *l, LLVMValueRef pointer, bool callers, bool fields, struct origins *out);
void origins_release(struct origins *o);
LLVMOpcode layout_opcode(LLVMValueRef value); // LLVMRet: it is neither an instruction nor a constant expression
bool layout_in_cycle(struct layout *l, LLVMBasicBlockRef block);
bool layout_is_plain_local(struct layout *l, LLVMValueRef value); // a local scalar that is only loaded and stored
bool layout_is_null(LLVMValueRef value);

// --- comparisons.c ---
void comparisons_prepare(struct layout *l);
void comparison_look(struct layout *l, LLVMValueRef compare);
bool comparison_is_reused(struct layout *l, LLVMValueRef compare);
void difference_look(struct layout *l, LLVMValueRef sub);
bool layout_is_difference(struct front *f, LLVMValueRef sub); // of two addresses
bool layout_same_object(struct layout *l, LLVMValueRef a, LLVMValueRef b); // as far as is known
bool layout_is_address(struct front *f, LLVMValueRef value); // a pointer, or one as a number that nothing was done to
bool layout_has_all_bits(struct front *f, LLVMValueRef number); // as many as an address has

// --- numbers.c ---
void numbers_find_written(struct layout *l); // fills `written`
void numbers_look(struct layout *l); // at all numbers that are bits of addresses

// --- reuse.c ---
void reuse_find(struct layout *l); // fills `late`
#endif
