// The portfolio `auto`: a parent process reads the program and lets workers run engines on it (portfolio/worker.h).
//
// The parent makes a pre-run, which decides many programs. Then the features of the program choose a schedule
// (portfolio/schedule_table.h). Each line of it is a portfolio slot (portfolio/slots.h), whose worker is forked at its
// first turn. The policy (portfolio/policy.h) chooses the next slot and its effort; at most --jobs turns run at a time.
// With one job and --turns effort the order of turns depends only on the effort that workers report, except that a turn
// which takes far longer than expected (a query that hangs) is suspended, and other slots get turns.
//
// A worker that dies is named in the result, and the others go on. When memory runs short, the largest worker is ended.
// If the parent dies, the workers die with it, and no temporary file is left.
#ifndef CLEW_PORTFOLIO_PORTFOLIO_H
#define CLEW_PORTFOLIO_PORTFOLIO_H
#include "run/verifier.h"

// What a request has as its strategy where --engine says `auto` or nothing (run/request/strategy.h).
extern const struct strategy strategy_portfolio;

// On a program that was read: v->result, or `error` is set.
void portfolio_run(struct verifier *v, struct error *error);

#endif
