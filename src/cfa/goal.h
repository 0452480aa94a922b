// What a test suite is to cover: the sides of the branches of the program's own functions, and its lines. The front end
// finds them (front/export/goals.c) and numbers them: a goal is an index.
#ifndef CLEW_CFA_GOAL_H
#define CLEW_CFA_GOAL_H
#include "cfa/cfa.h"

// Texts live as long as the cfa.
struct cfa_goal {
  struct source_place place; // of the branch
  uint32_t branch; // its number: goals with the same one are sides of one branch
  const char *function, *side; // "true", "false", "case 3", "default"
};
VEC_TYPE(vec_cfa_goal, struct cfa_goal)
VEC_TYPE(vec_cfa_line, struct source_place)
struct cfa_goals {
  struct vec_cfa_goal list;
  struct vec_cfa_line lines;
  struct vec_u32 used; // by line: 1: in a function that calls lead to from the entry function; 0: in none
  uint32_t branches;
};

#endif
