// The representation of states and of the compiled program, and how a state takes an edge.
#ifndef CLEW_STATE_PROGRAM_H
#define CLEW_STATE_PROGRAM_H
#include "state/code/address.h"
#include "state/code/code.h"
#include "state/unfold.h"

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
  const struct input_giver *giver; // of the run; NULL: the values above
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

#define FRAMES_MAX 1000000u

#endif
