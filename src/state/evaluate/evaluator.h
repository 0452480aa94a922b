// The evaluator behind state/evaluate.h: its stores, its arrays and the code of its steps.
//
//   store.c     variables and their numbers, stores
//   array.c     known cells of arrays
//   compile.c   steps to code
//   run.c       code on a store
//   assume.c    what a guard that holds says about variables
#ifndef CLEW_STATE_EVALUATE_EVALUATOR_H
#define CLEW_STATE_EVALUATE_EVALUATOR_H
#include "state/convert.h"
#include "state/concrete.h"
#include "state/evaluate.h"

enum {
  OP_LOAD = OP_LOCAL_MOVE + 1, // a variable; a: its number
  OP_LOAD_ARRAY,
  OP_INPUT, // an input of the step; a: its index among the evaluator's
};

// In registers: values of at most 64 bits are concrete; what is wider or symbolic is a term; UNKNOWN is what nothing is
// known of (explicit). An array is the handle in `bits` (array.c).
#define UNKNOWN ((struct value){.term = UINT32_MAX})
static inline bool is_unknown(struct value v) { return v.term == UINT32_MAX; }
static inline struct value concrete(uint64_t bits) { return (struct value){.term = 0, .bits = bits}; }

struct array_record {
  struct known_array array; // explicit: base none where nothing is known of it
  struct term term; // as one term; none until asked for. Symbolic
};
VEC_TYPE(vec_array_record, struct array_record)

struct variable_record {
  struct term term;
  struct sort sort;
  bool is_array;
};
VEC_TYPE(vec_variable_record, struct variable_record)

struct input_record {
  struct term term;
  bool is_array;
  uint64_t serial; // of the visit that the value belongs to
  struct value value;
};
VEC_TYPE(vec_input_record, struct input_record)

// Straight-line code and its registers.
struct unit {
  struct vec_instruction instructions;
  struct vec_u32 pool;
  struct vec_register registers;
  struct map_u32 register_of; // term → register
};

// An equation of a guard: a variable, or a cell of one, is known if the register is.
struct equation {
  uint32_t number;
  uint32_t reg; // of the value; NO_REGISTER: `truth` is it
  uint32_t index; // register of the cell's index; NO_REGISTER: not a cell
  bool truth;
  struct vec_term around; // operations that make the register's side from the variable, outermost first
};
VEC_TYPE(vec_equation, struct equation)

struct step_target {
  uint32_t number, reg;
};
VEC_TYPE(vec_step_target, struct step_target)

struct number_range {
  uint32_t first, n;
};
VEC_TYPE(vec_number_range, struct number_range)

struct block;
struct step_code {
  struct block *block;
  const struct unfold_step *step;
  struct context context; // where it starts
  struct term condition; // the guard, with the inputs that it pins to a constant replaced in its other conjuncts
  struct vec_term pinned, pinned_to; // these inputs, and their values: replaced in the updates, too
  uint32_t guard, guard_end; // register; end of the instructions that compute it
  bool has_body; // it is compiled
  struct unit body;
  struct vec_step_target targets;
  struct vec_number_range left; // variables of frames that are left
  struct vec_equation equations;
  struct vec_u32 reads;
};

// The edges of a location in a context: their guards share what they compute.
struct block {
  uint32_t n;
  struct step_code *codes; // by index of the out-edge
  struct unit guards;
  // The evaluation in the registers: instructions up to `done` have been run.
  uint64_t serial;
  struct persistent store;
  uint32_t done;
};

struct evaluator {
  struct unfold *u;
  struct cfa *cfa;
  struct terms *tm;
  struct persistents *pool;
  bool symbolic;
  struct evaluator_fresh fresh;
  struct vec_variable_record variables;
  struct map_u32 number_of; // variable → number
  struct map_u32 frames; // context → number of its first variable
  struct vec_array_record arrays; // by handle; 0: none
  struct map_u32 array_of; // base and cells → handle
  struct vec_input_record inputs;
  struct map_u32 input_of; // term → index
  struct map_ptr blocks; // context and location → block
  struct map_ptr codes; // context and edge → code
  struct vec_ptr others; // blocks of steps that are no edge's
  uint64_t visit, serial; // the visit at hand, and how many there were
};

// store.c
struct value value_of_word(const struct evaluator *e, uint32_t word); // of no array
struct value evaluator_load(struct evaluator *e, struct persistent store, uint32_t number);
struct persistent evaluator_save(struct evaluator *e, struct persistent store, uint32_t number, struct value value);
bool evaluator_find(struct evaluator *e, struct term t, uint32_t *number); // false: not a variable of the program
struct number_range evaluator_frame(struct evaluator *e, struct context context); // the numbers of its variables
// Begins a visit, unless it is the one at hand: a number that comes again later is another visit.
void evaluator_visit(struct evaluator *e, uint64_t visit);
struct value evaluator_input(struct evaluator *e, uint32_t index);

// array.c: values that are arrays. A cell's word is a term's id, or this where nothing is known (explicit).
#define UNKNOWN_CELL UINT32_MAX
struct value array_of_term(struct evaluator *e, struct term t); // any array term
struct value array_unknown(struct evaluator *e); // explicit
struct value array_intern(struct evaluator *e, struct known_array array);
struct term array_term(struct evaluator *e, struct value array); // symbolic
struct value array_read(struct evaluator *e, struct value array, uint64_t index);
struct value array_write(struct evaluator *e, struct value array, uint64_t index, uint32_t word);
// False: not with these bounds, or the arrays' indices wrap.
bool array_copy(struct evaluator *e, struct sort sort, struct value to, uint64_t index, struct value from,
                uint64_t start, uint64_t n, struct value *out);
// One of both, it is not known which (`condition` says it; symbolic).
struct value array_choice(struct evaluator *e, struct term condition, struct value a, struct value b);

// compile.c
void unit_release(struct unit *unit);
void step_code_compile_body(struct evaluator *e, struct step_code *code);
void step_code_release(struct step_code *code);

// run.c
// The guards up to that of the code.
void block_run(struct evaluator *e, struct block *b, const struct step_code *code, struct persistent store);

// assume.c: the equations of the guard; its registers are there.
void step_code_equations(struct evaluator *e, struct step_code *code);

#endif
