// Marks that the front end leaves in the automaton that it makes, and the automata that are made of them: one whose
// errors are the ends of paths in undefined behaviour, one whose errors are goals of a test suite.
//
// Marks speak of the automaton as it was made: a pass that renumbers it (cfa_sweep) drops them.
#ifndef CLEW_CFA_MARKS_H
#define CLEW_CFA_MARKS_H
#include "cfa/cfa.h"

enum cfa_conjunct_kind {
  CONJUNCT_DEFINED, // where it does not hold, behaviour is undefined
  CONJUNCT_ASSUMED, // the program assumes it
};

// A conjunct of the guards of some edges of one location. Where it does not hold, none of them can be taken and the
// path ends.
struct cfa_conjunct {
  enum cfa_conjunct_kind kind;
  struct location from;
  struct term guard; // the conjuncts before it
  struct term condition;
  struct vec_input inputs; // that arrive before it, and objects made before it
  struct vec_alloc allocs;
  uint32_t step; // conjuncts of the same edges have the same number,
  uint32_t first_edge; // and the edges behind this one are those of `from` from here to the end of the step
  const char *text; // which operation is undefined
  struct source_place place, first; // of the conjunct, and where the step begins
};
VEC_TYPE(vec_conjunct, struct cfa_conjunct)

// An edge that is a way out of a branch.
struct cfa_side {
  struct edge edge;
  uint32_t branch, side; // numbers: of the branch in the program, and of the way out
};
VEC_TYPE(vec_side, struct cfa_side)

struct cfa_marks {
  struct vec_conjunct conjuncts; // in the order of the steps
  struct vec_u32 step_ends; // by step: how many edges there were at its end
  struct vec_side sides;
};

struct cfa_marks *cfa_marks(struct cfa *cfa); // made when first asked for
void cfa_marks_free(struct cfa_marks *marks);
struct cfa *cfa_move_marks(struct cfa *cfa); // to a copy, which keeps them when passes change the automaton

// Undefined-behaviour exits: a copy in which each mark of undefined behaviour is an edge to an error location, with the
// mark's text and place. The program's own errors only end paths. There are locations before and behind each
// assumption of the user's (enum cfa_mark). For an automaton with its marks.
struct cfa *cfa_undefined_exits(const struct cfa *marked);
// Goals: a copy in which the ways out of branches that are wanted lead to error locations instead, with the goal's
// number as text. The program's own errors only end paths. `first`, by branch: the number of its first way out among
// the goals, plus 1; 0: they are none.
struct cfa *cfa_goal_errors(const struct cfa *marked, const uint32_t *first, const unsigned char *wanted);

#endif
