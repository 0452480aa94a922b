// Backward symbolic execution with loop folding: Chalupa, Strejček, Backward Symbolic Execution with Loop Folding
// (docs/papers.md), algorithms 3 and 4.
//
// The search (search.c) goes backward from the targets, from cut point to cut point of the expanded program
// (explore/expansion.h); the paths between two of them are merged. An item of its queue is a set of error states at a
// cut point. Where an item is in a loop, the loop is folded (fold.c): an inductive set of states that is disjoint from
// the error states, a candidate, is extended backward and overapproximated until it is an invariant, which a nested
// search finds out, or until the bound κ is reached.
//
// The paper folds a loop without loops inside. Here what is folded is a family: some cut points with the points around
// them, and a candidate has one formula for each of these cut points. A simple loop is a family of one cut point, and
// then this is the paper's algorithm; loops that are nested or irreducible are families of several. These are
// flattened: where one formula must speak of all cut points, a variable says at which one the program is.
//
// The recursion between search and folding is a stack of frames, so that a slice can end anywhere.
#ifndef CLEW_ENGINE_BSELF_BSELF_H
#define CLEW_ENGINE_BSELF_BSELF_H
#include "base/memory/arena.h"
#include "engine/bself/overapproximate.h"
#include "engine/engine.h"
#include "explore/inputs.h"
#include "explore/strengthen.h"

struct bself_options {
#include "base/table/option_fields.h"
#include "engine/bself/options.def"
#include "base/table/option_end.h"
};
enum { FOLD_AUTO, FOLD_PATHS, FOLD_MERGED };
enum { NESTED_FLATTEN, NESTED_INSIDE };
// What is done past the paper: bits of the option --additions, in the order of its words.
enum addition {
  ADDITION_PLAIN = 1u << 0, // a search that folds nothing comes first
  ADDITION_MERGING = 1u << 1, // paths between cut points are merged, and items at the same cut point
  ADDITION_SUBSUMPTION = 1u << 2, // items whose states were searched before are dropped
  ADDITION_INPUTS = 1u << 3, // loops that read inputs are folded
  ADDITION_INDUCTION = 1u << 4, // states that break the induction of a candidate are taken from it
  ADDITION_RELATIONS = 1u << 5, // relations besides types 1 to 4, several at a time
  ADDITION_REMAINDER = 1u << 6, // an extension has no states that the candidate has already
  ADDITION_REACHED = 1u << 7, // reached states refute candidates
  ADDITION_PARTS = 1u << 8, // error states that are a union are folded part by part
  ADDITION_SIDES = 1u << 9, // a pre-image with a ≠ b is also extended as a < b and as a > b
  ADDITION_TURNS = 1u << 10, // κ grows with the foldings in vain, and folding does not take more time than searching
  ADDITION_BOUNDS = 1u << 11, // on candidates, queries and time of a folding
  ADDITION_MODELS = 1u << 12, // models of error states are carried backward
};

struct bself_statistics {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#include "engine/bself/statistics.def"
#undef COUNTER
#undef TIMER
};

extern const struct option_table bself_option_table;
extern const struct stats_table bself_statistics_table;

#define FAMILY_NONE UINT32_MAX

// A path of a loop: from one of its cut points to the next.
struct loop_path {
  uint32_t from, to; // numbers of cut points in the family
  struct vec_u32 steps;
};
VEC_TYPE(vec_loop_path, struct loop_path)

// Formulas for the cut points of a family, in their order, in the engine's arena.
struct candidate {
  struct term *all; // ξ
  struct term *last; // ψ, the last extension; false where it has none
  uint32_t rest; // how often it may still be extended
};
VEC_TYPE(vec_candidate, struct candidate)

// What is folded as one loop.
struct family {
  uint32_t number;
  struct vec_point cuts; // H
  struct term place; // a variable for the number of the cut point; none: there is one only
  unsigned char *within; // by point: is it in the loop?
  unsigned char *entering; // by point: may a path from outside to a cut point, past no other one, pass it?
  unsigned char **from; // by cut point: the points that a path from there may pass before the next cut point
  uint32_t n_paths; // |LoopPaths|, with branches that are merged in the automaton, up to a bound
  struct vec_loop_path paths; // where they are few
  // By cut point, without inputs: from these states a path leads to a cut point of the family again for some inputs, or
  // for some inputs none does.
  struct term *stays, *may_leave;
  bool reads; // inputs
  struct vec_term variables; // that the loop reads or changes: numbers
  struct vec_candidate known; // O_l, shared by all searches
  bool busy; // is being folded
  uint32_t failures; // foldings in vain, by the outermost search
};

// --- searches --------------------------------------------------------------------------------------------------------

enum outcome { OUTCOME_OPEN, OUTCOME_CORRECT, OUTCOME_INCORRECT, OUTCOME_UNKNOWN };

// Where a search begins: goals of its first sweep.
struct root {
  struct vec_goal goals;
  enum target_kind kind;
  const struct target *target; // of the first goal; NULL in a nested search
};
VEC_TYPE(vec_root, struct root)

struct item {
  struct point point; // a cut point, or the entry
  struct term formula; // φ
  uint32_t depth; // cut points on the way to the goal, this point included; the sweeps along it have the passes below
  uint32_t cuts; // the same, this point only if it is one
  uint32_t length; // steps of the path, where paths are not merged: their numbers are the passes
  uint32_t step; // of the expansion: from the point to that of the item that this one prolongs
  bool first; // on a path that passed no cut point yet
  struct term exact; // the formula for some values of its inputs; none: not asked, or it cannot be said
  uint32_t root;
  bool possible; // known to be satisfiable
  struct model *model; // of the formula; NULL: none is known
  bool searched; // it was expanded
  struct vec_u32 next; // items on the way to the goal: it is the union of their pre-images. None: the root's
  struct vec_u32 visited; // families that could not be folded on the way
};
VEC_TYPE(vec_item, struct item)

// A call of the procedure BSELF (algorithm 3).
struct search {
  bool nested; // infoldloop
  bool plain; // folds nothing and ends soon
  struct family *family; // nested: whose candidate is checked
  struct vec_root roots;
  uint32_t next_root;
  struct vec_item items; // the queue
  uint32_t next;
  struct vec_u32 doubts; // items at the entry that were not decided
  struct vec_item children; // of the item whose loop is being folded
  // The item's error states in parts, each of which is folded by itself: an invariant for each is found more easily
  // than one for all of them.
  struct vec_term parts;
  uint32_t next_part;
  bool folding;
  bool failed; // for one of the parts
  bool subsumes; // an item was dropped because of others: these are part of the proof
  uint32_t deepest;
};

// A pre-image by which a candidate is to be extended, and what overapproximation made of it.
struct preimage {
  struct term formula; // ψ', with the family's place
  struct vec_term out;
};
VEC_TYPE(vec_preimage, struct preimage)

// A call of the procedure FoldLoop (algorithm 4).
enum fold_phase { FOLD_BEGIN, FOLD_EXTEND, FOLD_PICK, FOLD_CHECKED };
struct folding {
  struct family *family;
  struct term *error; // φ, by cut point
  bool visited;
  enum fold_phase phase;
  struct vec_candidate bag; // first in, first out
  uint32_t next;
  struct candidate base; // what is being extended
  struct vec_preimage preimages; // of it
  uint32_t next_preimage;
  struct vec_term hints;
  double began, seconds;
};

enum frame_kind { FRAME_SEARCH, FRAME_FOLDING };
struct frame {
  enum frame_kind kind;
  union {
    struct search *search;
    struct folding *folding;
  };
};
VEC_TYPE(vec_frame, struct frame)

struct bself {
  struct run run;
  struct terms *tm;
  struct expansion *x;
  struct arena arena;
  struct bself_options options;
  struct bself_statistics *statistics;
  bool begun;
  uint64_t shared; // facts of others, when they were last tried
  bool looked; // the plain search is done
  struct vec_family_ptr {
    struct family **data;
    uint32_t size;
  } families;
  uint32_t *family_of; // by point: FAMILY_NONE where nothing is folded
  // What is known of the cut points, by point.
  struct vec_term *proven; // conjuncts
  uint32_t *k; // of the certificate
  // The stack, and what the frame that ended last gives to the one below.
  struct vec_frame stack;
  enum outcome returned;
  uint32_t returned_depth;
  struct overapproximation_counts counts;
  uint32_t failures; // foldings in vain, by the outermost search
  double seconds_entry; // hard questions at the entry
  double seconds_searching, seconds_folding; // of the outermost search, and of foldings with their searches
};

static inline bool bself_adds(const struct bself *b, enum addition what) { return b->options.additions & what; }

// --- asking (bself.c) ------------------------------------------------------------------------------------------------
struct term bself_invariant(struct bself *b, struct point p); // the conjunction of what is proven there
void bself_prove(struct bself *b, struct point p, struct term formula); // it is an invariant
enum answer bself_ask(struct bself *b, struct solver *solver, uint32_t n, const struct term *conjuncts);
bool bself_excluded(struct bself *b, uint32_t n, const struct term *conjuncts); // best effort: unsatisfiable
void bself_sweep(struct bself *b, uint32_t n, const struct goal *goals, uint32_t pass, const unsigned char *within,
                 struct map_u32 *out);
struct term bself_swept(struct bself *b, const struct map_u32 *out, struct point p); // false: nothing leads there

// --- frames ----------------------------------------------------------------------------------------------------------
void bself_push_search(struct bself *b, struct search *s);
// The top frame ends; what is below goes on with the outcome.
void bself_return(struct bself *b, enum outcome outcome, uint32_t depth);

struct search *search_new(bool nested, struct family *family);
void search_free(struct search *s);
void search_add_root(struct search *s, enum target_kind kind, const struct target *target, uint32_t n,
                     const struct goal *goals);
void search_step(struct bself *b, struct search *s); // one piece of work
// The item is at the entry, and the model is one of its formula: an error (witness.c).
void witness_error(struct bself *b, struct search *s, uint32_t item, struct model *model);

void fold_begin(struct bself *b, struct family *f, struct point at, struct term error, bool visited);
void fold_step(struct bself *b, struct folding *f);
void fold_free(struct folding *f);

// The program is correct; the searches needed chains of so many cut points (certify.c).
void certify(struct bself *b, uint32_t deepest);

// --- families (family.c) ---------------------------------------------------------------------------------------------
void families_find(struct bself *b);
void families_release(struct bself *b);
uint32_t family_number(const struct family *f, struct point cut); // of the cut point in it
struct term *family_formulas(struct bself *b, const struct family *f); // false at each cut point
// A formula at a cut point as one with the family's place, and one with the place as that at the cut point.
struct term family_placed(struct bself *b, const struct family *f, uint32_t cut, struct term formula);
struct term family_at(struct bself *b, const struct family *f, uint32_t cut, struct term formula);
struct term family_join(struct bself *b, const struct family *f, const struct term *formulas); // all, with the place

// --- candidates (candidate.c) ----------------------------------------------------------------------------------------
// Inputs are gone: weaker than "for some values of its inputs", or the same.
struct term candidate_without_inputs(struct bself *b, struct term formula);
bool candidate_has_inputs(const struct bself *b, struct term formula);
// Inputs are gone, and it is the same as "for some values of its inputs"; none: it cannot be said, or not in time.
struct term candidate_exactly(struct bself *b, struct term formula);
// A formula becomes the cases of the choices between values in it, as long as they are few: their union is equivalent.
void candidate_split(struct bself *b, struct vec_term *cases);
// Where the formula says that two numbers differ: if one of them must be the smaller one, given what is known, the
// formula says so then; if each may be, the two cases are appended.
void candidate_sides(struct bself *b, struct term known, struct term *formula, struct vec_term *out);
// A formula as a union of a few.
void candidate_parts(struct bself *b, struct term formula, struct vec_term *out);
// Section 4.2. False: there is none.
bool candidate_initial(struct bself *b, struct family *f, const struct term *error, bool visited, struct term *out);
// Section 4.3: is ψ'', with the family's place, a valid extension of ξ?
bool candidate_valid(struct bself *b, struct family *f, const struct term *error, const struct term *all,
                     struct term extension);
// From which states of the g-th cut point some path, or the given one, leads into the formulas.
struct term candidate_before(struct bself *b, struct family *f, uint32_t g, const struct loop_path *path,
                             const struct term *formulas);

#endif
