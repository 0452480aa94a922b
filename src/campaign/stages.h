// Assertions first: a run that checks assertions and more decides them in two stages, the assertions and the rest. For
// the assertions the program is read once more, without the other checks: so they are decided as if nothing else was
// asked, also where the rest is too hard. (The automaton with all checks and their error edges cut off is several times
// as large: tables of objects, shadows, models of output functions.) In the other stage a path ends where an assertion
// fails. Together the proofs exclude all errors: the rest says that no run has undefined behaviour, and of such runs
// the automaton of the assertions has all.
//
// The assertions have half of the time first, the other checks have the rest, and the time that they leave goes to the
// assertions again; without a limit of time they take turns that double. A violation ends the run. TRUE needs a checked
// proof of each stage: together they exclude every error edge.
//
// A stage that is not the last runs in a process of its own (apart.h). The last one runs in this process; its result
// speaks for both.
#ifndef CLEW_CAMPAIGN_STAGES_H
#define CLEW_CAMPAIGN_STAGES_H
#include "run/verifier.h"

// Has the run two stages? Not where one proof is asked for: --certificate, --save-precision, --invariants.
bool stages_wanted(const struct job *job);
void stages_run(struct verifier *v, struct error *error); // v->result, or `error`

#endif
