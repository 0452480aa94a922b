// Vacuity after a verdict TRUE: checks that are never reached, and assumptions that no path passes, by reachability
// markers (cfa/pass/markers.h). It runs beside the search for undefined-behaviour exits (undefined_exits.h), at about
// the same cost. A marker is unreachable only by a proof that was checked.
#ifndef CLEW_CAMPAIGN_VACUITY_H
#define CLEW_CAMPAIGN_VACUITY_H
#include "cfa/pass/markers.h"
#include "run/job.h"

VEC_TYPE(vec_place, struct source_place)

// The error location with this number was reached. False: it is no marker.
bool vacuity_note_reached(struct vec_marker *markers, uint32_t number);
// Tries to prove that the markers which were not reached are unreachable, and translates their places into those of the
// job's automaton. `cfa` is changed: its other errors become stops.
void vacuity_exclude(struct job *job, struct cfa *cfa, struct vec_marker *markers, double seconds);
// Marks the proved checks that are never reached.
void vacuity_mark(const struct vec_marker *markers, struct vec_assertion *assertions);
// Assumptions that are reached and never passed: their places are appended.
void vacuity_places(const struct vec_marker *markers, struct vec_place *out);

#endif
