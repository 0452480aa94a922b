// A trace in the making: shared by the files trace*.c only.
//
//   trace.c          the run, the rows, loops
//   trace_edge.c     what an edge did, once the state after it is known
//   trace_memory.c   objects that come, memory that changed
//   trace_parts.c    fields that have no variable and no bytes of their own
//   trace_uses.c     where inputs are stored, which uninitialised memory is read
//   trace_lines.c    on which line of an edge something is assigned
//   trace_inputs.c   the summary of the inputs
//   trace_scan.c     the text that scanf has read
//   trace_reads.c    what the C library brings from outside: the standard input, files, the environment
#ifndef CLEW_TRACE_TRACE_BUILDER_H
#define CLEW_TRACE_TRACE_BUILDER_H
#include "trace/trace.h"
#include "trace/memory_view.h"

#define FRAME_ARGUMENTS 5u // kept, for functions of the C library

struct frame {
  uint32_t function;
  struct edge call; // that called it; EDGE_NONE for main
  bool hidden; // it, or a caller of it, belongs to a model
  uint64_t arguments[FRAME_ARGUMENTS]; // of a model that the user's code calls; 0 where they are not known
};
VEC_TYPE(vec_frame, struct frame)

// A loop that the run is in. Rows of the iterations 1 and 2 stay; from then on only the
// last two iterations are kept, the rows between them become one.
struct loop_run {
  struct location head;
  uint32_t depth;
  uint64_t iterations;
  uint32_t current, previous; // where the rows of this iteration and of the one before start
  uint32_t gap; // row, or UINT32_MAX
};
VEC_TYPE(vec_loop_run, struct loop_run)

// Something to be shown on a line of the edge at hand.
struct item {
  uint32_t file, line;
  struct trace_value value;
  uint64_t address, size; // of a scalar in memory; size 0: it is none
};
VEC_TYPE(vec_item, struct item)

// An input that an edge puts into memory.
struct stored {
  struct term input;
  uint64_t address;
};
VEC_TYPE(vec_stored, struct stored)

// Bytes of memory that an edge, or a call of a model, has changed.
struct changed {
  uint64_t address;
  uint32_t size;
  bool is_known; // what they held,
  uint64_t before; // this
};
VEC_TYPE(vec_changed, struct changed)

// Memory that was an input, shown when it came.
struct block {
  uint32_t input; // index into the claim's
  char *variable, *value; // owned, may be NULL: not known; any value does
};
VEC_TYPE(vec_block, struct block)

// An input that a model of the C library has asked for.
struct model_input {
  const char *name;
  uint64_t bits; // 0 where any value does, as in the run that confirms the error
};
VEC_TYPE(vec_model_input, struct model_input)

// A stream or a descriptor that is open, and what it reads: source 0 is the standard input, k the file k - 1 of the
// trace.
struct handle {
  uint64_t id;
  bool is_descriptor;
  uint32_t source; // UINT32_MAX: not known
  uint64_t position; // UINT64_MAX: at the end, wherever that is
  int pushed; // a character that was pushed back and is none of the source; -1: none
};
VEC_TYPE(vec_handle, struct handle)

// Where a source ends.
struct source_end {
  bool is_known;
  uint64_t at;
};
VEC_TYPE(vec_source_end, struct source_end)

struct builder {
  struct cfa *cfa;
  struct program *program;
  const struct claim *claim;
  struct limits *limits;
  uint64_t most; // steps of the run
  struct trace *trace;
  struct source_files *sources;
  struct memory_view view;
  struct vec_frame frames;
  struct vec_loop_run loops;
  struct map_u32 lines; // (edge, update) → line
  uint64_t total;
  uint32_t base_depth;
  uint32_t next_input;
  uint32_t next_block; // input from which on the next block is looked for
  struct vec_block blocks;
  bool environment_changed; // by the program
  struct vec_model_input asked; // by the model that the user's code called last
  struct vec_handle handles;
  struct vec_source_end ends; // of the sources, from 0 on
  bool silent; // in the middle of a long run
  // The edge taken last, not shown yet.
  struct edge edge; // EDGE_NONE: none
  uint32_t edge_depth;
  uint64_t edge_index;
  struct vec_term before; // values of the variables it updates; none: was not read
  struct vec_term after; // for an edge that leaves its frame: the new values
  struct state *memory; // a state with the memory of the view; NULL: none yet
  struct vec_changed changed; // since then
  struct vec_stored stored; // by the edge taken last
  struct state *start; // after the first edge; NULL: there was none yet
  bool has_stated; // objects of the size that the user states, parameters of the entry function point to them
  struct map_u32 uninitialised; // addresses of memory that is shown as such
};

// trace.c
struct trace_row *trace_row_add(struct builder *b, enum trace_kind kind, uint32_t depth, struct source_place place);
struct trace_row *trace_row_on_line(struct builder *b, uint32_t depth, struct source_place place, const char *name);

// trace_lines.c
uint32_t trace_line_of_update(struct builder *b, struct edge edge, uint32_t update);
// The last line of the edge that assigns to something of this name; 0: none is found.
uint32_t trace_line_of_name(struct builder *b, const struct cfa_edge *edge, const char *name);
// The last line that assigns through a pointer or to an element, or the edge's last.
uint32_t trace_line_of_store(struct builder *b, const struct cfa_edge *edge);
// Does it lead back to the head of a loop, so that what is on its last line comes last?
bool trace_is_back_edge(const struct builder *b, const struct cfa_edge *edge);
bool trace_line_mentions(struct builder *b, uint32_t file, uint32_t line, const char *word);

// trace_edge.c
void trace_finish_edge(struct builder *b, struct state *after, uint32_t depth);
const struct input_value *trace_input_value(struct builder *b, const struct cfa_input *input);
bool trace_can_show(const struct cfa *cfa, struct term value);
bool trace_is_shown(const struct builder *b, const struct cfa_input *input);
// A parameter of the entry function, or a variable that no file defines.
bool trace_is_elsewhere(const struct cfa *cfa, const struct cfa_input *input);
// A name that the user wrote, of a variable that is the user's.
bool trace_is_named(const struct builder *b, const struct cfa_var *var);

// Is it the input itself, but for its width?
bool trace_is_input_itself(const struct terms *tm, struct term value, struct term input);
// The update of the edge whose value is this input, or UINT32_MAX.
uint32_t trace_update_of_input(struct builder *b, struct edge edge, const struct cfa_input *input);

// trace_uses.c
void trace_note_uses(struct builder *b, const struct run_step *step);
bool trace_stored_at(const struct builder *b, const struct cfa_input *input, uint64_t *address);

// trace_parts.c
// The fields in a variable of the automaton; `before` is what it held, and only what differs is shown, or none.
void trace_tell_part(struct builder *b, const struct layout_part *part, struct term value, struct term before,
                     struct source_place place, struct vec_item *items);
// The fields of a structure in memory, which starts there and is called so, that the changes from `at` on have changed.
void trace_tell_fields(struct builder *b, const char *name, uint32_t type, uint64_t start, uint32_t at, uint32_t n,
                       struct vec_item *items);

// trace_memory.c
void trace_new_objects(struct builder *b, const struct run_step *step);
void trace_follow_memory(struct builder *b, struct state *after); // reads what has changed
void trace_collect_memory(struct builder *b, struct vec_item *items); // and tells it
void trace_skip_memory(struct builder *b, struct state *after); // what has changed until now is not shown
void trace_release_memory(struct builder *b);
// Where it is assigned: by the last name on the way to it ("next" of "n->next"), or the first.
uint32_t trace_line_of_place(struct builder *b, const struct cfa_edge *edge, const char *path);

// trace_scan.c: the text that gives so many conversions of a format of scanf; `block` has the arguments behind the
// first `before`. False: it is not known.
bool trace_scan(struct builder *b, struct state *state, uint64_t block, uint32_t before, const char *format,
                int64_t matched, struct text *out);

// trace_access.c: an invalid access or free (pointer, base, bytes)
void trace_print_access(struct builder *b, const struct cfa_location *error, const uint64_t operands[CFA_OPERANDS],
                        struct text *out);

// trace_inputs.c
void trace_begin_arguments(struct builder *b); // before the run
void trace_note_blocks(struct builder *b, const struct run_step *step);
void trace_list_inputs(struct builder *b);
void trace_release_inputs(struct builder *b);

// trace_reads.c
bool trace_is_getter(const char *function); // of a variable of the environment
void trace_note_asked(struct builder *b, const struct cfa_input *input, struct term value);
// A model returns to the user's code: what it has got from outside. `after` is the state then.
void trace_follow_reading(struct builder *b, const struct frame *frame, struct term result, struct state *after);
void trace_finish_reading(struct builder *b);
// The n-th input of this type that the model has asked for, from 0 on; false: there was none.
bool trace_asked_for(const struct builder *b, const char *type, uint32_t n, uint64_t *bits);
bool trace_number_at(struct builder *b, struct state *state, uint64_t address, uint32_t size, uint64_t *bits);
// A text that ends; false: it is not known.
bool trace_text_at(struct builder *b, struct state *state, uint64_t address, uint64_t most, struct text *out);
// So many bytes; those that nothing looks at are zero, as in the run that confirms the error.
void trace_bytes_at(struct builder *b, struct state *state, uint64_t address, uint64_t n, struct text *out);
// Is a result that goes into no variable shown?
bool trace_tells_result(const struct builder *b, const struct frame *frame, struct term value);
bool trace_gives_pointer(const struct builder *b, const struct frame *frame);
// The name of a function of the C library in the program's text: its headers have others for some.
const char *trace_library_name(const char *function);

#endif
