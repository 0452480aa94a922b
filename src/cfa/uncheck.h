// An automaton without some of its checks: a stage that decides other properties (cli/stages.h) need not pay for them.
//
// Where such a check would fail, the path ends, or goes on as if the check was not there: an operation then has the
// result that it has in a program that is not checked for it. Paths are only added. So what is proved of the rest holds
// with the checks, too, and an error that is found is run in the program.
#ifndef CLEW_CFA_UNCHECK_H
#define CLEW_CFA_UNCHECK_H
#include "cfa/cfa.h"

// Errors of these properties are none any more. The automaton is as the front end made it; the caller reduces it
// (cfa_compress).
//
// Conditions of checks for undefined behaviour go from the guards, and those of memory that ask a table which only
// checks have. Others stay: that an access lies in its object is a condition of any access.
void cfa_uncheck(struct cfa *cfa, properties of);

#endif
