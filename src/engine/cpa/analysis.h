// Configurable program analyses (Beyer, Henzinger, Théoduloz, Configurable Software Verification), as Lemberger,
// Symbolic Execution in CPAchecker, uses them (docs/papers.md).
//
// An analysis is
//   an abstract domain: abstract states with an order ⊑ and a join ⊔. There is no bottom: where a transfer has no
//     result there is no successor;
//   a transfer relation: what an edge makes of an abstract state, strengthened by what other analyses know there;
//   merge: what becomes of two states that meet at a place: they stay apart (sep), or are joined (join);
//   stop: is a state covered by one that was reached (sep: by a single one)?
//   a precision, and its adjustment: what is tracked where. What is not is dropped (CEGAR, precision.h).
//
// An abstract state is a handle of its analysis, interned: equal states have equal handles. The location analysis is
// part of the frame: a place is a location in a context, and states are only compared at the same place. A composite
// state is a place and one abstract state of each analysis that is composed.
//
// Abstract states speak of variables of the unfolded program. Between two places where states are *closed* (closing:
// composite.h) they may speak of symbolic identifiers, too: variables of the term language that are none of the
// program's, and program variables, which then stand for the values that they had at the last closing. A closed state
// has no identifiers: a variable in it means the value that it has now, so that its meaning is a formula over program
// variables, that states which differ in names only are the same, and that the formula can be a node's in the graph.
//
// Adding an analysis: one file in src/engine/cpa/analysis that defines a `const struct analysis analysis_NAME`, and one
// line in analyses.def.
#ifndef CLEW_ENGINE_CPA_ANALYSIS_H
#define CLEW_ENGINE_CPA_ANALYSIS_H
#include "engine/cpa/precision.h"
#include "state/evaluate.h"

struct cpa; // cpa.h

struct abstract {
  uint32_t id;
};
#define ABSTRACT_TOP ((struct abstract){0}) // nothing is known, in every analysis
static inline bool abstract_same(struct abstract a, struct abstract b) { return a.id == b.id; }

struct place {
  struct location location;
  struct context context;
};

#define ANALYSES_MAX 8
// A composite state: parts[i] is the state of the i-th analysis that is composed.
struct composite {
  struct abstract parts[ANALYSES_MAX];
};

// A transfer along one edge.
struct transfer {
  struct place from, to;
  const struct unfold_step *step; // known
  uint64_t visit; // number of the visit of `from`: edges of one location share their inputs (state/evaluate.h)
  const struct composite *before;
  struct composite *after; // filled analysis by analysis
  uint32_t index; // of the analysis at hand among the parts
  // What the guard is in the state before, as far as an analysis with values knows: over symbolic identifiers; none: no
  // such analysis is composed.
  struct term guard;
};

enum merge_operator { MERGE_SEP, MERGE_JOIN };

// How a closed state names the identifiers of an open one: identifier → term over program variables. An identifier that
// is a program variable which has not changed is named by itself: it is in `named` only. A name may hold the lost part
// of an array's former value, a variable that is none of the program's: closing_term says what can be said.
struct closing {
  struct substitution *names;
  struct map_u32 *named; // identifiers that have one
  struct vec_term *facts; // what the names imply besides, over program variables: for the analysis with constraints
  const struct composite *closed; // second round: the closed states of the analyses before
};
// The term over identifiers, over program variables; none: it speaks of something that has no name.
struct term closing_term(struct unfold *u, const struct closing *c, struct term t);

struct analysis {
  const char *name, *summary;
  const char *needs; // the analysis that must be composed with it, or NULL
  enum merge_operator merge; // unless the user wants another
  void *(*open)(struct cpa *cpa, struct error *error); // NULL with a message: not with these options
  void (*close)(void *self);

  // --- domain
  struct abstract (*initial)(void *self); // at the entry of main
  bool (*less)(void *self, struct abstract a, struct abstract b); // a ⊑ b, of closed states
  struct abstract (*join)(void *self, struct abstract a, struct abstract b, struct place place); // of closed states
  // The widened join at a loop head; NULL: join does.
  struct abstract (*widen)(void *self, struct abstract old, struct abstract joined, struct place place);
  // For lookups of covering states: which part of its information the state has (a number of the analysis), and a state
  // with only that part. b covers a only if project(a, domain(b)) is ⊑ b; where `less` is equality after projection
  // (`by_lookup`), a lookup is enough. NULL: one domain, the state itself.
  uint32_t (*domain)(void *self, struct abstract a);
  // False: a lacks some of it. `out` NULL: a cheap answer, which may be true where it is not so.
  bool (*project)(void *self, struct abstract a, uint32_t domain, struct abstract *out);
  bool by_lookup;

  // --- transfer
  // False: the edge cannot be taken.
  bool (*transfer)(void *self, struct transfer *t, struct abstract *out);
  // After the transfers of all analyses; may replace its own part of t->after. False: the edge cannot be taken. May be
  // NULL.
  bool (*strengthen)(void *self, struct transfer *t, struct abstract *own);

  // --- closing, and the adjustment of the precision
  // First round: gives names to identifiers. Second round: the state over named identifiers, with what the precision
  // tracks at the place (NULL: everything); what cannot be said is dropped, and *exact becomes false. Analyses without
  // identifiers have no `name`.
  void (*name_identifiers)(void *self, struct abstract a, struct place place, const struct place_precision *precision,
                           struct closing *c);
  struct abstract (*closed)(void *self, const struct composite *state, struct abstract a, struct place place,
                            const struct place_precision *precision, struct closing *c, bool *exact);

  // --- what it means
  // The formula over program variables (or a term, or a variable), with what the state knows of them in their place:
  // over identifiers. NULL: the analysis has no symbolic values.
  struct term (*instance)(void *self, struct abstract a, struct term formula);
  // Conjuncts over program variables, of a closed state; appended.
  void (*formula)(void *self, struct abstract a, struct vec_term *conjuncts);
  // Bytes that its states take besides what is in cpa.pool; NULL: few.
  size_t (*bytes)(void *self);
  // For --dump-reached; also of states that are not closed.
  void (*print)(void *self, struct abstract a, struct text *out);
};

// The analyses of the table; NULL-terminated.
const struct analysis *const *analysis_all(void);
const struct analysis *analysis_find(const char *name, size_t length); // NULL: there is none

#endif
