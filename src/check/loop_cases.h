// The loops that a path of the walk is inside of: LOOP, CASE and BACK nodes of graphs of branches (graph.h).
//
// Why it is enough. Let the walk meet the LOOP node v at the head h, in context c, with the path condition P and the
// store σ, and let V be what the loop changes (cfa_loop_changes). Call I(v) the set of program states at h in c that
// some inputs with P give, if the variables in V may have any values, and that satisfy one of the cases. The states
// that reach v lie in I(v): the cases cover them. From every state in I(v) the walk goes on, with the case it
// satisfies: the case's configuration is P, σ with arbitrary values for V, and the formula.
//
// A state at a BACK node of v lies in I(v), too. Its path has P as a part, so the same inputs. The path has not left
// the loop: wherever the frame of c stood, was a location of the loop, and the frame is still the one it was, so all
// edges that it took since v lie in the loop, and calls on them are complete. Therefore all variables outside V have
// the values that they had at v: globals and memory, those of the frame, and those of the frames further out, which
// cannot run before the frame returns. The rest of a state is the call string, the same because of the context; the
// stack pointer and where frames begin, which the context gives (state_is_static); and the bump pointer, which is
// compared. Where the loop allocates (cfa_loop_allocates) the bump pointer is one of V, with values from the one at v
// up to the end of the heap: at a BACK node it has such a value, since objects only move it up, and as long as there is
// room. And the cases cover it. What the loop is taken to be does not matter, as long as cfa_in_loop and
// cfa_loop_changes agree: irreducible ones are like others. A deeper frame of the same function is another context.
//
// A conjunct of a case may have a universally quantified variable (term/quantified.h): then a state lies in the case
// only if the conjunct holds for all values of it. Where a case covers a state, the conjunct is proved for a value of
// which nothing is known: no path condition speaks of that variable, and where several cases are excluded at once, each
// has a value of its own. Where a case is assumed, the state knows the conjunct, and conditions get instances of it
// (state_know), which hold whatever they are instances for.
//
// Suppose a run meets an error. The walk follows it up to a BACK node at the latest, where the run is at a state of
// I(v), which the walk follows from v on. This cannot diverge without a step of the run: between v and its BACK nodes
// there is at least one. (With no step from v down to a BACK node of u, u lies above v.) So the walk follows the run to
// its error, and refuses.
#ifndef CLEW_CHECK_LOOP_CASES_H
#define CLEW_CHECK_LOOP_CASES_H
#include "graph/graph.h"
#include "state/formula.h"

#define LOOPS_NONE UINT32_MAX

struct loop_entry {
  struct node node; // LOOP
  struct location head; // where its frame was
  uint32_t depth; // and which one it is
  uint32_t outer; // the entry of the loop around, or LOOPS_NONE
  bool allocates; // the loop, on the heap
  struct value heap; // the state's bump pointer
  uint64_t steps; // and its steps
};
VEC_TYPE(vec_loop_entry, struct loop_entry)

// A list of loops is the entry of the innermost; entries are shared between the branches of a path and stay.
struct walk_loops {
  struct cfa *cfa;
  struct unfold *unfold;
  const struct graph *graph;
  struct vec_loop_entry entries;
  struct map_ptr changes; // head → its variables, a struct vec_u32
};

void walk_loops_release(struct walk_loops *loops);
// Is the LOOP node, which is at the right place, as graph.h says, with its cases? NULL: yes; otherwise why not
// (static).
const char *walk_loops_shape(const struct walk_loops *loops, struct node node);
bool walk_loops_open(const struct graph *graph, struct node node); // some case of the LOOP node was not explored

// The list with the node, whose state this is, as the innermost.
uint32_t walk_loops_enter(struct walk_loops *loops, uint32_t inside, struct node node, const struct state *s);
// The list without the loops that the state has left. To be called wherever a step ends.
uint32_t walk_loops_stay(const struct walk_loops *loops, uint32_t inside, const struct state *s);
// NULL: not in the list.
const struct loop_entry *walk_loops_find(const struct walk_loops *loops, uint32_t inside, struct node node);

// Is the bump pointer of a state that comes back one that the havoc of the loop left open?
bool walk_loops_same_heap(const struct loop_entry *entry, const struct state *s);

// What a state at the head satisfies if it lies in no case.
struct term walk_loops_outside(const struct walk_loops *loops, struct state *s, struct node node);
// The formula of a case holds in the state; returns what was added to its path condition.
struct term walk_loops_assume(struct walk_loops *loops, struct state *s, struct formula formula);
// The check has its own havoc: it trusts no engine, and so nothing of the kernel that engines stand on.
// Returns what is known of the new values.
struct term walk_loops_havoc(struct walk_loops *loops, struct state *s);

#endif
