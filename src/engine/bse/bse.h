// Backward symbolic execution: Chalupa, Strejček, Backward Symbolic Execution with Loop Folding (docs/papers.md),
// algorithm 1 in its incremental form, which is algorithm 3 without folding: weakest preconditions along single edges.
//
// An item is a backward path, from its point to a target of the expansion: its formula, over the variables at the
// point and the inputs of the path's steps, is what must hold there for the path to be taken. Items form a tree by
// their parents, the paths that they prolong. They stand in one list, the shortest path first; what comes before `next`
// is explored, the rest is the queue.
//
// Three things are not in the paper; each can be switched off, and --paper switches off all of them:
// - Inputs are eliminated from formulas where that can be done exactly. An item's formula then says the same about the
//   variables, and can be met again.
// - An item whose formula was met at its point before, or one that says less, is dropped: whatever leads to an error
//   through it does so through the other, too. So a search may end where there are infinitely many feasible error
//   paths.
// - A model of the formula after a step is changed into a guess of one before it, which saves queries.
#ifndef CLEW_ENGINE_BSE_BSE_H
#define CLEW_ENGINE_BSE_BSE_H
#include "engine/engines.h"
#include "explore/inputs.h"

#define ITEM_NONE UINT32_MAX

struct item {
  struct point point;
  struct term formula;
  uint32_t parent; // ITEM_NONE: it stands at its target
  uint32_t step; // of the expansion: from the point to its parent's
  uint32_t target; // of the expansion
  uint32_t length; // in steps
  uint32_t cuts; // cut points on the path, the one that it begins at included
  // Of these, how many from the beginning on have a formula with inputs, which the certificate cannot have.
  uint32_t open, open_before; // with and without its own
  bool feasible; // false: not explored yet, or infeasible
  bool has_inputs;
  struct model *model; // of the formula; NULL: none is known
  uint64_t mass; // its part of all backward paths (explore/view.h)
  uint32_t listed_before; // of those with the same newest conjunct, the next older one
};
VEC_TYPE(vec_item, struct item)

enum { DUPLICATES_DROP, DUPLICATES_KEEP };
enum { INPUTS_ELIMINATE, INPUTS_KEEP };

struct bse_options {
#include "base/table/option_fields.h"
#include "engine/bse/options.def"
#include "base/table/option_end.h"
};

struct bse_statistics {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#include "engine/bse/statistics.def"
#undef COUNTER
#undef TIMER
};

struct bse {
  struct run run;
  struct bse_options options;
  struct bse_statistics *statistics;
  struct expansion *expansion; // NULL: not begun, or it could not be made
  bool begun;
  struct vec_item items;
  uint32_t next; // the first that is not explored
  uint64_t mass; // of what is not explored
  uint32_t certain; // all that is shorter was explored, and every query answered
  struct input_counts inputs;
  struct map_u32 seen; // errors or others, point, formula → item
  struct map_u32 listed; // errors or others, point, newest conjunct → item
  // A duplicate was dropped that has more cut points on its path than what it is a duplicate of.
  bool cuts_unknown;
};

// Was an item explored before that says no more than this one? Otherwise later ones with this formula are duplicates of
// it; when it was found feasible, bse_list has those that say more found, too.
bool bse_is_duplicate(struct bse *b, uint32_t i);
void bse_list(struct bse *b, uint32_t i);
// Nothing is left to explore and nothing was found: what TRUE rests on.
void bse_certify(struct bse *b);

#endif
