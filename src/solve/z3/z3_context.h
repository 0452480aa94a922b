// Inside the Z3 back end: the context and what is shared by its files.
//
// Floats do not reach Z3's solvers as floats. A float is its IEEE bits; an
// operation on floats is a circuit over bit-vectors that Z3's own fpa2bv made once for each operation and
// format (a template, float.c), into which arguments are substituted. So nearly every query is purely
// bit-vectors, and every term is translated once.
//
// Which NaN the bits are does not matter, except where Z3 compares bits by itself: inside arrays. There NaNs are made
// the one NaN first.
//
// Reference counts: the context counts. Everything made for a translation is kept (z3_keep) until the next reset.
// After an error Z3 hands out NULL, which it does not take back: z3_keep turns it into a harmless
// term and notes the failure, so that callers need to look once, at the end.
#ifndef CLEW_SOLVE_Z3_Z3_CONTEXT_H
#define CLEW_SOLVE_Z3_Z3_CONTEXT_H
#include "solve/backend.h"
#include "term/walk.h"
#include <pthread.h>
#include <z3.h>

// A Z3 solver and what was asserted to it for good.
struct z3_side {
  Z3_solver solver;          // NULL: not made yet
  struct map_ptr literals;   // conjunct → its assumption literal
  struct map_u32 facts;      // facts asserted
  struct map_u32 defined; // terms whose names' definitions were asserted
  double timeout;            // in seconds; 0: none, -1: parameters not set yet
};

struct z3_template {
  Z3_ast out;                // the result as a term over `args`; NULL: Z3 has none, the result is abstracted
  Z3_ast args[4];
  uint32_t n_args;
};

struct z3_query {
  uint32_t n, n_facts;
  const struct term *conjuncts, *facts;
};

// What a term needs, in ascending order.
enum z3_need { NEED_BITS = 1, NEED_CIRCUITS, NEED_THEORIES };

struct backend {
  struct terms *tm;
  struct limits *limits;
  pthread_mutex_t lock;      // over the existence of `context`, for interrupt()
  Z3_context context;        // NULL: not made yet
  bool failed;               // an error since the last look
  struct vec_ptr kept;       // terms of translations
  struct vec_ptr kept_templates;
  struct term_memo memo;     // term → its translation, a Z3_ast
  struct map_ptr templates;  // by z3_float's key → struct z3_template *
  uint32_t fresh;
  struct term_memo needs;    // term → enum z3_need
  struct z3_side sat, smt;   // bit-vectors with circuits of floats; everything else
  struct term_memo nested; // see translate.c
  struct map_ptr definitions; // a term that has a name in its translation → the definition of the name
  Z3_model model;            // of the last answer SAT
  struct vec_u32 core;
  enum reason reason;
};

// backend.c, also for other ways to use Z3 (bench/queries_z3.c). The context is made when it is needed; false: it
// cannot be.
bool z3_open_context(struct backend *z);
void z3_close_context(struct backend *z);                            // also everything that was made in it
enum z3_need z3_needs(struct backend *z, const struct z3_query *q);
void z3_assert(struct backend *z, Z3_solver solver, Z3_ast formula);
void z3_set_params(struct backend *z, Z3_solver solver, bool is_general, double seconds);
enum answer z3_check_alone(struct backend *z, enum z3_need need, const struct z3_query *q, double seconds);
enum answer z3_give_up(struct backend *z, enum reason reason);       // UNKNOWN, with that reason or the run's own
enum answer z3_fail(struct backend *z);                              // after an error: closes the context
enum answer z3_unknown(struct backend *z, Z3_solver solver);
Z3_ast z3_keep(struct backend *z, Z3_ast ast);
Z3_sort z3_keep_sort(struct backend *z, Z3_sort sort);
Z3_sort z3_sort(struct backend *z, struct sort s);
// The translation of a term. Look at z->failed afterwards.
Z3_ast z3_translate(struct backend *z, struct term t);
// What was translated may have names in it: asserts the definitions of those in the term, each term of `defined` once.
void z3_define(struct backend *z, Z3_solver solver, struct map_u32 *defined, struct term root);
static inline Z3_ast z3_translated(const struct backend *z, struct term t) { // NULL: it was not translated
  return (Z3_ast)(uintptr_t)term_memo_get(&z->memo, t);
}
Z3_ast z3_fresh(struct backend *z, Z3_sort sort);
Z3_ast z3_bv(struct backend *z, uint32_t width, uint64_t value);  // width may exceed 64
// float.c: the translation of an operation on floats, given those of its children.
Z3_ast z3_float(struct backend *z, struct term t, const Z3_ast *children);
Z3_ast z3_float_is_nan(struct backend *z, struct sort s, Z3_ast bits);
Z3_ast z3_float_one_nan(struct backend *z, struct sort s, Z3_ast bits);
// whole.c
Z3_ast z3_round_to_integral(struct backend *z, struct sort s, Z3_ast rm, Z3_ast a);
Z3_ast z3_float_to_integer(struct backend *z, struct sort s, uint32_t width, bool is_signed, Z3_ast rm, Z3_ast a);
void z3_templates_release(struct backend *z);
// value.c: a value of a model as a constant term of sort s; none if it is not a value.
struct term z3_value(struct backend *z, struct sort s, Z3_ast value);

#define KEEP(ast) z3_keep(z, (ast))

static inline Z3_ast z3_and(struct backend *z, Z3_ast a, Z3_ast b) {
  return KEEP(Z3_mk_and(z->context, 2, (Z3_ast[]){a, b}));
}
static inline Z3_ast z3_or(struct backend *z, Z3_ast a, Z3_ast b) {
  return KEEP(Z3_mk_or(z->context, 2, (Z3_ast[]){a, b}));
}

#endif
