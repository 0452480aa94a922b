// The points-to analysis (Steensgaard): what pointers may point to, unified into classes of memory, and the regions
// of the automaton that these classes become. pointsto.c unifies; puns.h has what unification alone does not see.
#ifndef CLEW_FRONT_MEMORY_POINTSTO_H
#define CLEW_FRONT_MEMORY_POINTSTO_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;

// A node is a class of memory that pointers cannot tell apart. to[n] is the class
// its contents point to.
struct region {
  uint32_t var; // the array variable, CFA_NONE until it is used
  uint32_t cell; // bytes in a cell: 1, 2, 4, 8
  bool split; // cells must be bytes
  uint32_t size; // common size of all accesses, 0 if none was seen
  uint32_t align; // the least alignment that an access takes its address to have, 0 if none was seen
  const char *name; // of the only object in it, or NULL
  uint32_t objects;
};
VEC_TYPE(vec_region, struct region)

// What is known of the addresses that may point into a class. Unified classes have the flags of both.
enum node_flag {
  NODE_ORIGIN = 1, // there is memory in it: an object, a block, a function
  NODE_UNKNOWN = 2, // an address may be anything: a pointer that is an input
  NODE_OUTSIDE = 4, // an address may come from outside the program's files: parameters of the entry function, contents
                    // of extern variables
  NODE_FROM_INTEGER = 8, // an address was made from an integer by a cast
  NODE_PUNNED = 16, // an address was written as an integer and read as a pointer, or the other way round
  NODE_INTEGER_INPUT = 32, // an integer that is an input may be an address here
  NODE_BITS = 64, // the bits of an address are looked at as an integer
  NODE_EXPOSED = 128, // an address was cast to an integer, and not only to be compared, or punned
  NODE_VARIADIC = 256, // the memory of variadic arguments
  NODE_FOREIGN = 512, // an address may come from a function without a body, or from memory that such a one has made
  NODE_MOVED = 1024, // an address was computed as an integer, by more than one constant
  NODE_UNWRITTEN = 2048, // an address may come from memory that was never written: what it holds may be any address
};

struct pointsto {
  struct vec_u32 parent, to; // union-find; to: 0 is none
  struct vec_u32 flags; // of a root: enum node_flag
  struct vec_u32 functions; // per node: index into function_sets + 1, or 0
  struct vec_ptr function_sets; // struct vec_value *
  struct map_u32 named; // globals with an initialiser that functions refer to
  bool all_named; // they may reach all, by external addresses
  struct map_u32 target; // value → node
  struct map_u32 result; // function → node of what it returns
  struct vec_value calls; // through pointers, seen so far
  uint32_t done; // functions whose constraints were added
  uint32_t anything, outside; // nodes of the objects of unknown and of external addresses; 0: there are none
  LLVMValueRef anything_use, outside_use; // the first accesses through such addresses
  uint32_t observed; // what addresses point to whose bits decide where the program goes; 0: there are none
  uint32_t reached; // what functions without a body can reach (--undefined havoc); 0: there are none
  struct vec_value taken; // functions whose address the program takes
  bool taken_known;
  struct vec_region regions; // by root node
  struct map_u32 disguised; // integers and variables that are pointers in disguise: each maps to 1 (disguised.c)
};

void pointsto_run(struct front *f); // again: for functions found since
uint32_t pointsto_root(struct front *f, uint32_t node);
uint32_t pointsto_contents(struct front *f, uint32_t node); // the class that the contents of a class point to
bool pointsto_has_contents(struct front *f, uint32_t node);
bool pointsto_unify(struct front *f, uint32_t a, uint32_t b); // true: they were two
uint32_t pointsto_new(struct front *f);
bool pointsto_is_plain(LLVMValueRef value); // a number, or nothing: it points nowhere, and has no node of its own
uint32_t pointsto_flags(struct front *f, uint32_t node);
bool pointsto_mark(struct front *f, uint32_t node, uint32_t flags); // true: something new
uint32_t pointsto_target(struct front *f, LLVMValueRef value); // root node of what it points to
uint32_t pointsto_result(struct front *f, LLVMValueRef function); // the same for what it returns
// Node of the block with a function's variadic arguments.
uint32_t pointsto_variadic(struct front *f, LLVMValueRef function);
uint32_t region_cell(struct front *f, uint32_t node); // bytes in a cell
struct vec_value *pointsto_functions(struct front *f, LLVMValueRef pointer); // or NULL
void pointsto_release(struct front *f);
uint32_t region_var(struct front *f, uint32_t node); // creates it on first use
void regions_find_cells(struct front *f);

#endif
