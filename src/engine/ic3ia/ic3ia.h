// IC3 with implicit predicate abstraction: Cimatti, Griggio, Mover, Tonetta, IC3 Modulo Theories via Implicit Predicate
// Abstraction (docs/papers.md).
//
// Places are the cut points of the expanded program (explore/expansion.h), and the entry. A relation is all that
// happens in the segments from one place to another, or into targets: a condition and values over the variables at its
// beginning, with paths merged. So the program counter is never encoded.
//
// Each cut point has predicates. A literal is the number of a predicate, counted from 1, with its sign; a cube is a
// conjunction of literals at a place. Frame i, 1 ≤ i ≤ N, has at each cut point a set of clauses, the negations of
// cubes that were blocked: what holds whenever the place is reached after at most i segments in the abstraction. A
// clause has the highest frame that it is known to be in and is in all frames before.
//
// The abstraction is implicit: a question is the concrete relation with the predicates at its beginning and, as their
// weakest preconditions, at its end. Frames and cubes speak of predicates only, so that this is what the paper's
// question with two copies of the variables on each side amounts to. Each relation has a solver of its own
// (solve/incremental.h) which has the relation once and clauses of the frames as they come.
//
// Invariants: no clause excludes a state that the program reaches; a relation's solver knows the clauses of the place
// where it begins, up to its cursor.
#ifndef CLEW_ENGINE_IC3IA_IC3IA_H
#define CLEW_ENGINE_IC3IA_IC3IA_H
#include "explore/forward.h"
#include "explore/path.h"
#include "explore/view.h"
#include "solve/incremental.h"

struct ic3ia_options {
#include "base/table/option_fields.h"
#include "engine/ic3ia/options.def"
#include "base/table/option_end.h"
};
enum { INTERPOLANTS_PATH, INTERPOLANTS_MERGED }; // of options.def

struct ic3ia_statistics {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#include "engine/ic3ia/statistics.def"
#undef COUNTER
#undef TIMER
};

VEC_TYPE(vec_int, int)

#define PLACE_ENTRY 0u // the others are cut points, in the order of the expansion's, from 1 on
#define PLACE_NONE UINT32_MAX
#define FEW_CONFLICTS 300 // for questions that only cost precision if they are not answered

struct clause {
  struct vec_int cube; // its negation, by ascending number of predicates
  uint32_t level; // the last frame that has it
};
VEC_TYPE(vec_clause, struct clause)

// A clause is in a frame, and was not before.
struct frame_event {
  uint32_t clause, level;
};
VEC_TYPE(vec_frame_event, struct frame_event)

struct place {
  struct point point; // POINT_NONE: the entry, before anything happened
  struct vec_term predicates; // atoms over instance variables
  struct map_u32 known; // formula → number of the predicate
  struct vec_term invariants; // proved beforehand
  struct vec_clause clauses;
  struct vec_frame_event events; // in the order in which they came
  struct vec_u32 in, out; // relations; those into targets are in none
  uint32_t bad; // the relation into targets; PLACE_NONE: there is none
};

// A target that is met: its condition.
struct hit {
  uint32_t target;
  struct vec_term path; // conjuncts
  const struct origin *origin;
  int literal; // in the solver
  bool ignored; // TRUE is impossible already because of it
};
VEC_TYPE(vec_hit, struct hit)

struct relation {
  uint32_t from, to; // places; to PLACE_NONE: targets
  struct vec_term path; // conjuncts
  struct vec_term variables, values; // what is changed, and the values at the end
  struct substitution *end; // a formula at the end → the same at the beginning
  const struct origin *origin;
  struct vec_hit hits; // of targets
  // The solver; NULL: nothing was asked yet.
  struct incremental *solver;
  struct vec_int before, after; // literals of the predicates at its beginning and at its end; 0: no circuit
  struct vec_int frames; // by level, from 1 on: the literal that switches the frame on
  uint32_t cursor; // of the events at `from`
};
VEC_TYPE(vec_relation, struct relation)

// A cube that leads to targets, in the abstraction: to be shown unreachable in the frame.
struct obligation {
  uint32_t place, level;
  uint32_t relation; // by which it leads on
  uint32_t next; // the obligation that it leads to; UINT32_MAX: targets
  uint32_t depth; // segments to the target
  struct vec_int cube;
};
VEC_TYPE(vec_obligation, struct obligation)

enum ic3ia_phase {
  PHASE_ENTRY, // are targets met before the first cut point?
  PHASE_BLOCK, // obligations, or the search for one at a place
  PHASE_PUSH, // clauses to later frames
  PHASE_PROVED,
};

struct ic3ia {
  struct run run;
  struct ic3ia_options options;
  struct ic3ia_statistics *statistics;
  struct expansion *x; // NULL: not made yet
  bool begun, exhausted;
  struct place *places; // so many as cut points, and one
  uint32_t n_places;
  struct vec_relation relations;
  struct arena origins;
  uint32_t frames; // N
  uint32_t invariant; // in the end: this frame is inductive
  enum ic3ia_phase phase;
  uint32_t cursor; // of the phase: the place whose turn it is
  uint32_t level, clause; // and the clause of it
  struct vec_obligation obligations; // all since the last refinement
  struct vec_u32 queue; // those that are open, a heap
  bool whole_cubes; // predecessors are not lifted until the next refinement: the last one found no predicates with
                    // lifting
  struct vec_int assumptions, question; // scratch
  struct vec_int *cores; // scratch: by number of a relation among those into a place
  uint32_t n_cores;
  struct shapes shapes; // of the predicates, for the view
};

// Of a question on which only precision depends; 0: no limit.
static inline uint32_t few_conflicts(const struct ic3ia *e) { return e->options.paper ? 0 : FEW_CONFLICTS; }

// --- relations.c: the program as relations, and questions to their solvers
// False: the limits were reached.
bool ic3ia_relations_make(struct ic3ia *e);
void ic3ia_relations_release(struct ic3ia *e);
// From a state of the frame (of the entry: level 0) at its beginning: does the relation lead into the cube? `own`: no
// state of the cube at its beginning, which is the place of the cube. `conflicts`: of incremental_ask.
enum answer relation_ask(struct ic3ia *e, struct relation *r, uint32_t level, const struct vec_int *cube, bool own,
                         uint32_t conflicts);
// The same for targets.
enum answer relation_ask_targets(struct ic3ia *e, struct relation *r, uint32_t level);
// After UNSAT: the literals of the cube that the conflict needs.
void relation_core(struct ic3ia *e, struct relation *r, const struct vec_int *cube, struct vec_int *core);
// After SAT: the values of the predicates at the beginning.
void relation_cube(struct relation *r, struct vec_int *cube);
// The relation leads from one cube into the other (NULL: into a target): a model of that, a new reference; NULL: it was
// not found.
struct model *relation_model(struct ic3ia *e, struct relation *r, const struct vec_int *from, const struct vec_int *to);

// The same at the end.
void relation_cube_after(struct relation *r, struct vec_int *cube);

// --- lift.c
// After SAT, when relation_cube gave the cube: leaves the literals that the relation needs to lead into the cube `to`
// (NULL: into targets).
void ic3ia_lift(struct ic3ia *e, struct relation *r, const struct vec_int *to, struct vec_int *cube);

// --- block.c
void block_bad(struct ic3ia *e, uint32_t place, struct relation *bad); // after SAT of relation_ask_targets
void block_next(struct ic3ia *e); // the first obligation
void block_forget(struct ic3ia *e); // all obligations
void block_raise(struct ic3ia *e, uint32_t place, uint32_t clause, uint32_t level);
// Is the cube excluded in the frame `level` + 1 if frame `level` holds before, and nothing leads there from the entry?
// With `own`, cubes at the same place are assumed not to hold before.
enum answer block_leads(struct ic3ia *e, uint32_t place, uint32_t level, const struct vec_int *cube, bool own,
                        uint32_t conflicts, uint32_t *relation);

// --- refine.c
// The obligation leads from the entry to a target (UINT32_MAX: targets are met at once), by the relation: an error is
// reported, or predicates are added.
void ic3ia_refine(struct ic3ia *e, uint32_t relation, uint32_t obligation);

// --- predicates.c
bool predicate_add(struct ic3ia *e, uint32_t place, struct term formula); // its atoms; false: nothing new
void predicates_begin(struct ic3ia *e);

// --- certify.c
void ic3ia_certify(struct ic3ia *e);

#endif
