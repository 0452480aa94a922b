// The functions that checks of memory safety, undefined accesses and initialisation call (safety.def), and what a call
// of one means in the automaton (safety.c). native/safety.c has their meaning in a native run.
#ifndef CLEW_FRONT_CHECK_SAFETY_H
#define CLEW_FRONT_CHECK_SAFETY_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;
struct translation;

enum safety {
#define SAFETY(id, name) SAFETY_##id,
#include "front/check/safety.def"
#undef SAFETY
  N_SAFETY
};
enum {
  SAFETY_UNKNOWN = 1, // a base that is not known: no object begins there
  SAFETY_WRITES = 1,
  SAFETY_MAY_BE_UNKNOWN = 2, // of an access
  SAFETY_IS_CONSTANT = 4,
  SAFETY_MAY_BE_CONSTANT = 8, // of a write
  SAFETY_IS_CONST_LOCAL = 16,
  SAFETY_MAY_BE_CONST_LOCAL = 32, // of a write
  SAFETY_NONE_ENDS = 64, // of an access: no object that the pointer may lead to ends
  SAFETY_HAS_FRAMES = 1,
  SAFETY_NOT_LAST = 2,
  SAFETY_ALL_FREED = 4,
  SAFETY_ABORTS = 8, // of the program's end: locals are still there;
  // something runs behind it; every block has to be freed; it is no orderly end
};
enum { // of a block: the program has to free it; addresses may lie in it; it is an external object (entry.c). The
       // number of its place is behind the first two in the table of kinds.
  SAFETY_OWNED = 1,
  SAFETY_READ = 2,
  SAFETY_EXTERNAL = 4,
  SAFETY_SITE_SHIFT = 2
};
// Of a comparison: an order; an equation that may be of a freed block and one that was made later.
enum compares { COMPARES_EQUAL, COMPARES_ORDER, COMPARES_BLOCKS };
#define SAFETY_MARK "__clew_leaks_mark" // of models/leaks.c
#define SAFETY_SPREAD "__clew_leaks_spread"
#define SAFETY_LIFETIME "lifetime" // what is assumed of locals
#define SAFETY_FRESH "clew.fresh" // metadata of a local that gets a new address each time
extern const char *const safety_names[N_SAFETY];

// Variables of the automaton for memory safety (safety.c); CFA_NONE: not needed so far.
struct safety_variables {
  uint32_t sizes, heap; // tables
  uint32_t lengths, texts; // of the strings of argv, and what they are at the start
  uint32_t given, blocks;
  uint32_t made, order, extents, kinds, marks; // of all blocks, where those that are kept are looked for
  struct vec_u32 passed; // by number of the argument
  struct vec_u32 parts; // by number of the pointer in a result
  struct vec_u32 tables; // shadows
  struct map_u32 shadows; // root node → table + 1
  struct map_u32 uninit; // the same: what is not initialised
};

bool safety_function(const char *name, uint32_t *detail); // Is it one of them?
bool safety_is_check(uint32_t detail); // May it say that the program violates a property?
void safety_call(struct translation *t, LLVMValueRef call, uint32_t detail);
// Beside a pointer at a place in memory of the class.
void safety_note(struct translation *t, uint32_t node, struct term place, struct term pointer, struct term base);
void safety_initial(struct front *f, struct cfa_edge *e); // what is there at the beginning
bool safety_is_fresh(LLVMValueRef alloca);
void safety_fits_stack(struct translation *t, struct term bytes); // a local of a size that is not constant
void safety_release(struct front *f);

// --- cells.c: `bytes` at a place in a class of memory, whatever its cells are ---------------------------------------
struct term cells_load(struct translation *t, uint32_t var, uint32_t node, struct term at, uint32_t bytes);
void cells_store(struct translation *t, uint32_t var, uint32_t node, struct term at, struct term bits);

#endif
