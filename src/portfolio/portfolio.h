// The engine `auto`: the process that reads the program and has others work on it (portfolio/worker.h).
//
// It has a short look itself, as many programs need no more. Then the features of the program choose a schedule
// (portfolio/table.h), each line of which is a worker, forked when its first turn comes. The policy says who is next
// and for how long; at most so many turns run at a time as --jobs allows. With one job everything follows from the
// effort that workers report, but for a worker whose turn takes very much longer than it should (a query that hangs):
// it is suspended, and the others go on.
//
// What a worker does costs no more than its share: one that dies, of whatever, is named in the result and the others go
// on; when memory runs short, the largest of several is ended. What this process dies of, they all die of, and no file
// is left.
#ifndef CLEW_PORTFOLIO_PORTFOLIO_H
#define CLEW_PORTFOLIO_PORTFOLIO_H
#include "run/verifier.h"

// The engine that the options name, or many, on a program that was read. True: this process presents, the verifier has
// the verdict (or `error` is set). False: a worker has presented, *status is the exit status.
bool portfolio_run(struct verifier *v, int *status, struct error *error);

#endif
