// The pass of front/check/provenance: classes, bases and the checks that its files place.
//
// Memory safety: the object that a pointer points into, beside the pointer.
//
// A pass over the module, before the automaton is made: it puts a call of a function of its own (safety.c gives them
// their meaning, native/safety.c in a native run) before every access that is not decided here, behind every
// allocation, and before every free. The object is named by its first address, the base, and an access is good if it
// lies inside of what the base begins, as SoftBound does it. The base goes with the pointer: through variables in
// companions of the same shape, through memory in a shadow of it (as the distance from the base, so that where nothing
// was noted the pointer is its own base), through calls and returns in variables of their own.
//
// That is needed only where a pointer that was moved is kept. Pointers of one class (pointsto.c) are told apart no
// further: a class is *inner* if a pointer into the middle of an object may be stored, passed or returned there; in all
// others a pointer is its own base. A class of one global has that global as its base.
//
// A base may be unknown: the pointer was an integer, or came through what is not followed here. Then the access is good
// if the pointer is the first address of an object that is large enough, and otherwise nothing is known (safety.c).
//
//   classes.c    classes of pointers, and what is known of each
//   bases.c      bases of pointers, beside them
//   accesses.c   checks of accesses; objects and their lifetimes
//   parts.c      values that are structures: results in registers
//   leaks.c      where the program ends: what is lost
//   program.c    the pass
#ifndef CLEW_FRONT_CHECK_PROVENANCE_PROVENANCE_PASS_H
#define CLEW_FRONT_CHECK_PROVENANCE_PROVENANCE_PASS_H
#include "front/check/safety.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/objects.h"

struct class {
  bool inner;
  bool unknown; // bases may be unknown
  bool held; // pointers are kept where they may outlive a frame
  bool numbered; // an address was made an integer
  bool locals; // in memory
  bool constants, guarded; // constants are in it; a write was checked for them
  bool const_locals; // are in it
  bool heap, owned; // blocks of the heap are in it; those that the program has to free
  uint32_t objects; // in memory, with a known size
  LLVMValueRef only; // the last of them
};
VEC_TYPE(vec_class, struct class)

struct provenance {
  struct front *f; // the program as it was analysed without the calls
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, word, number;
  struct vec_class classes; // by root node
  struct map_u32 bases; // value → index into `values` + 1
  struct map_u32 companions; // object → index into `values` + 1
  struct map_u32 reused; // equations that may be of a freed block and one that was made later
  struct map_u32 presences; // local with a scope → index into `values` + 1, of what says whether it is in it
  struct map_u32 parts; // call → index of the base of its result's first pointer into `values` + 1
  struct map_u32 givers; // functions that are called through pointers for a pointer
  struct vec_value values;
  bool accesses, leaks; // what is checked
  bool allocates; // blocks of the heap that are the program's
  bool numbers; // integers may hold the address of such a block
  uint32_t sites; // where blocks are made
  LLVMValueRef function; // at hand
  LLVMValueRef outermost; // of an entry function that is called again (entry_outermost), where globals begin; or NULL
};

// classes.c
bool provenance_is_pointer(LLVMValueRef value);
struct class *provenance_class_at(struct provenance *p, uint32_t node);
struct class *provenance_class_of(struct provenance *p, LLVMValueRef pointer);
struct class *provenance_contents_of(struct provenance *p, LLVMValueRef pointer);
bool provenance_is_constant(LLVMValueRef object);
bool provenance_is_const_local(struct provenance *p, LLVMValueRef object);
bool provenance_is_first_store(LLVMValueRef store); // to that local
bool provenance_is_one_global(const struct class *c);
bool provenance_is_tracked(const struct class *c);
bool provenance_has_table(const struct class *c);
enum builtin provenance_builtin_at(struct provenance *p, LLVMValueRef call);
bool provenance_is_heap_builtin(enum builtin b);
bool provenance_is_scratch(LLVMValueRef call);
bool provenance_gives_first(enum builtin b);
LLVMValueRef provenance_root_of(LLVMValueRef pointer);
bool provenance_is_followed(struct provenance *p, LLVMValueRef i);
bool provenance_may_give_none(struct provenance *p, LLVMValueRef call);
LLVMTypeRef provenance_call_type(LLVMValueRef call, unsigned k, const char *name);
bool provenance_is_by_value(LLVMValueRef function, unsigned k);
LLVMTypeRef provenance_by_value_type(LLVMValueRef function, unsigned k);
bool provenance_is_argument_list(struct front *f, unsigned k);
bool provenance_has_parts(LLVMValueRef value); // Are the bases of pointers in a structure's value followed?
void provenance_find_classes(struct provenance *p);

// bases.c
LLVMValueRef provenance_emit(struct provenance *p, enum safety what, unsigned n, LLVMValueRef *arguments, bool gives);
void provenance_emit1(struct provenance *p, enum safety what, LLVMValueRef a);
void provenance_emit2(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b);
void provenance_emit3(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
LLVMValueRef provenance_number(struct provenance *p, uint64_t n);
LLVMValueRef provenance_word(struct provenance *p, uint64_t n);
LLVMValueRef provenance_null(struct provenance *p);
LLVMValueRef provenance_unknown(struct provenance *p);
void provenance_stand_before(struct provenance *p, LLVMValueRef instruction);
void provenance_stand_behind(struct provenance *p, LLVMValueRef instruction);
LLVMBasicBlockRef provenance_cut_before(struct provenance *p, LLVMValueRef ret);
LLVMValueRef provenance_address_at(struct provenance *p, LLVMValueRef pointer, uint64_t offset);
LLVMValueRef provenance_to_word(struct provenance *p, LLVMValueRef value);
LLVMValueRef provenance_constant_root(struct provenance *p, LLVMValueRef value);
LLVMValueRef provenance_companion_of(struct provenance *p, struct object *object);
struct object *provenance_variable_at(struct provenance *p, LLVMValueRef pointer, uint64_t *offset);
LLVMValueRef provenance_base_of(struct provenance *p, LLVMValueRef value);

// accesses.c
LLVMValueRef provenance_base_at(struct provenance *p, LLVMValueRef place, LLVMValueRef companion, uint64_t offset);
LLVMValueRef provenance_companion_at(struct provenance *p, LLVMValueRef place, uint64_t *offset); // or NULL
uint64_t provenance_extent(struct provenance *p, const struct object *object); // its size as checks have it
void provenance_check_access(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMValueRef bytes,
                             bool writes);
void provenance_check_compare(struct provenance *p, LLVMValueRef i);
void provenance_check_typed(struct provenance *p, LLVMValueRef i, LLVMValueRef pointer, LLVMTypeRef type, bool writes);
void provenance_follow_store(struct provenance *p, LLVMValueRef store);
void provenance_follow_atomic(struct provenance *p, LLVMValueRef i);
void provenance_at_copy(struct provenance *p, LLVMValueRef call);
void provenance_at_fill(struct provenance *p, LLVMValueRef call);
void provenance_assume_lifetime(struct provenance *p, const char *text, struct source_place place);
bool provenance_is_lifetime(LLVMValueRef user, const char *which);
bool provenance_has_scope(LLVMValueRef alloca);
bool provenance_is_called(struct provenance *p, const char *name); // or its address is taken
bool provenance_is_slot(LLVMValueRef alloca);
void provenance_end_at_returns(struct provenance *p, LLVMValueRef object);
void provenance_at_alloca(struct provenance *p, LLVMValueRef alloca);
bool provenance_reaches_heap(struct provenance *p, uint32_t node, int depth);
void provenance_at_allocation(struct provenance *p, LLVMValueRef call, enum builtin b);
void provenance_at_free(struct provenance *p, LLVMValueRef call, bool ends);

// parts.c
LLVMValueRef provenance_base_of_part(struct provenance *p, LLVMValueRef value, uint64_t offset);
bool provenance_is_part(LLVMValueRef extract); // Is it taken from a value whose parts are followed?
LLVMValueRef provenance_base_of_extracted(struct provenance *p, LLVMValueRef extract);
void provenance_give_parts(struct provenance *p, LLVMValueRef ret);

// leaks.c
void provenance_find_numbers(struct provenance *p);
void provenance_leaks_at_return(struct provenance *p, LLVMValueRef ret);
void provenance_leaks_at_stop(struct provenance *p, LLVMValueRef call);
void provenance_leaks_at_assertion(struct provenance *p, LLVMValueRef call, bool has_condition);
void provenance_leaks_at_stranger(struct provenance *p, LLVMValueRef call);

#endif
