// The domain of abstract states that are stores (state/evaluate.h), of explicit and of symbolic values: v ⊑ v' iff v'
// has only entries of v. The domain of a state is the set of variables and cells that it knows, so that v ⊑ v' iff v
// restricted to the domain of v' is v': finding what covers a state is a lookup.
#ifndef CLEW_ENGINE_CPA_ANALYSIS_STORES_H
#define CLEW_ENGINE_CPA_ANALYSIS_STORES_H
#include "engine/cpa/analysis/scope.h"

struct stores {
  struct cpa *cpa;
  struct evaluator *evaluator;
  struct scope *scope;
  bool symbolic;
  struct map_u32 domains; // store → its domain
  struct map_u32 variables; // domain → its variables, arrays like others
};

static inline struct persistent store_of(struct abstract a) { return (struct persistent){a.id}; }
static inline struct abstract state_of(struct persistent store) { return (struct abstract){store.id}; }

// The number of a visit, for evaluation: what inputs are is decided by the store before it, so that visits with the
// same store need not be told apart.
static inline uint64_t stores_visit(struct persistent store) { return (uint64_t)store.id + 1; }

void stores_init(struct stores *s, struct cpa *cpa, struct evaluator *evaluator, bool symbolic);
void stores_release(struct stores *s);
// At the entry of main: nothing is initialised but the bump pointer.
struct persistent stores_initial(struct stores *s);
uint32_t stores_domain(struct stores *s, struct persistent store);
// `out` NULL: only whether the variables are there.
bool stores_project(struct stores *s, struct persistent store, uint32_t domain, struct persistent *out);
bool stores_less(struct stores *s, struct persistent a, struct persistent b);
struct persistent stores_join(struct stores *s, struct persistent a, struct persistent b); // what they agree on

// The one value that the variable has wherever the condition holds, as the solver finds it. False: there are others, or
// that was not found out; *infeasible: there is none.
bool stores_unique(struct stores *s, struct term condition, struct term variable, struct term *value, bool *infeasible);

// What the array's cell is known to be, or TERM_UNKNOWN.
struct term stores_cell(struct stores *s, uint32_t number, const struct known_array *array, uint64_t index);
struct term stores_index(struct stores *s, uint32_t number, uint64_t index); // as a term of the array's index sort

#endif
