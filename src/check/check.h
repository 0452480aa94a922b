// TRUE is said after its certificate was checked, without the engine that made it.
#ifndef CLEW_CHECK_CHECK_H
#define CLEW_CHECK_CHECK_H
#include "base/table/stats.h"
#include "graph/certificate.h"

// TRUE: the certificate, of whichever kind, proves that no error of the program can be reached. Nothing is taken from
// the engine, and queries go to a fresh solver without caches (walk.h for graphs, annotation.h for annotations).
// False: *message (static) says why. The check notes in the certificate which loop heads it visited outside of its
// formulas (`passed`), for certificate_invariants.
//
// `partial`: the certificate is unfinished. True: its parts are right, and *open places were not explored (an error
// that an annotation does not exclude is such a place); it is a proof only if *open is 0. Without `partial` nothing may
// be open, and `open` may be NULL. `stats` may be NULL.
bool certificate_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                       bool partial, uint64_t *open, const char **message);

// The graph's configurations, cut arcs and subsumptions are right, so that every feasible path of the program is a path
// of the graph (graph/flow.h): the side conditions of the paper's operations, checked on the finished graph. Nothing is
// said about errors. *open places are plugged into the program's own graph.
bool certificate_check_paths(struct cfa *cfa, struct limits *limits, struct stats *stats,
                             const struct certificate *certificate, uint64_t *open, const char **message);

#endif
