// Random queries: solvers compared with each other, failures made small.
//
// A script is a list of operations on a solver: scopes, assertions, checks under assumptions, and paths that are
// extended, asked and left as symbolic execution does. Every operation is allowed at any place (a pop without a push
// does nothing), so that any part of a script is a script; that is what makes shrinking simple. Script k of seed s
// depends on nothing but k and s.
//
// A bench holds one solver for each configuration over one table of terms: the reference (subject 0) and those under
// test. Scripts run on one bench one after the other see what caches and incremental solvers kept from those before.
#ifndef CLEW_TESTS_QUERIES_H
#define CLEW_TESTS_QUERIES_H
#include "solve/path.h"
#include "solve/solve.h"

enum op_kind {
  OP_PUSH,
  OP_POP,
  OP_ASSERT,   // a formula, in the scope
  OP_CHECK,    // any number of assumptions
  OP_ADD,      // the path goes on with a formula that nobody asked about
  OP_TAKE,     // asks about the path with the formula and goes on with it if it is satisfiable
  OP_ASK,      // asks about the path with the formula
  OP_BACK,     // the path before the last ADD or TAKE that went on
  OP_RESET     // no scopes, no assertions, the empty path
};
struct op {
  enum op_kind kind;
  struct vec_term terms;
};
VEC_TYPE(vec_op, struct op)
struct script {
  struct vec_op ops;
};

void script_add(struct script *s, enum op_kind kind, uint32_t n, const struct term *terms);
void script_append(struct script *s, const struct script *other);
void script_release(struct script *s);

// --- generating (queries_generate.c) ---------------------------------------------------------------------

enum { KIND_BOOL = 1, KIND_BV = 2, KIND_ARRAY = 4, KIND_FLOAT = 8, KIND_INT = 16 };
enum { WITNESSES = 4 };
enum {
  BATCH = 100
}; // scripts that share solvers; they also share formats of floats, as circuits are made once for each
// Assignments to the variables that the script was made with: those that satisfy a query show that it is satisfiable.
struct witnesses {
  struct model *models[WITNESSES];
};

// Appends script k. False: a term does not have the value that its parts give it, that is, rewriting or evaluation is
// wrong; *wrong is that term.
bool script_generate(struct terms *tm, uint64_t seed, uint64_t k, uint32_t kinds, struct script *out,
                     struct witnesses *w, struct term *wrong);
void witnesses_release(struct witnesses *w);

// --- running (queries_run.c) -----------------------------------------------------------------------------

enum failure {
  FAIL_NONE,
  FAIL_ANSWER,     // a solver under test says UNSAT where there is a model
  FAIL_MODEL,      // a model under which the query is not true
  FAIL_CORE,       // a core that is satisfiable, or that is not among the assumptions
  FAIL_REFUSED,    // the back end under test had a model that its own solver refused
  FAIL_VALUE,      // a term that does not have the value its parts give it
  FAIL_CRASH,      // a failed assertion, a fault, or no end
  FAIL_REFERENCE,  // the reference says UNSAT where there is a model
  FAIL_KINDS
};
const char *failure_name(enum failure f);

enum { MAX_SUBJECTS = 4 };
enum mutation { MUTATION_NONE, MUTATION_ULT, MUTATION_STORE, MUTATION_FLOAT, MUTATION_CORE, MUTATION_KINDS };
const char *mutation_name(enum mutation s);

struct subject {
  char name[32];
  const char *backend;
  bool caches;
};
struct setup {
  uint32_t n_subjects;                     // the reference is the first
  struct subject subjects[MAX_SUBJECTS];
  enum mutation mutation;                  // of what is given to the solvers under test
  double query_seconds;
  bool refused_fails;                      // a refused model of a solver under test is a failure
  bool verbose;                            // says every answer
};

struct tally {
  uint64_t sat, unsat, unknown, refused;
  double seconds, slowest;
};
struct outcome {
  enum failure failure;
  uint32_t op, subject;
};

struct bench;
struct bench *bench_new(struct terms *tm, const struct setup *setup);
void bench_free(struct bench *b);
// Runs the script from a clean state. `w` may be NULL. Tallies are added to, one for each subject; *checks likewise.
struct outcome bench_run(struct bench *b, const struct script *s, struct witnesses *w, struct tally *tallies,
                         uint64_t *checks);

// --- shrinking (queries_shrink.c) ------------------------------------------------------------------------

// Does the script fail in new solvers? Runs in a process of its own, so that it may crash.
enum failure script_try(struct terms *tm, const struct setup *setup, const struct script *s, struct witnesses *w);
// Makes it smaller as long as it fails in the same way.
void script_shrink(struct terms *tm, const struct setup *setup, struct script *s, struct witnesses *w,
                   enum failure failure, double seconds);
// Terms of a script, shared ones counted once.
uint32_t script_nodes(struct terms *tm, const struct script *s);
void script_nodes_list(struct terms *tm, const struct script *s, struct vec_term *nodes); // ascending, children first
// The term with every application rebuilt by `apply` (and leaves by `leaf`) from the rebuilt children; none if one of
// them gives none.
struct rebuild {
  struct term (*leaf)(void *context, struct terms *tm, struct term t);
  struct term (*apply)(void *context, struct terms *tm, struct term t, uint32_t n, const struct term *children);
  void *context;
};
struct term term_rebuild(struct terms *tm, const struct rebuild *how, struct term t);
struct term term_again(struct terms *tm, struct term t, enum term_kind kind, uint32_t n, const struct term *children);

// --- files (queries_file.c) ------------------------------------------------------------------------------

void script_print(struct terms *tm, const struct script *s, struct text *out);
// False with a message on standard error.
bool script_read(struct terms *tm, const char *file, struct script *out);

#endif
