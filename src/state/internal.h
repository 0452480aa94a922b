// What the files of this module share: the compiled program, the parts of a
// state, and how values become terms and back.
//
// A location is compiled when it is first executed (compile.c). Its code has one
// register for each distinct term of its out-edges, and these segments of
// straight-line instructions: the sizes of allocations; for each edge its guard
// (what earlier guards have not computed already); for each edge its body, the new values
// or arguments, run only when the edge is taken.
//
// One evaluation of a location (exec.c) fills the registers for one state. Its
// number is kept in the code and in the state, so that state_open and
// state_take, also on copies of the state, need not evaluate again.
//
// Arrays in registers are borrowed (loaded from a variable, or constants of
// the code) or owned (made by an instruction). In a body, the old value of an
// array variable that gets a new one is moved out of its slot, and the last use of
// an owned array consumes it: `m := store(m, i, v)` changes m in place.
#ifndef CLEW_STATE_INTERNAL_H
#define CLEW_STATE_INTERNAL_H
#include "state/memory.h"
#include "state/state.h"
#include "state/unfold.h"

#define NO_REGISTER UINT32_MAX

// --- values --------------------------------------------------------------------------
// Bits of a value of this sort if it is concrete (Bool: 1), 0 if it always is a term or an array.
uint32_t value_bits(const struct terms *tm, struct sort s);
// The concrete value of a constant, or the term. Arrays: a new memory.
struct value value_from_term(struct terms *tm, struct term t);
struct term value_term(struct terms *tm, struct sort s, struct value v);

// More of memory.h. A memory with the cells of a constant array or of stores over a base in its trie.
struct memory *memory_unpack(struct terms *tm, struct term t);
// Cells from `first` to `last` become absent again; consumes the reference. Right only where memory_frozen(m) <= first.
struct memory *memory_erase(struct memory *m, uint64_t first, uint64_t last);
// The same for any memory: they become those of the array `fresh`, to the end of the index space that is used.
struct memory *memory_havoc(struct terms *tm, struct memory *m, uint64_t first, uint64_t last, struct term fresh);
bool memory_range_empty(const struct memory *m, uint64_t first, uint64_t last);
// No cell at or above this index was frozen into the base.
uint64_t memory_frozen(const struct memory *m);
struct term memory_look(struct terms *tm, struct memory *m); // memory_term, but nothing is frozen
void memory_set_frozen(struct memory *m, uint64_t top);
bool memory_same(const struct memory *a, const struct memory *b); // false: may still hold the same
bool memory_is_constant(const struct memory *m); // every cell holds the same constant

// --- code ----------------------------------------------------------------------------
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
  uint32_t term; // what is computed
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

// --- addresses -----------------------------------------------------------------------
#define OBJECT_GAP 16 // at least, between objects: one past the end of one is not another

struct address_space {
  uint64_t heap_end, stack_base, stack_end;
  uint64_t gap; // on the heap, behind an object; then the next multiple of OBJECT_GAP
  // Where the bump pointer is a term and leaves no room for an object, the run need not be considered
  // (cfa/pass/heap.c).
  bool has_room;
  // Terms of the bump pointer say nowhere that there is room (unfold.h): it cannot be used up, or has_room.
  bool never_ends;
  uint64_t reserve; // what an object gets whose size is not concrete
  uint64_t largest; // what it gets at most, where the path says that it needs it
};
struct address_space address_space_of(const struct cfa *cfa);
static inline uint64_t object_align(const struct cfa_alloc *alloc) {
  return alloc->align > OBJECT_GAP ? alloc->align : OBJECT_GAP;
}
// Places an object at the bump or stack pointer and moves the pointer behind it; false: it does not fit.
bool address_place(const struct address_space *space, const struct cfa_alloc *alloc, uint64_t size, uint64_t *pointer,
                   uint64_t *address);

// The same on the heap where the bump pointer is a term (address.c): the object's address and the bump pointer behind
// it. Whether there is room is for address_has_room to say.
struct placement {
  struct term address, pointer;
};
struct placement address_place_term(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                                    struct term size, struct term pointer);
struct term address_to_width(struct terms *tm, struct term t, uint32_t width); // zeros above, or cut off
// That the address space has room for an object of this size at the address; address_place asks the same. A size that
// is not a number is at most the reserve.
struct term address_has_room(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                             struct term size, struct term address);

// --- states --------------------------------------------------------------------------
#define CHUNK_BITS 5
#define CHUNK_SLOTS 32

struct chunk {
  uint32_t refs, size;
  uint32_t arrays; // one bit for each slot that holds an array (NULL: not initialised)
  struct value values[];
};

struct layout { // of the globals or of a function's locals
  uint32_t n_chunks;
  uint32_t *sizes, *arrays; // by chunk
};

struct frame {
  uint32_t refs;
  uint32_t function, depth;
  struct edge call_edge; // EDGE_NONE: of main
  struct context context; // its call string; CONTEXT_NONE until asked for
  bool is_static; // this frame and those further out are known to start where their contexts say
  uint64_t stack_start; // the stack pointer when it was entered
  struct frame *parent;
  uint32_t n_chunks;
  struct chunk *chunks[];
};

// Inputs read so far, newest last: each entry is one traversal of an edge with inputs (first: position of its first
// input), or a number of successive traversals none of whose inputs matters.
struct input_entry {
  struct edge edge;
  uint32_t first; // or the number of traversals if `silent`
  bool silent;
};

struct input_log {
  uint32_t refs, size, capacity;
  struct input_log *older;
  uint32_t older_size; // entries of `older` that belong to us
  struct input_entry entries[];
};

// An array for what a region holds in stack memory that is used again; newest first.
struct stack_input {
  uint32_t refs;
  uint32_t region; // index into the program's
  uint32_t position; // of its variable
  struct return_point left;
  struct stack_input *before;
};

struct state {
  struct program *program;
  struct location location;
  enum reason why;
  uint64_t steps;
  uint64_t evaluation; // 0: none
  struct frame *frame;
  struct chunk **globals;
  struct path *path;
  struct model *model;
  struct input_log *log;
  uint32_t log_size; // entries of `log` that are ours
  uint32_t n_inputs; // positions used: the number in the name of the next variable
  uint32_t n_read; // inputs read by edges
  struct stack_input *stack_inputs; // one reference
  struct value heap; // the bump pointer, a multiple of OBJECT_GAP: a term where a loop that allocates was havocked
  bool crowded; // objects of unknown size had taken half of the heap when the bump pointer became a term
  uint64_t stack;
  uint64_t uninit_top; // no cell at or above it was read while it was absent
  // A concrete run: the values of the inputs in the order in which they are read.
  const struct input_value *replay;
  uint32_t n_replay; // of edges; then come
  uint32_t next_left, end_left; // those of returns: from `next_left` on they are still to come
  bool is_replay;
  struct fact *facts; // newest first; one reference
};

MAP_TYPE(map_input, struct vec_term)

struct program {
  struct cfa *cfa;
  struct unfold *unfold; // NULL until asked for
  bool owns_unfold;
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  struct code **codes; // by location, NULL until executed
  struct layout globals, *functions;
  struct vec_u32 regions; // slots of the globals that are memory
  const struct cfa_input **stack_inputs; // by region: what an array for its stack memory is called; NULL until needed
  uint64_t evaluations;
  struct address_space space;
  struct word *word; // for bounds of sizes; NULL until needed
  struct map_input inputs; // sort → variables by position
  unsigned char *reached; // by location
  unsigned char *taken; // by edge
  uint32_t n_taken;
  unsigned char *quick; // by location: reached before, and plain
  uint32_t n_reached;
};

// How far addresses are shifted right to become indices of an array of this sort.
uint32_t region_shift(const struct cfa *cfa, struct sort s);

// Of an instruction that computes t: the operation and what it needs besides operands and destination.
void code_operation(const struct cfa *cfa, struct term t, struct instruction *in);
// Which children are operands (STORES has its indices in the term), and the i-th to compute: an array that is changed
// comes last.
uint32_t code_operands(const struct terms *tm, struct term t);
struct term code_operand(const struct terms *tm, struct term t, uint32_t i);
struct term code_operand_in_order(const struct terms *tm, struct term t, uint32_t i, uint32_t n);

struct code *code_compile(struct program *program, struct location location);
void code_free(struct program *program, struct code *code);

static inline struct code *code_of(struct program *program, struct location location) {
  struct code *code = program->codes[location.id];
  return code ? code : (program->codes[location.id] = code_compile(program, location));
}

// Executes instructions [begin, end) for s.
void exec_segment(struct program *program, struct state *s, struct code *code, uint32_t begin, uint32_t end);

// What a location's edges say about a state.
enum decision { DECIDED, DECIDED_NONE, DECIDED_BRANCH, DECIDED_NO_MEMORY };
// Evaluates the guards at the state's location; DECIDED: *edge is the index of the one edge that is taken.
// DECIDED_BRANCH: the code's `open`.
enum decision state_decide(struct program *program, struct state *s, struct code *code, uint32_t *edge);
// Performs an edge whose guard was evaluated for s and is part of its path condition.
void state_step(struct program *program, struct state *s, struct code *code, uint32_t edge);
// What to do at a location before its edges are looked at: leaves functions. False: stop with *event.
bool state_arrive(struct program *program, struct state *s, enum state_event *event);

struct value *state_slot(struct state *s, bool is_global, uint32_t slot); // to read
struct value *state_slot_own(struct state *s, bool is_global, uint32_t slot); // to write
// The same of a frame further out: `out` frames from the innermost.
struct value *state_slot_out(struct state *s, uint32_t out, uint32_t slot);
struct value *state_slot_out_own(struct state *s, uint32_t out, uint32_t slot);

// inputs.c
struct term inputs_variable(struct program *program, struct sort sort, uint32_t position);
// The array for what the i-th region holds from the stack pointer on when the innermost function returns.
struct term inputs_of_stack(struct program *program, struct state *s, uint32_t i, struct return_point left);
void stack_inputs_unref(struct stack_input *in);
void inputs_evaluate(struct program *program, struct state *s, struct code *code);
void inputs_log(struct program *program, struct state *s, struct code *code, const struct edge_code *edge);
void input_log_unref(struct input_log *log);

// facts.c: lists of what is known of every cell.
struct fact;
void facts_ref(struct fact *f);
void facts_unref(struct fact *f);
void facts_add(struct terms *tm, struct fact **list, struct term formula); // over inputs and a quantified variable
struct term facts_instances(struct terms *tm, const struct fact *facts, struct term condition);

// cycle.c: cycle_look is to be called where s->steps >= next or s is at the location; true: s repeats itself for
// ever.
#define CYCLE_FIRST 1024
#define CYCLE_COMPARISONS 256
struct cycle {
  struct state *earlier;
  struct location location; // of `earlier`, or LOCATION_NONE
  uint32_t comparisons; // left
  uint64_t next, interval;
};
void cycle_start(struct cycle *c, const struct state *s);
bool cycle_look(struct cycle *c, struct state *s);
void cycle_stop(struct cycle *c);

#define FRAMES_MAX 1000000u

#endif
