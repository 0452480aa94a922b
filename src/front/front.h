// C files to an automaton. The only module that sees LLVM.
#ifndef CLEW_FRONT_FRONT_H
#define CLEW_FRONT_FRONT_H
#include "base/stats.h"
#include "cfa/cfa.h"

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

struct front_options {
  uint32_t bits;                       // 32 or 64
  const char *entry;                   // "main"
  bool has_parameters;                 // those of the entry function are stated
  uint32_t n_parameters;
  const struct front_parameter *parameters;
  uint32_t argc, arg_length;           // bounds on the arguments of main; 0: those of Linux
  uint32_t n_files;
  const char *const *files;            // .c .i .bc .ll .o .a
  uint32_t n_flags;
  const char *const *flags;            // -I, -D, -U, -include and the like, passed to clang
  uint32_t n_error_functions;
  const char *const *error_functions;  // besides reach_error, __VERIFIER_error and failing assertions
  enum undefined_function undefined;
  properties checked;
  const char *clang;                   // the compiler to run: "clang-19"
  const char *temp_dir;                // a private folder for intermediate files
};

struct front;

struct front_result {
  struct cfa *cfa;
  char *bitcode;                       // where front_write_replay puts the program for replay, a file in temp_dir
  struct vec_string warnings;          // what the user should know
  struct vec_string sources; // the C files and what they include but the system's headers, perhaps twice; owned
  double build_seconds; // of the processor, that making the automaton took
  struct front *front; // keeps the program until then
};

// False on bad input (clang's own message was printed to standard error then) or when a limit was reached.
bool front_run(struct terms *tm, struct limits *limits, const struct front_options *options,
               struct front_result *result, struct error *error);
// The automaton once more, for the question where paths end in undefined behaviour: each place where one may is an
// error location, whose text says what it is; the program's own errors only end paths. The caller owns it. NULL: it
// could not be made.
struct cfa *front_path_ends(struct front_result *result);
// Writes the program as a replay runs it, once: calls of error functions go outside, what C leaves uninitialised is
// zero. The strings and lists of the options given to front_run must still be there.
// Where inline assembly leaves values, another version goes to the file with this behind its name: the counterexample's
// values stand for the assembly's. The compiler goes by the end of the name.
#define FRONT_GIVEN ".given.bc"
bool front_write_replay(struct front_result *result, struct error *error);
// The same for a person: the version with values instead of assembly or the one with the assembly, with what a debugger
// needs.
bool front_write_copy(struct front_result *result, const char *file, bool given, struct error *error);
void front_result_release(struct front_result *result);

#endif
