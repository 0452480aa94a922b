// Addresses that go through integers, through other types or come from external code: what the points-to analysis
// has to be told beside the flow of pointers.
#ifndef CLEW_FRONT_MEMORY_PUNS_H
#define CLEW_FRONT_MEMORY_PUNS_H
#include "front/llvm.h"

struct front;

// --- disguised.c: pointers computed as integers --------------------------------------------------------------------
void disguised_find(struct front *f);
bool is_disguised(struct front *f, LLVMValueRef value);
bool disguised_is_moved(LLVMValueRef value); // May something have been added to the address?
// Does a comparison of such an integer tell nothing of its bits?
bool disguised_compared_well(struct front *f, LLVMValueRef value, LLVMValueRef compare);
// What is stored to the local variable of an address's width that it loads, if nothing else is and all that happens to
// the variable are loads and stores; else NULL.
LLVMValueRef disguised_only_store(struct front *f, LLVMValueRef load);

// --- overlaid.c: structures at the same address --------------------------------------------------------------------
struct overlaid_view { // a structure that is named through a pointer variable
  uint32_t variable;
  LLVMTypeRef type;
};
VEC_TYPE(vec_overlaid_view, struct overlaid_view)
struct overlaid {
  struct front *f;
  struct map_u32 variables; // key → number + 1
  struct vec_u32 parent; // union-find over them
  struct vec_overlaid_view views;
};
void overlaid_init(struct overlaid *o, struct front *f);
bool overlaid_are(struct overlaid *o, LLVMTypeRef a, LLVMTypeRef b);
void overlaid_release(struct overlaid *o);

// --- puns.c --------------------------------------------------------------------------------------------------------
bool puns_mark(struct front *f); // true: something new
// The last structure that an address computation goes through, and whether it ends at the start of the field.
bool gep_field(LLVMValueRef pointer, LLVMTypeRef *in, unsigned *field, bool *at_start);

// --- outside.c -----------------------------------------------------------------------------------------------------
bool tells_address(struct front *f, LLVMValueRef value); // Is it an integer with bits of an object's address?
bool is_anything(uint32_t flags); // May an address into the class be any address at all?
bool outside_resolve(struct front *f); // the same; objects have to be found again

#endif
