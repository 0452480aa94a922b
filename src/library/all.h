// `clew verify --all`: goes on after a violation, until every check of the program is decided or the time is over.
//
// A round is a run of its own, in a process of its own that was forked when the automaton stood, on the automaton with
// some of its checks disabled (cfa/assertions.h): where those fail, paths end. As they end at an error anyway, what a
// round says of the other checks holds of the whole program: a violation that it found was seen in a run of the program
// as it is, and a proof was checked. A round writes its report as any run does, but into files of the temporary folder;
// this process puts them together.
//
// After a violation its check is disabled for the next round. A group of checks that is not decided is split in halves,
// each of which has a share of the time that is left.
#ifndef CLEW_LIBRARY_ALL_H
#define CLEW_LIBRARY_ALL_H
#include "run/verifier.h"

// The job is loaded. Reports everything; the exit status.
int all_run(struct verifier *v);

#endif
