// Infeasible paths to an error, recorded from programs: what error-paths measures interpolation on.
//
// A recorded path is a list of steps as interpolate_path takes them, with cuts where it passes a loop head or enters a
// recursive function, and nothing else of the program: it can be written to a file and replayed without the program.
#ifndef CLEW_BENCH_ERROR_PATHS_H
#define CLEW_BENCH_ERROR_PATHS_H
#include "base/memory/arena.h"
#include "base/error.h"
#include "cfa/cfa.h"
#include "solve/interpolate/interpolate.h"

VEC_TYPE(vec_step, struct step)

struct recorded_path {
  struct arena arena;         // of the updates and inputs of the steps
  struct vec_step steps;
  struct vec_u32 cuts;
  uint32_t visits;            // of the head it passes most often
  bool plain;                 // a part between two cuts cannot be run from any state
  const char *kind;           // how it was found (error_paths_find.c)
};
VEC_TYPE(vec_recorded, struct recorded_path)

void recorded_release(struct recorded_path *path);

// --- error_paths_expand.c
// One flat automaton without calls: every call inlined per call string, variables instantiated ("f@3::x"); recursion
// deeper than `bound` instances of a function on the string leads to LOC_UNSUPPORTED "recursion". A new cfa on the same
// terms.
struct cfa *paths_expand(const struct cfa *cfa, uint32_t bound);

// --- error_paths_find.c ------------------------------------------------------------------------------------------
struct find_options {
  uint32_t paths; // at most so many
  uint32_t unroll; // visits of a head on a path
  double seconds;
  const struct cfa *program; // before the expansion: which functions are recursive
};

struct find_counts {
  uint32_t heads; // of loops, and entries of recursive functions
  uint32_t candidates, feasible, undecided;
  uint32_t unknown_size; // an object's size is not a constant on the path
  uint32_t nodes; // of the tree of feasible beginnings
};

// Infeasible paths of the flat automaton from its entry to an error, of different lengths, through at least one head.
void paths_find(struct cfa *flat, struct limits *limits, struct stats *stats, const struct find_options *options,
                struct vec_recorded *out, struct find_counts *counts);

// --- error_paths_file.c ------------------------------------------------------------------------------------------
// The text
// form: lines of
//     declare SORT NAME      a variable of the program (the name goes to the end of the line)
//     step                   the following belong to a new step
//     input SORT NAME        one of its inputs
//     guard TERM             default: true
//     update TERM NAME       the variable's new value
//     cut                    before the next step
//     # …                    a comment
// with sorts and terms in SMT-LIB.
bool recorded_write(struct terms *tm, const struct recorded_path *path, const char *comment, const char *file,
                    struct error *error);
bool recorded_read(struct terms *tm, const char *file, struct recorded_path *out, struct error *error);

#endif
