// Which checks are never tested, and which assumptions nothing passes (cfa/pass/markers.h): after a verdict TRUE,
// beside the search for path ends (ends.h), at about the same cost. What is said to be unreachable has a proof that was
// checked.
#ifndef CLEW_CAMPAIGN_VACUITY_H
#define CLEW_CAMPAIGN_VACUITY_H
#include "cfa/pass/markers.h"
#include "run/job.h"

VEC_TYPE(vec_place, struct source_place)

// The error location with this number was reached. False: it is no probe.
bool probing_note(struct vec_marker *probes, uint32_t number);
// Tries to prove that nothing reaches the probes that were not reached, and gives their places the files of the
// job's automaton. `cfa` is changed: its other errors are none any more.
void probing_exclude(struct job *job, struct cfa *cfa, struct vec_marker *probes, double seconds);
// Of the checks that were proved, those that are never tested.
void probing_settle(const struct vec_marker *probes, struct vec_assertion *assertions);
// Assumptions that are reached and never passed: their places are appended.
void probing_vacuous(const struct vec_marker *probes, struct vec_place *out);

#endif
