// The C expressions of witnesses, before they are put into a program: what they may be.
#ifndef CLEW_WITNESS_CLAUSE_H
#define CLEW_WITNESS_CLAUSE_H
#include "witness/outline.h"

struct clause {
  struct text text; // on one line, without comments; `\result` is CLAUSE_RESULT
  bool partial; // its evaluation may be undefined: it looks at memory
};
#define CLAUSE_RESULT "__witness_result"
#define CLAUSE_MARK "__extension__" // stands before a clause in parentheses, means nothing, and is in none

// An expression without effects: no assignment, no call, nothing that is no expression, no division that may be
// undefined. What macros make of it is judged later (expand.h). `has_result`: `\result` may be in it. False: *what says
// what is wrong with it; static.
bool clause_read(struct clause *clause, const char *text, bool has_result, const char **what);
// The same of an expression of which the preprocessor made `now`; it must not look at memory where it did not before,
// unless `may_look`.
bool clause_judge(const char *before, const char *now, bool may_look, const char **what);
void clause_release(struct clause *clause);

#endif
