// The program: functions, variables, locations and edges.
//
// Every function is an automaton of its own; a call is an edge with a callee.
// Engines unfold calls on demand, one frame (call string) at a time. An ordinary edge is a guarded parallel
// assignment: inputs (values that arrive on this edge), allocations (addresses
// of new objects), a guard and updates, all over the variables before the
// edge and the edge's own inputs and addresses.
//
// A variable is denoted in terms by its `term` (a VAR whose name is unique in
// the program: "function::name" for locals, "name" for globals; "name#2" for a shadowing one). The same
// term denotes the instance of the frame at hand.
//
// Invariants: ids are indices, dense, in order of creation; every location
// belongs to one function; out-edges of a location are listed in order; if a
// location has `complete` set, its out-edges' guards are exhaustive and pairwise
// disjoint apart from the path-ending checks that all share.
// Out-edges of one location may share input and address terms: they then
// denote the same value. A `check` (null dereference, division by zero, a failed assumption) is
// part of the guard: where it fails, no edge can be taken and the path ends.
// The exit location of a function has no out-edges: control returns to the caller.
#ifndef CLEW_CFA_CFA_H
#define CLEW_CFA_CFA_H
#include "base/memory/arena.h"
#include "base/error.h"
#include "base/process/limits.h"
#include "base/memory/map.h"
#include "base/text/text.h"
#include "property/property.h"
#include "term/term.h"

#define CFA_NONE UINT32_MAX // no function, no variable
#define CFA_OPERANDS 3 // that an error may tell of

// Handles: indices into cfa->locations and cfa->edges that cannot be mixed up.
struct location {
  uint32_t id;
};
struct edge {
  uint32_t id;
};
#define LOCATION_NONE ((struct location){UINT32_MAX})
#define EDGE_NONE ((struct edge){UINT32_MAX})
static inline bool location_none(struct location l) { return l.id == UINT32_MAX; }
static inline bool edge_none(struct edge e) { return e.id == UINT32_MAX; }
static inline bool location_same(struct location a, struct location b) { return a.id == b.id; }
static inline bool edge_same(struct edge a, struct edge b) { return a.id == b.id; }
VEC_TYPE(vec_location, struct location)
VEC_TYPE(vec_edge, struct edge)

struct source_place {
  uint32_t file, line, column;
};   // file: index into cfa->files; line 0: unknown

enum cfa_var_kind {
  VAR_PROGRAM,   // a C variable or a field of one
  VAR_TEMP,      // a value that outlives its edge
  VAR_REGION,    // memory: an array
  VAR_RESULT,    // what a function returns
};

struct cfa_var {
  const char *name;       // as the user wrote it: x, s.f, a[3]; unique name is the term's
  const char *ctype;      // "unsigned int"; "" if unknown
  struct term term;
  struct sort sort;
  enum cfa_var_kind kind;
  uint32_t function;      // CFA_NONE for globals
  uint32_t slot;          // index among the globals, or among the function's locals
  bool is_unsigned;       // how to show its value
  bool is_sliced;         // a parameter whose value cannot matter, and is not passed any more (cfa_slice)
  struct source_place place;
};

enum cfa_input_kind {
  INPUT_NONDET,      // __VERIFIER_nondet_X: `name` is the function called
  INPUT_UNINIT,      // an uninitialised variable or memory: `name` is the variable
  INPUT_UNDEFINED,   // result of a function without a body, `name`
  INPUT_LIBRARY,     // a library function modelled as arbitrary (sin): `name`; NaN bits and the like: "nan"
  INPUT_ASSEMBLY,    // what inline assembly leaves in an output: `name` is "asm"
  INPUT_ARGUMENT,    // a parameter of main: `name` is the parameter; the strings are in memory, see cfa_arguments
};

// A place in the program's text where an object with arbitrary contents begins: a native run gets them there. Places
// are numbered from 1 in the order of the front end; 0 is none.
// `is_elsewhere`: a parameter of the entry function, or a variable that no file defines.
struct cfa_site {
  bool in_memory;         // otherwise its cells are inputs
  struct term region;     // in memory: the variable of the region; none: the program never looks
  uint64_t address, size; // of an object that is made once; 0: `allocs` or inputs of edges name the place
  uint32_t object;        // where the object was made that begins again here; 0: it is made here
  bool is_elsewhere;      // what a pointer in it leads to is memory, too
};
VEC_TYPE(vec_site, struct cfa_site)

// What a memory region holds when the program starts, but for initialised globals.
struct cfa_memory {
  struct term region, initial; // a variable, and an input of the first edge
};
VEC_TYPE(vec_memory, struct cfa_memory)

// The arguments of main: argv[k] is the string at text + k * stride, for the first `count` of them.
struct cfa_arguments {
  struct term argc, text_region; // an input of the program's start; the variable of the strings' region; none: unused
  uint64_t list, text, stride; // list: where argv itself is
  uint32_t count;
};

struct cfa_input {
  struct term term;          // a VAR local to the edge
  enum cfa_input_kind kind;
  const char *name;
  const char *ctype;
  bool is_unsigned;
  struct source_place place;
  uint32_t site;             // where a native run gets the value, and at which byte of the object; 0: nowhere
  uint32_t offset;
  const char *label;         // what the program calls it, for people; NULL: nothing
  struct term address; // of memory that is an input: where it goes to, as the updates see it; none: it is no such
};

struct cfa_alloc {
  struct term term;          // a VAR local to the edge: the address; never null, disjoint from every other object
  struct term size;          // in bytes, of pointer width
  uint32_t align;
  bool is_stack;             // ends with the frame
  uint64_t space;            // addresses that it takes, whatever its size, which is not above that; 0: its size
  const char *name;
  uint32_t site;             // 0: a native run makes it at the same address
};

struct cfa_update {
  uint32_t var;
  struct term value;
};
VEC_TYPE(vec_update, struct cfa_update)
VEC_TYPE(vec_input, struct cfa_input)
VEC_TYPE(vec_alloc, struct cfa_alloc)

struct cfa_edge {
  struct location from, to;
  struct term guard;                 // true if there is none
  struct vec_update updates;         // at most one per variable
  struct vec_input inputs;           // in order of execution
  struct vec_alloc allocs;
  // A call edge: the arguments are evaluated after guard and inputs (no updates, no allocs on call edges); the callee's
  // parameters get them, and `result` (CFA_NONE: none) gets the callee's result variable on return.
  uint32_t callee; // CFA_NONE: an ordinary edge
  struct vec_term args;
  uint32_t result;
  struct source_place first, last; // the source range
};

enum cfa_location_kind {
  LOC_PLAIN,
  LOC_EXIT, // the function returns
  LOC_ERROR, // the error: text says which (function called or assertion)
  LOC_STOP, // the path ends here without error: exit(), abort(), a failed assumption, or nothing that matters follows
  LOC_UNSUPPORTED, // reaching this makes TRUE impossible; text names what and where
};

// What a location is to an automaton of undefined-behaviour exits (marks.h), where every error of the program only ends
// a path.
enum cfa_mark {
  MARK_NONE,
  MARK_CHECK, // a check of the program fails
  MARK_ASSUMES, // before an assumption
  MARK_ASSUMED, // behind it
  MARK_UNDEFINED, // behaviour is undefined, and this is not supported otherwise: its exit is here
};

struct cfa_location {
  uint32_t function;
  enum cfa_location_kind kind;
  enum property property; // of an error: what it violates
  char operation; // of an error, for the report: + - * / or ~ for minus; r and w of memory, f for free (pointer, base,
                  // bytes); the operands are in cfa->operands; 0: none
  uint32_t operand_bits; // their width
  bool is_own; // of an error: no sanitizer has the check, so that only a copy of the program shows it natively
  uint32_t number; // given when it was added, and kept when ids change: the same place has it in all forms of a program
  const char *text;
  enum cfa_mark mark;
  struct source_place place;
  struct vec_edge out, in;
  bool complete;
  // Set by cfa_find_loops:
  bool loop_head; // every cycle of the function has one
  bool irreducible;
  struct location loop; // the head of the innermost loop around it (itself for a head), or LOCATION_NONE
  struct location loop_parent; // for a head: the head of the loop around, or LOCATION_NONE
  uint32_t loop_depth;
};

struct cfa_function {
  const char *name;
  const char *shown; // as its own file calls it, for people; `name` is unique, and the same but where files clash
  struct location entry, exit; // exit LOCATION_NONE: never returns
  struct vec_u32 params; // variables
  struct vec_u32 locals; // all its variables by slot, parameters first
  uint32_t result; // its VAR_RESULT variable or CFA_NONE
  uint64_t address; // of the function as a pointer value; 0 if never taken
  bool is_model; // from models/, not from the user
  bool is_start; // nor is this one, which calls the entry function with what its parameters point to
  struct source_place place;
};

VEC_TYPE(vec_var, struct cfa_var)
VEC_TYPE(vec_cfa_location, struct cfa_location)
VEC_TYPE(vec_cfa_edge, struct cfa_edge)
VEC_TYPE(vec_function, struct cfa_function)
VEC_TYPE(vec_string, const char *)

// In the text of an "undefined-function": the function got pointers and might change what they lead to.
#define UNDEFINED_WRITES "not even what its arguments point to"
#define UNDEFINED_FREES " and frees none of its memory"
// With --undefined havoc: errno, streams, signals, the environment and the like stay as they are.
#define UNDEFINED_LIBRARY " and does not change the state of the C library"
#define UNDEFINED_ALLOCATES " and allocates nothing that is left" // where leaks are checked
#define UNDEFINED_EXITS " and does not call exit"
#define UNDEFINED_ENDS " and does not end the program"
// What a TRUE rests on beyond the program's text; each is said with the verdict and in the JSON.
struct cfa_assumption {
  const char *kind; // a short word: "undefined-function", "address-layout", "alignment", "extern-size"
  const char *text;
  struct source_place place; // where it is first needed
};
VEC_TYPE(vec_assumption, struct cfa_assumption)

struct cfa {
  struct terms *tm;
  struct arena arena; // names and texts
  const char *name;
  uint32_t pointer_bits;
  bool of_exits; // its errors are undefined-behaviour exits, the program's own are marked
  struct cfa_marks *marks; // of the front end (marks.h), as long as nothing was renumbered; NULL: none
  properties checked; // whose checks are in it: all error locations are of these
  uint32_t checks, decided_checks; // of memory accesses: how many, and how many of them need no edge
  uint64_t heap_start; // objects are allocated from here upwards; a multiple of 16, as their addresses are
  // The heap takes nearly all of the address space, and blocks lie as close together as malloc can put them: a run for
  // which it has no room is out of memory, or has allocated more than any run does (cfa_widen_heap).
  bool wide_heap;
  struct vec_string files;
  struct vec_string folders; // of each file: where the compiler worked that names it, "" if that is not known
  struct vec_function functions;
  struct vec_var vars;
  struct vec_cfa_location locations;
  uint32_t numbers; // of locations that were ever added
  struct vec_cfa_edge edges;
  struct vec_u32 globals; // variables by slot
  uint32_t main; // function: its first edge initialises the globals
  struct vec_string undefined; // functions called that have no body, each once
  struct vec_string approximated; // library functions that return arbitrary values, each once
  struct vec_string dialects; // functions of other verifiers' harnesses that the program declares (dialects.def)
  struct vec_assumption assumptions; // in the order in which they were found
  struct layout *layout; // C types and objects, for reports (layout.h); NULL: none are known
  // For native runs; not part of the text format.
  struct vec_site sites;
  struct vec_memory memory;
  struct cfa_arguments arguments;
  uint32_t operands[CFA_OPERANDS]; // variables: of the operation that an error is about; CFA_NONE: there are none
  struct map_u32 var_of_term; // term id → variable
  struct map_u32 var_of_name; // hash of a unique name → variable; use cfa_var_named
  struct map_u32 next_of_name; // hash of a name that several variables have → the number to try for the next one
  uint64_t name_searches; // how often a name was looked for by cfa_add_var
};

static inline struct cfa_location *cfa_location(const struct cfa *cfa, struct location l) {
  return &cfa->locations.data[l.id];
}
static inline struct cfa_edge *cfa_edge(const struct cfa *cfa, struct edge e) { return &cfa->edges.data[e.id]; }

struct cfa *cfa_new(struct terms *tm);
void cfa_free(struct cfa *cfa);
// The same terms and numbers; marks and the layout, which reports need, are left out.
struct cfa *cfa_copy(const struct cfa *cfa);
// Entry, exit and result are none at first; the first location added to it becomes its entry, the first LOC_EXIT
// its exit, the first VAR_RESULT its result, unless set otherwise.
uint32_t cfa_add_function(struct cfa *cfa, const char *name);
// The term's name is "function::name" or, for a global, "name"; where that is taken a suffix #2, #3, … is added.
// Parameters are added before other locals, and pushed to `params` by the caller.
uint32_t cfa_add_var(struct cfa *cfa, uint32_t function, enum cfa_var_kind kind, const char *name, const char *ctype,
                     struct sort sort);
struct location cfa_add_location(struct cfa *cfa, uint32_t function, enum cfa_location_kind kind);
// Guard true, callee and result CFA_NONE.
struct edge cfa_add_edge(struct cfa *cfa, struct location from, struct location to);
// A VAR for an edge-local input or address, unique in the program.
struct term cfa_edge_term(struct cfa *cfa, struct sort sort, const char *prefix);
// Inputs that are floats arrive as their bits: the float of these bits where the C type is one, else the value itself.
struct term cfa_typed_value(struct terms *tm, const char *ctype, struct term value);
uint32_t cfa_add_file(struct cfa *cfa, const char *file);
void cfa_set_folder(struct cfa *cfa, uint32_t file, const char *folder); // the first stays
// The same kind and text once: the first place stays.
void cfa_add_assumption(struct cfa *cfa, const char *kind, const char *text, struct source_place place);
const char *cfa_string(struct cfa *cfa, const char *text); // a copy that lives as long as the cfa
uint32_t cfa_var_of(const struct cfa *cfa, struct term t); // CFA_NONE if t is not a variable of the program
uint32_t cfa_var_named(const struct cfa *cfa, const char *unique); // by the name of its term; CFA_NONE if there is none
uint32_t cfa_function_named(const struct cfa *cfa, const char *name); // CFA_NONE if there is none
void cfa_place_print(const struct cfa *cfa, struct source_place place, struct text *out); // "file:line:column"
// "file:line", without folders unless another file has the same name.
void cfa_place_brief(const struct cfa *cfa, struct source_place place, struct text *out);

// Merges straight lines: a location with one edge in and one out, not a loop head, whose edges are both ordinary,
// disappears (also one with several edges out that is all its predecessor leads to, and one whose only edge out does
// nothing). Edges compose by substitution. Also drops what main cannot reach: edges, locations, functions. Ids are
// renumbered. Finds loops.
void cfa_compress(struct cfa *cfa);
void cfa_find_loops(struct cfa *cfa);
// Is the location in the loop of this head, or in one inside it?
bool cfa_in_loop(const struct cfa *cfa, struct location location, struct location head);
// Appends the variables that an iteration of the loop may change: of the head's function, and globals, also those that
// functions called change. Memory counts as changed where a function called has objects on the stack: they go when it
// returns.
void cfa_loop_changes(const struct cfa *cfa, struct location head, struct vec_u32 *vars);
bool cfa_edge_on_heap(const struct cfa_edge *e); // does it allocate there?
// May an iteration of the loop, or a function that it calls, allocate on the heap?
bool cfa_loop_allocates(const struct cfa *cfa, struct location head);
// Decides on wide_heap, for an automaton that was not compressed yet. `freeing`: locations with an edge on which a
// block may be freed. `exact`: terms of heap objects that take the space that malloc gives them, if their size is a
// number.
void cfa_widen_heap(struct cfa *cfa, const struct map_u32 *freeing, const struct map_u32 *exact);
// Does every step take from the heap what its own blocks need, but for little? Edges of a location that allocate
// different blocks leave room for those of each other.
bool cfa_heap_is_exact(const struct cfa *cfa);
// No loop and no recursion allocates on the heap, and all blocks of a run together take at most `room` bytes, those
// whose size is not a number `largest` each.
bool cfa_heap_is_bounded(const struct cfa *cfa, uint64_t room, uint64_t largest);
// Cuts what cannot matter for reaching an error: locations that cannot reach one become LOC_STOP and edges to them go,
// updates of variables that no remaining guard, argument or allocation size depends on disappear, calls that do nothing
// go, branches that have become equal merge. Inputs and heap objects stay listed (replay needs their order).
// Compresses. Sound for TRUE and FALSE: the reachable errors are the same.
void cfa_slice(struct cfa *cfa);
// Large-block encoding: makes one edge of the branches between two locations, where no loop is between them: guards
// united, values chosen by `ite`. Branches with different inputs or allocations, calls, and choices that guards do not
// decide stay. The same inputs lead to the same errors, in the same order of inputs. For a compressed automaton; finds
// loops.
void cfa_large_blocks(struct cfa *cfa);
// The part of it that needs no `ite`: branches that do nothing but test are united, so that `if (a && b)` is one
// branch.
void cfa_unite_tests(struct cfa *cfa);
// Asserts the invariants above; for debug builds and tests. Returns false and names the invariant that is broken.
bool cfa_check(const struct cfa *cfa, struct error *error);

// The text format (docs/cfa-format.md). Reading is the inverse of printing. Reading finds loops.
void cfa_print(struct cfa *cfa, struct text *out);
void cfa_print_dot(struct cfa *cfa, struct text *out);
bool cfa_read(struct terms *tm, const char *file, const char *content, struct cfa **out, struct error *error);

#endif
