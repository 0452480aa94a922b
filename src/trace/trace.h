// The counterexample as a person reads it: source lines with the values that
// mattered, indented by call depth.
//
// Built by running the automaton once more on the inputs of the claim. An
// edge is straight-line code; it gives a row for every line on which
// something can be shown. Steps inside models of the C library are left out.
// Loops are collapsed while the run goes on: the first two iterations and the
// last ones stay, so that a run of millions of steps gives a short trace.
#ifndef CLEW_TRACE_TRACE_H
#define CLEW_TRACE_TRACE_H
#include "native/replay.h"

struct trace_value {
  const char *name;        // the variable; NULL: an input that goes into no variable directly
  const char *ctype;
  char *value;             // owned: as C would write it
  const char *input;       // the function or object that gave the value, or NULL
  bool is_called;          // `input` is a function
};
VEC_TYPE(vec_trace_value, struct trace_value)

// An input of the counterexample that the user's code asks for.
struct trace_input {
  const struct cfa_input *input;
  const char *variable;      // that gets it, or NULL
  char *value;               // owned; NULL: any value does
  char *object;              // owned; memory that is an input: what the program or its type calls it, or NULL
  uint32_t index;            // of the claim's inputs
  uint32_t times;            // the same value that often, one after the other
};
VEC_TYPE(vec_trace_input, struct trace_input)

enum trace_kind {
  TRACE_LINE,      // a source line
  TRACE_CALL,      // a function is entered: `values` are its arguments
  TRACE_RETURN,    // back in the caller: `values` is the result, if any
  TRACE_GAP,       // `skipped` iterations of the loop (at `place`), or steps, are not shown
  TRACE_ERROR,     // the error; `text` says which
};

struct trace_row {
  enum trace_kind kind;
  uint32_t depth;                 // 0 in main
  uint32_t function;
  struct source_place place;      // line 0: unknown
  struct edge edge;               // the automaton's that it is of; EDGE_NONE: of none
  uint64_t skipped;
  bool is_loop;                   // GAP: iterations, not steps
  const char *text;               // ERROR: which; borrowed from the cfa
  struct vec_trace_value values;  // owned
  bool values_more;               // CALL: there are arguments that cannot matter, which the run does not compute
};
VEC_TYPE(vec_trace_row, struct trace_row)

struct trace {
  struct vec_trace_row rows;
  struct vec_trace_input inputs;  // in the order of the run
  struct vec_trace_input uninitialised; // memory that is read and was never written
  bool has_arguments;             // the program looks at its arguments:
  uint32_t argc;
  struct text arguments;          // the strings, a zero behind each
  struct text read;               // bytes that the program reads from the standard input
  bool reads;                     // it reads from there,
  bool reads_more;                // more than `read`
  struct text environment;        // variables that the program asks for: "NAME=value" or "NAME", a zero behind each
  bool environment_more;          // and others, or values that are not known
  struct vec_replay_file files;   // in the order in which they are opened first
  struct vec_string unprovided;   // functions of the C library whose results come from outside by other ways
  bool complete;                  // the run ended in the error as claimed
  uint64_t steps;                 // edges of the run
  struct vec_u32 taken;           // by edge: how often the run takes it, at most UINT32_MAX
};

// NULL if the claim is not FALSE. Polls limits: a trace that was cut short is not complete. `program` may be NULL.
struct trace *trace_build(struct cfa *cfa, struct program *program, struct limits *limits, struct stats *stats,
                          const struct claim *claim);
// The same, where the run has at most so many steps; otherwise the trace has nothing of it.
struct trace *trace_build_short(struct cfa *cfa, struct program *program, struct limits *limits, struct stats *stats,
                                const struct claim *claim, uint64_t most);
void trace_free(struct trace *trace);
// What the run needs from outside; borrowed from the trace.
struct replay_outside trace_outside(const struct trace *trace);
// The inputs, before everything else: "standard input", values of functions with their places.
void trace_print_inputs(const struct trace *trace, const struct cfa *cfa, bool colour, struct text *out);
// Reads the source files of the cfa for the text of lines where they can be read. At most `max_rows` rows are printed:
// the first and the last ones.
void trace_print(const struct trace *trace, const struct cfa *cfa, bool colour, uint32_t max_rows, struct text *out);

// --- source files -----------------------------------------------------------------
// The lines of the cfa's files, read on demand.
struct source_files;
struct source_files *source_files_new(const struct cfa *cfa);
void source_files_free(struct source_files *files);
// The line without leading blanks and line end, or NULL; borrowed.
const char *source_line(struct source_files *files, uint32_t file, uint32_t line);
// Where it was read; NULL: nowhere. Borrowed.
const char *source_path(struct source_files *files, uint32_t file);
// How many leading blanks that are.
uint32_t source_indent(struct source_files *files, uint32_t file, uint32_t line);
// The same with its blanks and tabs in front.
const char *source_indented(struct source_files *files, uint32_t file, uint32_t line);
uint32_t source_lines(struct source_files *files, uint32_t file); // how many there are; 0: it cannot be read

#endif
