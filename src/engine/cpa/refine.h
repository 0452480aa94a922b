// CEGAR: an error path, run again without abstraction, and what the precision lacks if it is infeasible.
#ifndef CLEW_ENGINE_CPA_REFINE_H
#define CLEW_ENGINE_CPA_REFINE_H
#include "engine/cpa/cpa.h"

// A path of the reached set, from the root on: edges, and the node that each leads to.
struct reached_path {
  struct vec_edge edges;
  struct vec_node nodes; // nodes[i] is where edges[i] leads
};
void reached_path_release(struct reached_path *path);

enum refinement {
  REFINED, // the precision has grown: *pivot is the first node of the path whose place has more of it
  REFINED_ERROR, // the path is feasible: the error was claimed (run_error), or run_incomplete says why not
  REFINED_NOTHING, // infeasible, but the analyses cannot tell: run_incomplete was told
  REFINED_STOPPED, // a limit was reached
};
// The path ends at an error (or at something that makes TRUE impossible: `bad`, its reason).
enum refinement refine(struct cpa *cpa, const struct reached_path *path, enum reason bad, struct node *pivot);

// The path is refuted by explicit values alone: adds what is needed to the precision, place by place (Beyer, Löwe,
// Explicit-State Software Model Checking Based on CEGAR and Interpolation). False: they do not refute it.
bool refine_explicit(struct cpa *cpa, const struct reached_path *path, struct node *pivot, bool *grown);

#endif
