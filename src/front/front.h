// C files to an automaton. The only module that sees LLVM.
#ifndef CLEW_FRONT_FRONT_H
#define CLEW_FRONT_FRONT_H
#include "base/table/stats.h"
#include "cfa/cfa.h"
#include "cfa/goal.h"

#define FRONT_ARGC_BITS 20 // of Linux: argc has no more, and an argument with its end has at most 2^17 bytes
#define FRONT_ARGUMENT_BITS 17

// What a call of a function without a body means (undefined.c).
enum undefined_function { UNDEFINED_PURE, UNDEFINED_HAVOC, UNDEFINED_STOP };

// Bytes of an object whose size is stated (entry.c): a native run has room for some of them.
#define FRONT_OBJECT_MOST (UINT64_C(1) << 24)

// What is said of a parameter of the entry function: `char buf[n + 1]`.
struct front_parameter {
  char *name, *type;                   // "buf"; "char", or "" if that is not said
  bool is_array;                       // it points to an object of factor * by + summand elements
  char *by;                            // the name of a parameter; NULL: the size is a constant
  uint64_t factor, summand;            // neither above FRONT_OBJECT_MOST, but the product of two such
};
VEC_TYPE(vec_front_parameter, struct front_parameter)

// A C file and how it is compiled, as a compilation database says (or, of a file that is in none, only its name).
struct front_unit {
  const char *file;                    // as the compiler is given it
  const char *directory;               // where the compiler works; NULL: here
  uint32_t n_flags;
  const char *const *flags;            // its own; those of the options come behind them
  const char *path;                    // of the file, without links and dots
  const char *target;                  // what it is built for, by the name of its object file; "": not known
  const char *output;                  // the folder of its object file; "": not known
  uint32_t bits;                       // 32 or 64; 0: not said
  const char *refused;                 // why it cannot be compiled as it is said; NULL: it can
};

// Are both built for the same: the same target, or where no name tells of targets, object files of the same folder?
bool front_unit_kin(const struct front_unit *a, const struct front_unit *b);
// Do both entries of a file give the same program?
bool front_unit_same(const struct front_unit *a, const struct front_unit *b);

struct front_options {
  uint32_t bits;                       // 32 or 64
  const char *entry;                   // "main"
  bool has_parameters;                 // those of the entry function are stated
  uint32_t n_parameters;
  const struct front_parameter *parameters;
  bool has_strings;                    // one is said to be a `string`, or `valid`: a contract, as what follows is
  const char *precondition;            // of the entry function, behind the colon of --entry; NULL: none
  uint32_t precondition_column;
  uint32_t n_requires, n_ensures;      // further clauses of its contract
  const char *const *requires_of_entry, *const *ensures_of_entry;
  const char *contracts;               // a file with contracts; NULL: there are only those in comments
  bool use_contracts;                  // calls of functions that have one stand for what it says
  uint32_t argc_least, argc_most;      // of main's argc
  bool argc_given;                     // the user has said them
  uint32_t arg_length;                 // bound on the length of main's arguments; 0: that of Linux
  uint32_t n_files;
  const char *const *files;            // .c .i .bc .ll .o .a
  uint32_t n_flags;
  const char *const *flags;            // -I, -D, -U, -include and the like, passed to clang
  const char *database;                // the file of the units, for messages
  uint32_t n_units;
  const struct front_unit *units;      // all of the database; what the files lack is taken from there
  const struct front_unit *const *given; // the unit of each of the files, NULL: none; NULL: there is no database
  bool silent;                         // the compiler's messages are not shown
  bool is_instrumented;                // files of clew's own making, which may have its names (reserved.c)
  uint32_t n_error_functions;
  const char *const *error_functions;  // besides reach_error, __VERIFIER_error and failing assertions
  enum undefined_function undefined;
  properties checked;
  const char *clang;                   // the compiler to run: "clang-19"
  const char *temp_dir;                // a private folder for intermediate files
};

// Compiles the file of the options to bitcode in the file `output`, as front_run would; what it calls without a
// declaration is added to `calls`, in the form that is kept with bitcode (base/file/embedded.h).
bool front_compile(struct limits *limits, const struct front_options *options, const char *output, struct text *calls,
                   struct error *error);
// The same file, only preprocessed.
bool front_preprocess(struct limits *limits, const struct front_options *options, const char *output,
                      struct error *error);

// A function that has a contract, in the options' files or in comments (contract/contract.h).
struct front_contract {
  char *function; // owned
  char *file; // that is compiled with it, as it was given; owned. NULL: none of the files names the function
  char *place; // "file:line" of its first clause; owned
  bool has_body; // by the text of the file
};
VEC_TYPE(vec_front_contract, struct front_contract)
// All of them, in the order of the files. False: `error` says what is wrong with one.
bool front_contracts(const struct front_options *options, struct vec_front_contract *out, struct error *error);
void front_contracts_release(struct vec_front_contract *contracts);

struct front;

struct front_result {
  struct cfa *cfa;
  char *bitcode;                       // where front_write_replay puts the program for replay, a file in temp_dir
  struct vec_string warnings;          // what the user should know
  struct vec_string sources; // the C files and what they include but the system's headers, perhaps twice; owned
  struct vec_string uncalled; // error functions that were named and that nothing calls; the options' own strings
  double build_seconds; // of the processor, that making the automaton took
  struct front *front; // keeps the program until then
};

// False on bad input (clang's own message was printed to standard error then) or when a limit was reached.
bool front_run(struct terms *tm, struct limits *limits, const struct front_options *options,
               struct front_result *result, struct error *error);
// The automaton of undefined-behaviour exits (cfa/marks.h): each place where a path may end in undefined behaviour is
// an error location, whose text says what it is; the program's own errors only end paths. The caller owns it. NULL:
// there is no program.
struct cfa *front_undefined_exits(struct front_result *result);
// Writes the program as a replay runs it, once: calls of error functions go outside, what C leaves uninitialised is
// zero. The strings and lists of the options given to front_run must still be there.
// Where inline assembly leaves values, another version goes to the file with this behind its name: the counterexample's
// values stand for the assembly's. The compiler goes by the end of the name.
#define FRONT_GIVEN ".given.bc"
bool front_write_replay(struct front_result *result, struct error *error);
// The same for a person: the version with values instead of assembly or the one with the assembly, with what a debugger
// needs.
bool front_write_copy(struct front_result *result, const char *file, bool given, struct error *error);
// The goals, found when first asked for; they live as long as the result. NULL: there is no program.
const struct cfa_goals *front_goals(struct front_result *result);
// Writes the program as front_write_replay does, with a byte set for each goal, and after them for each line, that a
// run covers: at clew.covered (goals.c).
bool front_write_covered(struct front_result *result, const char *file, struct error *error);
// Writes the program as front_write_replay does, with calls that tell the edges that a run takes and what it compares
// (traced.c, native/served/served.h). `words` are the program's constant strings; they live as long as the cfa, the
// list is the caller's.
struct front_traced {
  uint32_t edges;
  struct vec_string words;
  bool has_state; // it calls functions that leave something behind that is not memory of the process
};
bool front_write_traced(struct front_result *result, const char *file, struct front_traced *out, struct error *error);
// The automaton of goals (cfa/marks.h): in the place of each goal with wanted[goal] is an error, whose text is the
// goal's number; the program's own errors only end paths. The caller owns it. NULL: there is no program.
struct cfa *front_goal_cfa(struct front_result *result, const unsigned char *wanted);
void front_result_release(struct front_result *result);

#endif
