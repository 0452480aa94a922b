// Facts and candidates about locations: one table per run, filled and read by all engines.
//
// - *Proven* invariants hold whenever the location is reached. They come from a checked certificate, or from an engine
//   that proves them and says how (facts_prove); an engine that builds a certificate on one must prove it again.
// - *Candidates* may hold, or may be useful predicates: from the sources of the table sources.def, each asked when
//   candidates are first wanted for a location, and from engines (their interpolants).
// - *Reached* states are concrete: values of variables at a visit of a loop head in a run of the program. They refute
//   candidates at no cost.
//
// Formulas are over the automaton's variables; a formula about a location of a function speaks of that function's frame
// at hand and of globals (facts_plain and facts_instance translate from and to instances in a context).
#ifndef CLEW_FACTS_FACTS_H
#define CLEW_FACTS_FACTS_H
#include "base/error.h"
#include "state/formula.h"

// The sources of candidates, as bits.
enum {
#define SOURCE(name, word, most, text) SOURCE_NUMBER_##name,
#include "facts/sources.def"
#undef SOURCE
  SOURCE_COUNT,
#define SOURCE(name, word, most, text) SOURCE_##name = 1u << SOURCE_NUMBER_##name,
#include "facts/sources.def"
#undef SOURCE
  SOURCES_ALL = (1u << SOURCE_COUNT) - 1
};

struct facts;
struct facts *facts_new(struct cfa *cfa, struct program *program, struct limits *limits, uint64_t seed);
void facts_free(struct facts *f);

// The candidates of these sources for a location, appended to `out`: source after source in the order of the table,
// best first, at most as many of a source as its table entry says. Conditions of guards and of phases have one share
// and one order. What `out` holds already serves, too: sampled runs are asked what holds wherever one of these
// conditions does.
void facts_candidates(struct facts *f, struct location location, uint32_t sources, struct vec_term *out);
// Many more of them, for callers that try many at once and keep few (explore/strengthen.h): conditions of the program
// with their negations, all relations of sampled runs, relations of two and three variables in fixed forms. Those of
// facts_candidates are among them or not; the rest of the sources gives nothing here.
void facts_many(struct facts *f, struct location location, uint32_t sources, struct vec_term *out);
// A candidate that an engine found (SOURCE_INTERPOLANTS) or that was read from a file (SOURCE_FILE). True: it is new.
// As many as the table entry says are kept.
bool facts_offer(struct facts *f, struct location location, struct term formula, uint32_t source);

// What came later (facts/exchange.h): proven conjuncts and candidates of SOURCE_SHARED that the caller has not seen
// yet, which is what *seen says, appended to `out`. facts_count(f).shared says whether there is any at all.
struct facts_seen {
  uint32_t proven, shared; // how many, from the first on
};
void facts_fresh(const struct facts *f, struct location location, struct facts_seen *seen, struct vec_term *out);

void facts_prove(struct facts *f, struct location location, struct term formula); // its conjuncts
const struct vec_term *facts_proven(const struct facts *f, struct location location); // conjuncts; NULL: none

// The state stands at a loop head after a path without abstraction, and its model is one of its path condition: the
// values that its variables have there were reached. Only the first visits of a head are kept, each once.
void facts_reach(struct facts *f, struct state *s);
// The same for a concrete run: `value` gives the bits of a variable (false: it is not known).
void facts_reach_values(struct facts *f, struct location head,
                        bool (*value)(void *context, uint32_t var, uint64_t *bits), void *context);
// Is a state known that was reached at the location, by an engine or in a sampled run?
bool facts_is_reached(const struct facts *f, struct location location);
// Is the formula false in a state that was reached at the location, in whatever context? A formula about more than
// numbers and Booleans of the location's function and globals is not refuted.
bool facts_refute(struct facts *f, struct location location, struct term formula);

// The formula about instances in the context as one over the automaton's variables; none: it speaks of other frames.
struct term facts_plain(struct unfold *u, struct context context, struct term formula);
struct term facts_instance(struct unfold *u, struct context context, struct term formula); // the inverse

// May the function still read the value that its variable has at the location?
bool facts_is_live(const struct cfa *cfa, struct location location, uint32_t var);

// Thresholds and predicates of loop heads: what an engine with a precision works with, and what --save-precision
// writes.
struct precision;
struct precision *facts_precision(struct facts *f);
// Reads a precision file (docs/precision.md), once; its predicates are candidates, too. NULL: there is none.
bool facts_load(struct facts *f, const char *precision_file, struct error *error);

// For statistics: conjuncts proven, candidates given to engines, states reached, formulas that these refuted; facts of
// all kinds that came from other processes.
struct facts_counts {
  uint64_t proven, candidates, reached, refuted, shared;
};
struct facts_counts facts_count(const struct facts *f);

#endif
