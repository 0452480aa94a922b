// Inside interpolation: what interpolate.c offers to the providers.
//
// A provider sees a problem already reduced to its core: guards are only those conjuncts that take part in the
// conflict, updates only those of variables that matter later. It fills out[0 … n_cuts-1] with candidates over program
// variables and says whether it has any; interpolate.c checks, simplifies and, if the check fails, asks the next
// provider.
#ifndef CLEW_SOLVE_INTERPOLATE_INTERPOLATOR_H
#define CLEW_SOLVE_INTERPOLATE_INTERPOLATOR_H
#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "solve/interpolate/interpolate.h"

struct problem {
  uint32_t n_steps, n_cuts;
  const struct step *steps;
  const uint32_t *cuts;
  // The same path in single-assignment form: one formula for each step, over versioned variables. ssa[i] is the
  // conjunction of the guard and of the equations of step i, where an update is not substituted away.
  const struct term *ssa;
  // versions[c] maps (as parallel lists) each program variable that is live at cut number c (0 … n_cuts-1) to its
  // version there.
  const struct vec_term *live, *versions;
  // The variables that matter before step i, ascending by id; n_steps + 1 lists. An interpolant may only speak about
  // these, since updates of others have been left out.
  const struct vec_term *live_before;
};

// Some steps run at once: what they ask of the variables before them and what the variables are after them.
struct segment {
  uint32_t first, last;
  struct vec_term guards;       // conjuncts, over the variables before `first` and renamed inputs
  struct vec_u32 steps;         // the step of each
  struct substitution *end;     // a formula over the variables after the segment → the same over those before it
};

struct interpolator {
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  struct interpolator_config config;
  struct solver *solver;
  double deadline;              // of the problem at hand, by clock_cpu; 0: none
  uint32_t too_slow; // the size of an optional question that took too long: no larger ones are asked; 0: none did
  enum reason reason;
  struct provider_record records[PROVIDER_COUNT];
  struct map_u32 names; // variables made for inputs and versions, kept so that a second problem does not need new ones
  struct map_u32 scratch; // the same by sort, for elimination
  uint32_t scratch_used; // in the problem at hand
  struct vec_ptr segments; // of the problem at hand
};

typedef bool provider_function(struct interpolator *ip, const struct problem *p, struct term *out);
provider_function provide_weakest, provide_strongest, provide_farkas, provide_relations, provide_spacer;

// Is it time for the provider to give up?
bool interpolator_stopped(const struct interpolator *ip);
// Does `from` ∧ steps first … last-1 lead into `to` (false: can the steps not be run)? For providers that test their
// own guesses. SAT: no, some run ends elsewhere.
enum answer interpolator_violates(struct interpolator *ip, const struct problem *p, struct term from, uint32_t first,
                                  uint32_t last, struct term to);

// --- query.c ---------------------------------------------------------------------------------------------
// Is the conjunction of fixed and assumptions satisfiable? After UNSAT solver_core(ip->solver) is among the
// assumptions.
enum answer interpolator_ask(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                             const struct term *assumptions);
// The same as an optional question, for which a short time must do.
enum answer interpolator_try(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                             const struct term *assumptions);
// The same, and after SAT a new reference to the model: for houdini.h, whose `context` is the interpolator.
enum answer interpolator_try_model(void *ip, const struct vec_term *fixed, struct model **model);
// The same, no longer than until `end`.
enum answer interpolator_try_until(struct interpolator *ip, const struct vec_term *fixed, uint32_t n,
                                   const struct term *assumptions, double end);
// Leaves of `parts` those that are needed for the conflict with `fixed`; the first ones are rather done without. At
// most `checks` questions after the first. SAT, UNKNOWN: there was no conflict to be seen and parts are as they were.
enum answer interpolator_core(struct interpolator *ip, const struct vec_term *fixed, struct vec_term *parts,
                              uint32_t checks);
// Steps first … last-1 of the problem; kept until the next problem.
struct segment *interpolator_segment(struct interpolator *ip, const struct problem *p, uint32_t first, uint32_t last);
void interpolator_forget(struct interpolator *ip); // segments and scratch variables
// A variable of the same sort; the same one for the same tag.
struct term interpolator_name(struct interpolator *ip, struct term like, uint32_t tag);
struct term interpolator_scratch(struct interpolator *ip, struct sort sort);
struct term terms_conjunction(struct terms *tm, const struct vec_term *conjuncts);

// --- path.c ----------------------------------------------------------------------------------------------
struct prepared {
  struct problem p; // cuts: only those that are not decided
  struct arena arena;
  struct vec_term decided; // for every cut asked for: true, false, or none
  struct vec_term *live, *versions, *live_before;
  uint32_t n_lists; // of live_before
  uint32_t start; // steps before it do not matter
};
// UNSAT: the path reduced to its core. Otherwise nothing needs releasing.
enum answer problem_prepare(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                            const uint32_t *cuts, struct prepared *out);
void problem_release(struct prepared *pr);
// The variables that matter before each step (n_steps + 1 lists), where all guards do.
void path_live(struct interpolator *ip, uint32_t n_steps, const struct step *steps, struct vec_term *lists);
void interpolator_begin(struct interpolator *ip);

// --- interpolate.c ---------------------------------------------------------------------------------------
// What providers have offered for the cuts of a problem, and what was found out about it.
struct offers {
  struct vec_term *at; // by cut, in the order of the providers
  struct map_u32 *parts; // by part (one more than cuts): (from, to) → answer of the check
};
void offers_init(struct offers *o, uint32_t n_cuts);
void offers_release(struct offers *o, uint32_t n_cuts);
// A candidate for each cut, or none; those about anything but live variables are left out. False: nothing new among
// them.
bool offers_add(struct interpolator *ip, struct offers *o, const struct problem *p, const struct term *candidates);
// One offer for each cut such that every part of the path leads from one to the next, as the solver says; false if
// there is no such choice.
bool offers_sequence(struct interpolator *ip, struct offers *o, const struct problem *p, struct term *out);

// --- visits.c --------------------------------------------------------------------------------------------
// The same formula at all cuts of a place, checked. False: there is none, or no place has two cuts.
bool provide_visits(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                    const uint32_t *cuts, const uint32_t *places, struct term *out);

// --- eliminate.c -----------------------------------------------------------------------------------------
// Conjuncts without the variables that follow from those with them: equivalent to "for some values of vars" if true is
// returned, else weaker.
bool eliminate(struct interpolator *ip, struct vec_term *conjuncts, uint32_t n, const struct term *vars);

// --- interval.c ------------------------------------------------------------------------------------------
// Equivalent conjuncts, where disjunctions about one variable have become intervals.
void terms_compact(struct interpolator *ip, struct vec_term *conjuncts);

// --- simplify.c ------------------------------------------------------------------------------------------
// Equivalent conjuncts, where bounds have taken up disequalities at their end: x <= 5 and x /= 5 is x < 5.
void terms_merge_bounds(struct terms *tm, struct vec_term *conjuncts);
// Leaves out what a valid sequence does not need; it stays valid.
void interpolants_simplify(struct interpolator *ip, const struct problem *p, struct term *out);

#endif
