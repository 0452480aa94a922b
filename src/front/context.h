// What the files of the front end share: the translation in progress.
//
// The way of a program through this module, by folders:
//   compile/    clang makes bitcode of each file, and the files are linked
//   link/       what the functions of the linked module are; other verifiers' functions, weak symbols, allocators
//   library/    functions of the C library with a built-in meaning; models/ has the others
//   check/      checks that the module gets: what clang's sanitizer leaves out, memory safety, initialisation
//   memory/     what pointers may point to, which C objects become variables, what rests on addresses
//   translate/  each function becomes an automaton
//   start/      the beginning: constructors, arguments, initial values
//   export/     the program for a native run, and what such a run covers
// front.c calls them in that order. Where memory safety or initialisation is checked, what points where is found out
// again behind the pass that puts in the checks.
#ifndef CLEW_FRONT_CONTEXT_H
#define CLEW_FRONT_CONTEXT_H
#include "front/contract/contract.h"
#include "front/check/safety.h"
#include "front/front.h"
#include "front/llvm.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"

struct goals;
struct translation;

// Said with the verdict if an error may be reached from the location on.
struct pending_assumption {
  struct cfa_assumption assumption;
  struct location location;
};
VEC_TYPE(vec_pending_assumption, struct pending_assumption)

struct front {
  struct vec_contract contracts;
  struct vec_front_parameter contract_parameters; // of the function that starts, where its contract has made it
  struct vec_string contract_names; // owned
  const struct contract *contract_own; // of the function that starts; NULL: it has none
  bool contract_calls; // contracts call functions of the program
  bool contract_is_entry; // the function that starts is one that a contract has made
  bool is_traced; // the copy of the program that is being made is (export/traced.h)
  struct terms *tm;
  struct limits *limits;
  const struct front_options *options;
  struct front_options kept_options; // what options points to once the caller has its result
  struct cfa *cfa;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  uint32_t pointer_bits;
  struct vec_string *warnings;
  struct vec_string *sources; // as in struct front_result; NULL: not needed
  struct vec_value functions; // reachable functions with bodies, in discovery order
  LLVMValueRef entry;
  struct vec_value constructors, destructors; // in the order in which they run; exit's handlers are the first of these
  bool start_unclear; // something runs around the entry function that start.c does not know
  bool start_given; // a constructor or destructor has parameters
  uint32_t argc_var; // where a function that begins the program keeps argc for main, or CFA_NONE
  uint32_t exit_function; // cfa function that runs the destructors, CFA_NONE if there are none
  bool saves_registers; // variadic arguments lie as the ABI says, see variadic.c
  bool no_room; // objects lie where they have no room
  struct map_u32 function_ids; // LLVM function → cfa function
  struct pointsto points;
  struct vec_object objects;
  struct map_u32 object_of; // alloca or global → index + 1
  struct map_u32 variable_debug; // alloca → index into debug_values + 1
  struct vec_ptr debug_values; // LLVMMetadataRef of variables
  struct map_u32 new_blocks; // address of a block of the heap → index of the object that the pointer goes to + 1
  struct map_u32 freeing; // locations with an edge on which a block of the heap may be freed (cfa_widen_heap)
  struct map_u32 exact_blocks; // terms of blocks that malloc and calloc make for the program
  struct map_u32 extra_results; // function → first of its further result variables + 1
  struct map_u32 block_labels; // block → number for computed gotos
  struct map_u64 function_addresses; // function → address; a native run has them too
  struct translation *translation; // of the function at hand, or NULL
  const char *strange_constant; // see constant_was_strange
  uint32_t rounding_var; // CFA_NONE: always to nearest
  uint32_t sizes_var; // address → size of heap blocks, for realloc; CFA_NONE: not needed
  struct vec_ptr unsequenced; // where C gives side effects no order, "file:line:column"; owned strings
  struct vec_ptr doubtful_functions; // names of those declared pure that may change something; owned strings
  struct vec_ptr inline_definitions; // names of C99's, each followed by its "file:line"; owned strings
  struct vec_ptr undefined_weak; // names of weak symbols that nothing defines; owned strings
  struct map_u32 jumpers; // functions that longjmp may leave: each maps to 1
  bool pointers_jump; // the address of one of them is taken
  uint32_t jump_target, jump_value, jump_count; // variables of jump.c; CFA_NONE: nothing jumps
  struct safety_variables safety;
  struct vec_value pointer_writers; // what may put a pointer into memory (check/external.c), once it is known
  bool pointer_writers_known;
  uint64_t next_address;
  struct error *error;
  struct vec_pending_assumption pending_assumptions;
  struct map_u32 decided; // locations behind which a check was decided during the translation: no edge is left of it
  struct map_u32
      sites; // instruction, function, parameter or variable → where a native run gets contents, see struct cfa_site
  struct vec_u32 site_nodes; // of each: the node of its memory, 0 for variables
  bool drops_output; // calls of printf and its like whose result is not used (library/output.c)
  bool calls_unknown; // an external pointer is called
  bool globals_exposed; // external addresses are used: globals that other files can name live in memory
  struct goals *goals; // NULL: not needed
  struct vec_value branches; // by the number that marks of their ways out have (cfa/marks.h)
  struct cfa *marked; // a copy of the automaton as it was made, with its marks
};

// Among those to translate, once (pointsto.c).
void front_add_function(struct front *f, LLVMValueRef function);

void assumptions_find(struct front *f); // what is assumed about addresses (assumptions.c)

#endif
