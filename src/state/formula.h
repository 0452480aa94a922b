// Formulas about states: what a formula over the variables of an unfolded program (unfold.h) says about a state.
//
// All but state_return and state_run_once want a state that stands where a step ends: not at the exit of a function
// other than main. Asking changes nothing about a state. What is asked may be about cells of memory that were never
// written, and those are used again with their stack addresses: a term that comes from here must not become part of the
// path condition (state_abstract takes care of that).
#ifndef CLEW_STATE_FORMULA_H
#define CLEW_STATE_FORMULA_H
#include "state/state.h"
#include "state/unfold.h"

// May the state be compared with formulas at all? (Its stack pointer is the one its call string gives it.)
bool state_is_static(struct state *s);
struct value state_heap(const struct state *s); // the heap's bump pointer
struct context state_context(struct state *s); // its call string
void state_return(struct state *s); // returns from functions at whose exit it is; after state_take_edge

// The term over the program's (instance) variables with the state's values in their place: over inputs. A cell of
// memory at a constant index is looked up, not searched in a term; whole arrays are turned into terms only where
// nothing else will do. Variables that are none of the program's stay.
struct term state_formula(struct state *s, struct term t);
// The value of an instance variable of the state's context or of one further out.
struct term state_instance(struct state *s, struct term variable);

// Does every state that the symbolic state stands for satisfy the formula? UNSAT: yes. SAT: no, *model (may be NULL) is
// a model of the path condition under which it does not hold. Asks in this order: constants, the state's own model, the
// solver.
enum answer state_violates(struct state *s, struct solver *solver, struct term formula, struct model **model);

// Is the path with this condition (over inputs) feasible? On SAT *model is a new reference: the state's own model where
// the condition holds under it.
enum answer state_feasible(struct state *s, struct solver *solver, struct term condition, struct model **model);

// Havocs the variables (instances of the context or further out, arrays included), and assumes the formula (over all
// variables); with `alone` nothing else: the path condition becomes the formula. The model is then one of the new path
// condition; false: there is none, or it was not found (*answer says which), and the state must not be used. The new
// values are no inputs of the program: a counterexample may not pass through such a state. The bump pointer may be
// among the variables, but not with `alone`: it becomes any multiple of 16 from where it was up to the end of the heap.
// A formula that leaves it open, while it is not havocked, stands for more states than the symbolic state then does.
bool state_abstract(struct state *s, struct solver *solver, uint32_t n, const struct term *variables,
                    struct term formula, bool alone, enum answer *answer);

// The two halves of state_abstract, without the search for a model: the state has none afterwards.
// Returns what the path condition says of the new values: true unless the bump pointer is among them.
struct term state_havoc(struct state *s, uint32_t n, const struct term *variables);
// The formula is added to the path condition; returns what was added, a term over inputs.
struct term state_assume(struct state *s, struct term formula);

// The formula has a universally quantified variable (term/quantified.h) and is known to hold for all its values. It
// does not become a part of the path condition, but conditions of branches and what state_instances is asked for get
// instances of it.
void state_know(struct state *s, struct term formula);
// A condition over inputs, with what is known of the cells of memory that it reads: the same in every state that the
// symbolic state stands for.
struct term state_instances(struct state *s, struct term condition);

// One decided step, like state_run with a budget of one step. STATE_BUDGET: *edge was taken, and the state stands where
// that leads, also if that is an error or an end (the next call says so). Otherwise nothing was done. Does not see that
// it diverges.
enum state_event state_run_once(struct state *s, struct edge *edge);
// As state_run, but calls `watch` wherever a step begins or the run ends at a branch, with the state there.
enum state_event state_run_watched(struct state *s, uint64_t max_steps,
                                   void (*watch)(void *context, const struct state *s), void *context);
// Takes an out-edge of the state's location whether or not its guard holds; the path condition stays.
void state_force_edge(struct state *s, struct edge edge);

#endif
