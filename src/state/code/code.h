// The code of a location: its edges compiled to instructions on values.
#ifndef CLEW_STATE_CODE_CODE_H
#define CLEW_STATE_CODE_CODE_H
#include "state/memory.h"
#include "state/state.h"

#define NO_REGISTER UINT32_MAX
enum {
  // Term kinds are their own operations on values of at most 64 bits. Besides:
  OP_TERM = TERM_KIND_COUNT, // builds the term from the operands' terms
  OP_GLOBAL, // loads: of a value that may be concrete
  OP_LOCAL,
  OP_GLOBAL_WIDE, // of a value that is always a term
  OP_LOCAL_WIDE,
  OP_GLOBAL_ARRAY, // borrowed
  OP_LOCAL_ARRAY,
  OP_GLOBAL_MOVE, // owned: the variable's slot is emptied
  OP_LOCAL_MOVE,
};

struct instruction {
  uint8_t op;
  uint8_t width; // of the operands, where it matters
  uint8_t exponent; // of a float operand or result (the other side of a conversion): its format
  uint8_t significand;
  bool consume; // the array operand is owned and used last here
  uint8_t operands; // up to 3 in a, b, c; more: `pool` of the code from a on
  uint16_t low; // of EXTRACT; of accesses: region_shift
  uint32_t dst, a, b, c; // a: also the slot of loads
  uint32_t count; // operands when they are in the pool
  uint32_t term; // that the instruction computes
  uint64_t mask; // of the result
};
VEC_TYPE(vec_instruction, struct instruction)

struct target { // what a body's value goes to
  uint32_t slot, reg;
  bool is_global, is_array;
  bool transfer; // the register owns the array and gives it up
};
VEC_TYPE(vec_target, struct target)

struct edge_code {
  bool taken; // ever
  struct edge edge;
  struct location to;
  uint32_t callee;
  uint32_t guard_begin, guard_end, guard;
  uint32_t body_begin, body_end;
  struct vec_target targets; // of a call: parameters of the new frame
  struct vec_u32 release; // registers with arrays that nothing took over
  struct vec_u32 allocs; // indices into the code's
  bool on_heap; // some object of the edge is: others leave the bump pointer where it is
  bool no_memory; // of this evaluation: an object did not fit in the address space
  struct term fits; // of this evaluation: condition under which symbolic sizes fit, or none
  struct term room; // of this evaluation: that a bump pointer that is a term leaves room on the heap
};

struct input_code {
  struct term term;
  const struct cfa_input *input;
  uint32_t position; // among the inputs of the visit
  uint32_t reg; // NO_REGISTER: no edge uses it
  bool is_array;
};
VEC_TYPE(vec_input_code, struct input_code)

struct alloc_code {
  const struct cfa_alloc *alloc;
  uint32_t reg, size;
  uint32_t size_end; // end of the instructions that compute the size; they start where the allocation before ends
};
VEC_TYPE(vec_alloc_code, struct alloc_code)
VEC_TYPE(vec_register, struct value)
VEC_TYPE(vec_open_edge, struct open_edge)

struct code {
  uint32_t n_edges;
  struct edge_code *edges;
  bool complete;
  bool simple; // no inputs, no allocations, no arrays made by guards
  bool same_inputs; // each edge's inputs are a prefix of the longest list
  uint32_t n_positions; // inputs of the longest list; all of them if not same_inputs
  struct vec_input_code inputs;
  struct vec_alloc_code allocs;
  uint32_t sizes_end; // the segment of allocation sizes starts at 0
  struct vec_instruction instructions;
  struct vec_u32 pool;
  struct vec_register registers;
  struct vec_u32 constants; // registers with arrays that belong to the code
  struct vec_u32 guard_arrays; // registers with arrays made while evaluating, released before the next evaluation
  // The evaluation in the registers.
  uint64_t evaluation;
  uint32_t n_guards; // evaluated
  struct value heap; // pointers after its allocations
  uint64_t stack;
  struct vec_open_edge open;
  struct vec_u32 open_index; // index into edges
};

#endif
