// What the files of front/check/uninitialised share: shadows of values that may not be initialised.
//
// Reads of what was not initialised, where something depends on them: a branch, a divisor, an address, an argument, the
// result of the program. Reading and copying alone is no violation, as in MemorySanitizer.
//
// A pass over the module, before the automaton is made. A value that may come from uninitialised memory has a *shadow*
// beside it, an integer of the same width whose bits are set where those of the value were not initialised. Where
// nothing of the kind can reach a value, there is none. Variables have companions of the same size; memory has a
// table (safety.c in the automaton, native/safety.c in a run); what is returned, and parts of structures that are
// passed in registers, go through globals. Shadows of arithmetic are exact for bits and
// shifts, which fields of bits need, for sums and for comparisons; of products from the lowest bit on that is not
// known.
//
//   marks.c     what may have such bits: values, memory, variables, results of functions
//   places.c    where shadows are kept: companions of variables, the table of memory
//   shadows.c   shadows of values
//   checks.c    the pass: checks before uses, and what becomes of shadows at stores, copies and calls
#ifndef CLEW_FRONT_CHECK_UNINITIALISED_SHADOW_H
#define CLEW_FRONT_CHECK_UNINITIALISED_SHADOW_H
#include "front/check/safety.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"

enum {
  MOST_BITS = 512, // of a value: those of the widest vectors of the processor
  PARAMETERS = 16, // that structures in registers may take
  MOST_COPIED = 256, // bytes of a structure that is passed as a copy in memory; larger ones count as initialised
};

enum use { USE_BRANCH, USE_ADDRESS, USE_DIVISOR, USE_ARGUMENT, USE_RESULT };

struct uninit {
  struct front *f; // the program as it was analysed
  LLVMBuilderRef builder;
  struct map_u32 may; // value → 1: it may have such bits, 2: it has none; cleared when more is known
  struct map_u32 memory; // root node → 1: such bits may lie there
  struct map_u32 variables; // object that is no memory → 1
  struct map_u32 givers; // function → 1: it may return such bits
  struct map_u32 shadows, companions; // value, object → index into `values` + 1
  struct vec_value values;
  bool passes[PARAMETERS]; // such bits may be passed as an argument of that number
  bool all_give; // a giver may be called through a pointer
  bool changed;
  LLVMValueRef function; // at hand
};

// What goes from one function to another: a parameter by its number, or the result.
enum { RESULT = -1 };

// marks.c
bool uninit_is_vector(LLVMTypeRef type);
bool uninit_is_structure(LLVMTypeRef type);
bool uninit_is_followed(struct uninit *u, LLVMTypeRef type);
unsigned uninit_width_of(struct uninit *u, LLVMTypeRef type);
LLVMTypeRef uninit_integer(struct uninit *u, unsigned bits);
LLVMTypeRef uninit_shadow_type(struct uninit *u, LLVMTypeRef type);
LLVMValueRef uninit_number(struct uninit *u, unsigned bits, uint64_t n);
enum builtin uninit_builtin_at(struct uninit *u, LLVMValueRef call, uint32_t *detail);
struct object *uninit_variable_at(struct uninit *u, LLVMValueRef pointer, uint64_t *offset);
bool uninit_is_marked(struct uninit *u, LLVMValueRef pointer);
bool uninit_is_checked_argument(LLVMValueRef call, unsigned k);
bool uninit_is_of_compiler(LLVMValueRef call);
LLVMValueRef uninit_pair_of(LLVMValueRef extract);
bool uninit_may_be(struct uninit *u, LLVMValueRef value);
bool uninit_is_slot(LLVMValueRef alloca);
bool uninit_is_scratch(LLVMValueRef call);
bool uninit_gives(struct uninit *u, LLVMValueRef function);
void uninit_find_marked(struct uninit *u);

// places.c
LLVMValueRef uninit_emit(struct uninit *u, enum safety what, LLVMTypeRef result, unsigned n, LLVMValueRef *arguments);
void uninit_stand_before(struct uninit *u, LLVMValueRef instruction);
void uninit_stand_behind(struct uninit *u, LLVMValueRef instruction);
void uninit_stand_first(struct uninit *u, LLVMValueRef function);
LLVMValueRef uninit_address_at(struct uninit *u, LLVMValueRef pointer, uint64_t offset);
LLVMValueRef uninit_remember(struct uninit *u, struct map_u32 *map, LLVMValueRef key, LLVMValueRef value);
LLVMValueRef uninit_known(struct uninit *u, const struct map_u32 *map, LLVMValueRef key);
unsigned uninit_cell_bits(struct uninit *u, const struct cell *c);
LLVMValueRef uninit_companion_of(struct uninit *u, struct object *object);
void uninit_set_cells(struct uninit *u, struct object *object, uint64_t offset, uint64_t bytes, bool initialised);
LLVMValueRef uninit_class_of(struct uninit *u, LLVMValueRef pointer);
LLVMValueRef uninit_load_memory(struct uninit *u, LLVMValueRef pointer, unsigned bits);
void uninit_store_memory(struct uninit *u, LLVMValueRef pointer, LLVMValueRef shadow);
void uninit_set_memory(struct uninit *u, LLVMValueRef pointer, LLVMValueRef bytes, bool initialised);

// shadows.c
LLVMValueRef uninit_is_any(struct uninit *u, LLVMValueRef shadow);
LLVMValueRef uninit_part_at(struct uninit *u, LLVMValueRef all, uint64_t byte, unsigned bits);
LLVMValueRef uninit_passed_global(struct uninit *u, int parameter, uint64_t word);
void uninit_store_passed(struct uninit *u, LLVMValueRef shadow, int parameter);
LLVMValueRef uninit_shadow_of(struct uninit *u, LLVMValueRef value);

#endif
