// What the files of the front end share.
//
// The way of a program through this module: module.c runs clang and links the
// files (target.c refuses other machines, implicit.c judges calls without a
// declaration, sources.c keeps the names of the files that were read, dialects.c gives other verifiers' functions their
// meaning) and the models (output.c, texts.c, variables.c and unmodelled.c see to library functions before, weak.c to
// symbols without a definition, through.c to library functions in pointers); arithmetic.c, signs.c and formats.c put in
// checks that clang does not have; pointsto.c unifies what pointers may point
// to into regions, with indirect.c for calls, disguised.c, puns.c, overlaid.c and outside.c for addresses that go
// through integers or come from elsewhere; objects.c decides which C objects become variables and which live in memory;
// assumptions.c and layout/ list what that rests on; where memory safety is asked for, provenance/ then puts its checks
// into the module, and where undefined behaviour is, uninitialised/, and all of that is found out again; function.c
// turns each function into an automaton, with instruction.c, vector.c, access.c, call.c, assembly.c, variadic.c,
// undefined.c, allocator.c, library*.c, safety.c, constant.c and jump.c giving the meaning of what is in it; start.c
// and initial.c make the beginning. native.c writes the program for a native run, kept.c says with which models,
// goals.c what a run of it covers. access_checks/ puts in the checks of undefined accesses that clang leaves out,
// before the models are linked.
#ifndef CLEW_FRONT_INTERNAL_H
#define CLEW_FRONT_INTERNAL_H
#include "base/map.h"
#include "front/front.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

// --- regions (pointsto.c) -----------------------------------------------------
// A node is a class of memory that pointers cannot tell apart. to[n] is the class
// its contents point to.
struct region {
  uint32_t var; // the array variable, CFA_NONE until it is used
  uint32_t cell; // bytes in a cell: 1, 2, 4, 8
  bool split; // cells must be bytes
  uint32_t size; // common size of all accesses, 0 if none was seen
  uint32_t align; // the least alignment that an access takes its address to have, 0 if none was seen
  const char *name; // of the only object in it, or NULL
  uint32_t objects;
};
VEC_TYPE(vec_region, struct region)
VEC_TYPE(vec_value, LLVMValueRef)

// What is known of the addresses that may point into a class. Unified classes have the flags of both.
enum node_flag {
  NODE_ORIGIN = 1, // there is memory in it: an object, a block, a function
  NODE_UNKNOWN = 2, // an address may be anything: a pointer that is an input
  NODE_OUTSIDE = 4, // an address may come from outside the program's files: parameters of the entry function, contents
                    // of extern variables
  NODE_FROM_INTEGER = 8, // an address was made from an integer by a cast
  NODE_PUNNED = 16, // an address was written as an integer and read as a pointer, or the other way round
  NODE_INTEGER_INPUT = 32, // an integer that is an input may be an address here
  NODE_BITS = 64, // the bits of an address are looked at as an integer
  NODE_EXPOSED = 128, // an address was cast to an integer, and not only to be compared, or punned
  NODE_VARIADIC = 256, // the memory of variadic arguments
  NODE_FOREIGN = 512, // an address may come from a function without a body, or from memory that such a one has made
  NODE_MOVED = 1024, // an address was computed as an integer, by more than one constant
  NODE_UNWRITTEN = 2048, // an address may come from memory that was never written: what it holds may be any address
};

struct pointsto {
  struct vec_u32 parent, to; // union-find; to: 0 is none
  struct vec_u32 flags; // of a root: enum node_flag
  struct vec_u32 functions; // per node: index into function_sets + 1, or 0
  struct vec_ptr function_sets; // struct vec_value *
  struct map_u32 named; // globals with an initialiser that functions come to
  bool all_named; // they may come to all, by addresses from outside
  struct map_u32 target; // value → node
  struct map_u32 result; // function → node of what it returns
  struct vec_value calls; // through pointers, seen so far
  uint32_t done; // functions whose constraints were added
  uint32_t anything, outside; // nodes of what unknown addresses and those from outside point to; 0: there are none
  LLVMValueRef anything_use, outside_use; // the first accesses through such addresses
  uint32_t told; // what addresses point to whose bits decide where the program goes; 0: there are none
  uint32_t reached; // what functions without a body can reach (--undefined havoc); 0: there are none
  struct vec_value taken; // functions whose address the program takes
  bool taken_known;
  struct vec_region regions; // by root node
  struct map_u32 disguised; // integers and variables that are pointers in disguise: each maps to 1 (disguised.c)
};

// --- objects (objects.c) --------------------------------------------------------
struct cell {
  uint64_t offset;
  uint32_t size; // bytes
  LLVMTypeRef type;
  uint32_t var;
  bool maybe_uninit; // a read may come before any write
};
VEC_TYPE(vec_cell, struct cell)

struct object {
  LLVMValueRef value; // alloca or global
  LLVMTypeRef type;
  uint64_t size; // bytes, 0 if it is not constant
  bool in_memory;
  struct vec_cell cells; // ascending by offset, when not in memory
  uint64_t address; // static address, 0 if it has none
  uint32_t address_var; // variable that holds the address, or CFA_NONE
  const char *name, *ctype;
  LLVMMetadataRef debug_type; // NULL if unknown
  bool is_model; // it is the models' own
  struct source_place place;
  LLVMValueRef function; // NULL for globals
};
VEC_TYPE(vec_object, struct object)

// The flat leaves of a type: scalars with their offsets.
struct leaf {
  uint64_t offset;
  LLVMTypeRef type;
};
VEC_TYPE(vec_leaf, struct leaf)

// Said with the verdict if an error may be reached from the location on.
struct pending_assumption {
  struct cfa_assumption assumption;
  struct location location;
};
VEC_TYPE(vec_pending_assumption, struct pending_assumption)

// A call of setjmp, and the location that a jump to it leads to.
struct jump_site {
  LLVMValueRef call;
  struct location behind;
};
VEC_TYPE(vec_jump_site, struct jump_site)

// Variables of the automaton for memory safety (safety.c); CFA_NONE: not needed so far.
struct safety_variables {
  uint32_t sizes, heap; // tables
  uint32_t lengths, texts; // of the strings of argv, and what they are at the start
  uint32_t given, blocks;
  uint32_t made, order, extents, kinds, marks; // of all blocks, where those that are kept are looked for
  struct vec_u32 passed; // by number of the argument
  struct vec_u32 tables; // shadows
  struct map_u32 shadows; // root node → table + 1
  struct map_u32 uninit; // the same: what is not initialised
};

struct front {
  struct terms *tm;
  struct limits *limits;
  const struct front_options *options;
  struct front_options kept_options; // what options points to once the caller has its result
  struct cfa *cfa;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  uint32_t pointer_bits;
  struct vec_string *warnings;
  struct vec_string *sources; // as in struct front_result; NULL: nobody asks
  struct vec_value functions; // reachable functions with bodies, in discovery order
  LLVMValueRef entry;
  struct vec_value constructors, destructors; // in the order in which they run; exit's handlers are the first of these
  bool start_unclear; // something runs around the entry function that start.c does not know
  uint32_t argc_var; // where a function that begins the program keeps argc for main, or CFA_NONE
  uint32_t exit_function; // cfa function that runs the destructors, CFA_NONE if there are none
  bool saves_registers; // variadic arguments lie as the ABI says, see variadic.c
  bool no_room; // objects lie where they have no room
  struct map_u32 function_ids; // LLVM function → cfa function
  struct pointsto points;
  struct vec_object objects;
  struct map_u32 object_of; // alloca or global → index + 1
  struct map_u32 variable_debug; // alloca → index into debug_values + 1
  struct vec_ptr debug_values; // LLVMMetadataRef of variables
  struct map_u32 new_blocks; // address of a block of the heap → index of the object that the pointer goes to + 1
  struct map_u32 freeing; // locations with an edge on which a block of the heap may be freed (cfa_widen_heap)
  struct map_u32 exact_blocks; // terms of blocks that malloc and calloc make for the program
  struct map_u32 extra_results; // function → first of its further result variables + 1
  struct map_u32 block_labels; // block → number for computed gotos
  struct map_u64 function_addresses; // function → address; a native run has them too
  struct translation *translation; // of the function at hand, or NULL
  const char *strange_constant; // see constant_was_strange
  uint32_t rounding_var; // CFA_NONE: always to nearest
  uint32_t sizes_var; // address → size of heap blocks, for realloc; CFA_NONE: nobody asks
  struct vec_ptr undefined_weak; // names of weak symbols that nothing defines; owned strings
  struct map_u32 jumpers; // functions that longjmp may leave: each maps to 1
  bool pointers_jump; // the address of one of them is taken
  uint32_t jump_target, jump_value, jump_count; // variables of jump.c; CFA_NONE: nothing jumps
  struct safety_variables safety;
  uint64_t next_address;
  struct error *error;
  struct vec_pending_assumption pending_assumptions;
  struct map_u32 decided; // locations behind which a check was decided during the translation: no edge is left of it
  struct map_u32
      sites; // instruction, function, parameter or variable → where a native run gets contents, see struct cfa_site
  struct vec_u32 site_nodes; // of each: the node of its memory, 0 for variables
  bool calls_unknown; // a pointer from elsewhere is called
  bool globals_exposed; // addresses from outside are used: globals that other files can name live in memory
  struct goals *goals; // NULL: nobody asked
  const unsigned char *wanted; // by goal: it is an error of this automaton; NULL: none is, and the program's own are
  bool ends; // the automaton is for ends of paths: undefined behaviour is its error
  bool failed;
};

static inline uint64_t key_of(const void *p) { return (uint64_t)(uintptr_t)p; }

// --- module.c ---------------------------------------------------------------------
bool module_load(struct front *f);
bool module_link_models(struct front *f);
LLVMModuleRef module_models(struct front *f); // of the C library, owned by the caller; NULL with an error
const char *function_name(LLVMValueRef function); // in its own file
LLVMValueRef module_find_function(struct front *f); // that --entry names; NULL with an error: none, or more than one
LLVMValueRef module_find_entry(struct front *f); // where execution starts: there, or in the one that calls it (entry.c)

// --- target.c ---------------------------------------------------------------------
bool target_check(struct front *f, LLVMModuleRef module, const char *source);

// --- bitcode.c: object files and archives with bitcode in them ---------------------------
bool bitcode_is_object(const char *file); // also a linked program, whatever it is called
bool bitcode_is_archive(const char *file);
struct vec_implicit;
// Links all modules of an object file or a linked program; `add` takes each for its own.
bool bitcode_link_object(struct front *f, const char *file, struct vec_implicit *implicit,
                         bool (*add)(struct front *f, LLVMModuleRef module, const char *source));
// Links what the other files lack from all archives.
bool bitcode_link_archives(struct front *f, struct vec_implicit *implicit,
                           bool (*add)(struct front *f, LLVMModuleRef module, const char *source));

// --- implicit.c: functions called without a declaration --------------------------------
struct implicit_call {
  char *name, *place; // owned; the place as clang says it: "file:line:column"
  bool has_type; // clang knew the function's real type
};
VEC_TYPE(vec_implicit, struct implicit_call)
// sources.c: appends the names in a list that clang wrote for make, in the folder where it worked (NULL: here); owned
// strings.
void sources_read(const char *list, const char *folder, struct vec_string *out);

// --- compile.c: a C file to bitcode ----------------------------------------------------
bool compile_unit(struct front *f, const struct front_unit *unit, const char *output, struct vec_implicit *implicit);
bool compile_dump(struct front *f, const struct front_unit *unit, const char *output); // its syntax tree, as text
LLVMModuleRef compile_read(struct front *f, const char *file, const char *shown); // a .bc or .ll; NULL with an error

// --- units.c: the compilation database -------------------------------------------------
const struct front_unit *units_given(struct front *f, uint32_t i, struct front_unit *plain); // of the i-th file
// Links what is missing from units of the database. `add` takes a module for its own.
bool units_link(struct front *f, struct vec_implicit *implicit,
                bool (*add)(struct front *f, LLVMModuleRef module, const char *source));
// references.c: what the program can use of its module. Values are those of the module as it is: linking changes them.
struct references {
  struct map_u32 seen;
  struct vec_value open; // seen, and not looked at
};
void references_find(struct front *f, struct references *out);
bool references_have(const struct references *r, LLVMValueRef value);
void references_release(struct references *r);
// definitions.c: the names that a C file may define by its text; false: it cannot be read.
bool definitions_read(const char *file, struct map_u32 *names);
void definitions_scan(const char *text, struct map_u32 *names);
bool definitions_have(const struct map_u32 *names, const char *name, bool is_function);
// Files of several programs have a `main` each: that of another program than the one that is there is no function that
// others call.
void module_hide_main(struct front *f, LLVMModuleRef module);
// Does the module define what others can see by this name?
bool module_defines(LLVMModuleRef module, const char *name);

void implicit_read(const char *messages, struct vec_implicit *out); // from clang's messages, each name once
bool implicit_needs_types(struct front *f, const struct vec_implicit *calls); // would an int be wrong for one of them?
void implicit_declare(const struct vec_implicit *calls, struct text *out); // inputs, by the type that the name says
bool implicit_judge(struct front *f, const struct vec_implicit *calls); // once all is linked: warnings, or an error
void implicit_release(struct vec_implicit *calls);
void implicit_write(const struct vec_implicit *calls, struct text *out); // a line each, for implicit_parse
void implicit_parse(const char *text, size_t size, struct vec_implicit *out);
void implicit_move(struct vec_implicit *from, struct vec_implicit *to);
// Drops or simplifies calls of printf and its like whose result is not used (output.c).
void output_simplify(struct front *f);
// Calls of snprintf and sprintf with a constant format become one call for each part of it (texts.c).
void texts_lower(struct front *f);

// --- native.c: the copy of the program that is run natively, as bitcode and, where it is simple, as FILE.o -----
bool module_write_replay(struct front *f, const char *file);
bool module_write_copy(struct front *f, const char *file, bool given); // for a person, see front_write_copy
bool module_write_covered(struct front *f, const char *file);
// --- goals.c: branches and lines to be covered ---------------------------------------------------------------
struct goals {
  struct cfa_goals found;
  struct map_u32 first; // terminator → its first goal + 1
  struct map_u32 line_numbers; // file and line → number
};
uint32_t goal_of(const struct front *f, LLVMValueRef terminator); // its first goal + 1; 0: it has none
bool goal_is_wanted(const struct front *f, uint32_t goal); // a goal + 1, or 0
void goals_probe(struct front *f, LLVMModuleRef copy); // before anything else is changed in it
void goals_release(struct front *f);
// The number of the place where an instruction makes contents that are arbitrary, in memory of that node (0:
// variables).
uint32_t site_of(struct front *f, LLVMValueRef instruction, uint32_t node);
uint32_t sites_add(struct front *f); // another one
// Of a variable that is only declared; 0: a run has it already, or cannot.
uint32_t site_of_declared(struct front *f, LLVMValueRef global, uint32_t node);
// Arguments of an entry function that is not main, by the number of the scalar: the address of a structure that is
// passed in memory, or none; where a run gets any other.
bool entry_wrap(struct front *f); // entry.c; false with an error: what is said of the parameters does not fit
LLVMValueRef entry_start(struct front *f); // NULL: execution starts in the function itself
// The parameter of the entry function that gets the value, if it is one that the start makes; otherwise the value.
LLVMValueRef entry_parameter(struct front *f, LLVMValueRef value);
void entry_object(struct translation *t, LLVMValueRef call); // what the start has just made
bool entry_makes(struct front *f, LLVMValueRef call); // Is it an object that the start makes for a parameter?
void entry_assume(struct front *f); // bounds on the sizes that parameters state, and that they may be freed
LLVMTypeRef argument_structure(LLVMValueRef function, unsigned k); // NULL: the parameter is a value
struct term argument_place(struct front *f, uint32_t callee, uint32_t number);
void argument_site(struct front *f, uint32_t callee, uint32_t number, struct cfa_input *input);
void sites_settle(struct front *f); // once it is known which regions are used
// --- kept.c -----------------------------------------------------------------------
bool is_model(LLVMValueRef function);
// The models that a native run uses instead of the machine's functions: each maps to 1.
// `all`: the accesses in models are looked at, too; real functions are for what models leave open.
void models_kept(LLVMModuleRef module, bool all, struct map_u32 *kept);

// --- names.c: what debug information says --------------------------------------------
void names_collect(struct front *f, LLVMValueRef function);
void names_of_object(struct front *f, struct object *object);
// "x.f[2]" for the cell at an offset of the object, and its C type.
const char *names_of_cell(struct front *f, const struct object *object, uint64_t offset, uint32_t size,
                          const char **ctype, bool *is_unsigned);
// May a function that is only declared write through its parameters? Not if all are values or pointers to const.
bool names_may_write(struct front *f, LLVMValueRef function);
// Debug nodes: operands as LLVM orders them; a type without typedefs and qualifiers.
LLVMValueRef debug_operand(struct front *f, LLVMMetadataRef node, unsigned i);
LLVMMetadataRef debug_child(struct front *f, LLVMMetadataRef node, unsigned i);
#define DEBUG_BIT_FIELD (1u << 19) // a flag of a member
LLVMMetadataRef debug_strip(struct front *f, LLVMMetadataRef type);
bool debug_is_unsigned(struct front *f, LLVMMetadataRef type);
// --- shapes.c ---------------------------------------------------------------------
void shapes_collect(struct front *f); // C types and objects, for reports
struct source_place place_of(struct front *f, LLVMValueRef instruction);
struct source_place place_of_function(struct front *f, LLVMValueRef function);

// --- types.c -----------------------------------------------------------------------------
uint64_t type_size(struct front *f, LLVMTypeRef type); // as stored, in bytes
uint64_t type_alloc_size(struct front *f, LLVMTypeRef type); // with padding
const char *type_ctype(LLVMTypeRef type); // of floats and pointers, "" for others: their sign is not known
bool type_is_aggregate(LLVMTypeRef type);
void type_leaves(struct front *f, LLVMTypeRef type, uint64_t offset, struct vec_leaf *out);
struct sort type_sort(struct front *f, LLVMTypeRef type); // of a scalar
uint32_t type_bits(struct front *f, LLVMTypeRef type); // of a scalar as it lies in memory: multiple of 8 but for i1
// Between the value of a scalar and its bits in memory.
struct term bits_of_value(struct front *f, LLVMTypeRef type, struct term value);
struct term float_format_bits(struct front *f, struct term value); // of a float, in the format of its sort
struct term value_of_bits(struct front *f, LLVMTypeRef type, struct term bits);
struct term is_long_double(struct front *f, struct term bits); // of 80 bits
bool is_gep(LLVMValueRef value); // an address computation, as an instruction or a constant
// Constant GEP offset; false if an index is not constant.
bool gep_constant_offset(struct front *f, LLVMValueRef gep, int64_t *offset);

// --- intrinsics.c: what a called function is -----------------------------------------------
enum builtin {
  BUILTIN_NONE,
#define BUILTIN(id) BUILTIN_##id,
#include "front/builtins.def"
#undef BUILTIN
};
struct builtin_entry {
  const char *name;
  enum builtin builtin;
  uint32_t detail;
};
enum builtin builtin_of(struct front *f, LLVMValueRef function, uint32_t *detail);
bool is_builtin_name(const char *name); // of a function of the library with a built-in meaning
bool reserved_check(struct front *f); // that the program has no name of the harness or the models
// Calls of library functions with other types than these have become calls of nobody's function (signatures.c).
void signatures_check(struct front *f);
const char *mistyped_name(const char *name); // the library function that was meant; NULL: it is no such name
bool is_error_function(struct front *f, LLVMValueRef function);
bool is_in_assembly(struct front *f, const char *name); // outside of functions
bool has_assembly_outside(struct front *f); // Is there any that may do something?
bool is_unmodelled(LLVMValueRef function); // unmodelled.c: a library function with effects that has no model
void unmodelled_mark(struct front *f);
bool variables_only_read(struct front *f, const char *name); // variables.c: a variable of the library
bool variables_point_somewhere(const char *name, bool *is_stream); // from the beginning on
bool variables_forbid_model(struct front *f, const char *name); // the program's use of such variables does not allow it
LLVMValueRef called_function(LLVMValueRef call); // the function of a direct call or NULL
// --- dialects.c: functions of other verifiers' harnesses -----------------------------------------
bool is_dialect(const char *name);
extern const char dialects_klee[]; // klee/klee.h, where KLEE is not installed
void dialects_rewrite(struct front *f); // once the program's files are linked
void dialects_list(struct front *f); // into the automaton
// --- through.c: functions with a built-in meaning whose address is taken -------------------------
void through_pointers(struct front *f); // once all is linked
bool is_stand_in(LLVMValueRef function); // one that stands for such a function, or else is none of the program's
// Makes it none of the program's own, known by another name.
void function_hide(struct front *f, LLVMValueRef function, const char *name);
bool through_is_taken(LLVMValueRef function); // Is its address taken?
// The function's address is from now on that of one of this type that calls it.
void through_stand_in(struct front *f, LLVMValueRef function, LLVMTypeRef type);

// --- pointsto.c ------------------------------------------------------------------------------
void pointsto_run(struct front *f); // again: for functions found since
uint32_t pointsto_root(struct front *f, uint32_t node);
uint32_t pointsto_contents(struct front *f, uint32_t node); // the class that the contents of a class point to
bool pointsto_has_contents(struct front *f, uint32_t node);
bool pointsto_unify(struct front *f, uint32_t a, uint32_t b); // true: they were two
uint32_t pointsto_new(struct front *f);
bool pointsto_is_plain(LLVMValueRef value); // a number, or nothing: it points nowhere, and has no node of its own
uint32_t pointsto_flags(struct front *f, uint32_t node);
bool pointsto_mark(struct front *f, uint32_t node, uint32_t flags); // true: something new
void front_add_function(struct front *f, LLVMValueRef function); // among those to translate, once
uint32_t pointsto_target(struct front *f, LLVMValueRef value); // root node of what it points to
uint32_t pointsto_result(struct front *f, LLVMValueRef function); // the same for what it returns
// Node of the block with a function's variadic arguments.
uint32_t pointsto_variadic(struct front *f, LLVMValueRef function);
uint32_t region_cell(struct front *f, uint32_t node); // bytes in a cell
struct vec_value *pointsto_functions(struct front *f, LLVMValueRef pointer); // or NULL
void pointsto_release(struct front *f);
uint32_t region_var(struct front *f, uint32_t node); // creates it on first use
void regions_find_cells(struct front *f);
// For functions without a body: arguments and result flow nowhere.
bool function_has_body(LLVMValueRef function);

// --- disguised.c: pointers computed as integers ----------------------------------------------------
void disguised_find(struct front *f);
bool is_disguised(struct front *f, LLVMValueRef value);
bool disguised_is_moved(LLVMValueRef value); // May something have been added to the address?
// Does a comparison of such an integer tell nothing of its bits?
bool disguised_compared_well(struct front *f, LLVMValueRef value, LLVMValueRef compare);
// What is stored to the local variable of an address's width that it loads, if nothing else is and all that happens to
// the variable are loads and stores; else NULL.
LLVMValueRef disguised_only_store(struct front *f, LLVMValueRef load);

// --- indirect.c: what a call through a pointer may reach --------------------------------------------
void indirect_candidates(struct front *f, LLVMValueRef call, struct vec_value *out); // appended
bool indirect_is_unknown(struct front *f, LLVMValueRef call); // or another function, which nobody knows
void indirect_spread(struct front *f); // for the points-to analysis

// --- overlaid.c: structures at the same address -----------------------------------------------------
struct overlaid_view { // a structure that is named through a pointer variable
  uint32_t variable;
  LLVMTypeRef type;
};
VEC_TYPE(vec_overlaid_view, struct overlaid_view)
struct overlaid {
  struct front *f;
  struct map_u32 variables; // key → number + 1
  struct vec_u32 parent; // union-find over them
  struct vec_overlaid_view views;
};
void overlaid_init(struct overlaid *o, struct front *f);
bool overlaid_are(struct overlaid *o, LLVMTypeRef a, LLVMTypeRef b);
void overlaid_release(struct overlaid *o);

// --- puns.c, outside.c: what unification alone does not see ---------------------------------------
bool puns_mark(struct front *f); // true: something new
// The last structure that an address computation goes through, and whether it ends at the start of the field.
bool gep_field(LLVMValueRef pointer, LLVMTypeRef *in, unsigned *field, bool *at_start);
bool tells_address(struct front *f, LLVMValueRef value); // Is it an integer with bits of an object's address?
bool is_anything(uint32_t flags); // May an address into the class be any address at all?
bool outside_resolve(struct front *f); // the same; objects have to be found again

// --- objects.c -------------------------------------------------------------------------------
void objects_find(struct front *f);
bool objects_mark_unwritten(struct front *f); // for the points-to analysis; true: something new
void objects_make_vars(struct front *f);
uint64_t object_place(struct front *f, uint64_t size, uint64_t align); // a static address
// What one of a size known elsewhere only gets; else 0.
uint64_t object_room(struct front *f, const struct object *object);
struct object *object_of(struct front *f, LLVMValueRef value);
bool global_is_private(LLVMValueRef global); // Can no other file name it?
// The object and constant offset that a pointer is, if it is a direct one.
struct object *object_at(struct front *f, LLVMValueRef pointer, uint64_t *offset);
bool object_has(const struct object *object, uint64_t offset, uint64_t bytes); // Are they inside of it?
uint32_t object_cell(const struct object *object, uint64_t offset, uint32_t size); // index or CFA_NONE

// --- constant.c ------------------------------------------------------------------------------
// The scalar leaves of a constant, appended.
void constant_terms(struct front *f, LLVMValueRef constant, struct vec_term *out);
struct term constant_term(struct front *f, LLVMValueRef constant);
// The bits of a constant's bytes in memory: calls store(offset, size, type, term) for each scalar leaf that is not zero
// or undefined.
void constant_cells(struct front *f, LLVMValueRef constant, uint64_t offset,
                    void (*each)(void *context, uint64_t offset, LLVMTypeRef type, struct term value), void *context);
bool constant_is_zero(LLVMValueRef constant);
// The text of a constant variable with the zero behind it, the empty text too, which LLVM has as zeros; NULL: none.
const char *constant_string(LLVMValueRef value, size_t *n);
struct term constant_float_bits(struct front *f, LLVMValueRef constant); // as it lies in memory
// What a constant asked for since the last question was, if it has no value here; NULL: all were understood.
const char *constant_was_strange(struct front *f);
bool is_linker_symbol(struct front *f, LLVMValueRef global);
uint64_t function_address(struct front *f, LLVMValueRef function);
uint64_t block_label(struct front *f, LLVMBasicBlockRef block);

// --- function.c: a function under translation ---------------------------------------------------
VEC_TYPE(vec_terms, struct vec_term)
struct translation {
  struct front *f;
  LLVMValueRef function;
  uint32_t id; // of the cfa function
  struct map_u32 block_location; // use location_of_block
  struct map_u32 value_temps; // value → first of its variables + 1 (values that outlive their segment, phis)
  struct map_u32 segment_of; // instruction → segment
  struct map_u32 last_segment; // block → its last segment
  struct vec_u32 repeats; // by order of blocks from the function's first location: is the block on a cycle?
  struct location first_location;
  uint32_t activation; // variable with the number of this call, or CFA_NONE: setjmp is not called
  struct vec_jump_site jump_sites;
  uint32_t va_param; // variable with the address of variadic arguments, or CFA_NONE
  // The edge under construction
  struct location from;
  struct term guard;
  struct map_u32 values; // value → index into terms + 1
  struct vec_term terms;
  struct map_u32 pending; // variable → index into updates
  struct vec_update updates;
  struct vec_input inputs;
  struct vec_alloc allocs;
  struct source_place first, last;
  bool dead; // the path ended in this segment
};

bool function_translate(struct front *f, LLVMValueRef function);
struct location function_exit(struct translation *t); // made when first asked for
void segment_guard(struct translation *t, struct term condition);
// The same for what the program assumes; an automaton of path ends has marked locations before and behind it.
void segment_assume(struct translation *t, struct term condition);
// A guard whose failing is undefined behaviour.
void segment_check(struct translation *t, struct term condition, const char *what);
struct term segment_var(struct translation *t, uint32_t var); // current value
void segment_set(struct translation *t, uint32_t var, struct term value);
struct term segment_input(struct translation *t, struct sort sort, enum cfa_input_kind kind, const char *name,
                          const char *ctype, bool is_unsigned);
struct term segment_alloc(struct translation *t, struct term size, uint32_t align, bool is_stack, const char *name);
void segment_may_free(struct translation *t); // a block of the heap, on the edge under construction
// Ends the edge at `to` (with the guard so far and `condition`); the segment can go on for further edges.
struct edge segment_edge(struct translation *t, struct location to, struct term condition);
// Ends the segment at a new location and begins the next one there, if anything is pending.
void segment_flush(struct translation *t);
void segment_begin(struct translation *t, struct location location);
struct term segment_keep(struct translation *t, struct term value); // the same value after the pending edge was taken
// Goes to an unsupported location where the condition holds, and on where it does not.
void segment_unsupported(struct translation *t, struct term condition, const char *text);
// Goes to an error that violates the property where the condition holds, and on where it does not.
// The error; LOCATION_NONE: there is none.
struct location segment_violation(struct translation *t, struct term condition, enum property property,
                                  const char *text);
void segment_site(struct translation *t, uint32_t site, uint32_t offset); // of the last input
void segment_end_path(struct translation *t, enum cfa_location_kind kind, const char *text);
struct location location_of_block(const struct translation *t, LLVMBasicBlockRef block);
// May its block be executed more than once in a call?
bool block_repeats(struct translation *t, struct location location);
uint32_t temp_vars(struct translation *t, LLVMValueRef value); // the variables of a value that outlives its segment

// Operands and results
struct term operand(struct translation *t, LLVMValueRef value);
void operand_terms(struct translation *t, LLVMValueRef value, struct vec_term *out);
struct term operand_bits(struct translation *t, LLVMValueRef value); // as it lies in memory; of a constant NaN too
void define(struct translation *t, LLVMValueRef instruction, struct term value);
void define_terms(struct translation *t, LLVMValueRef instruction, uint32_t n, const struct term *values);
// To another width or kind of sort, as C's calling convention would.
struct term coerce(struct front *f, struct term value, struct sort sort);

// --- instruction.c ---------------------------------------------------------------------------------
void instruction_translate(struct translation *t, LLVMValueRef instruction);
// The variable with the address of an object in memory.
uint32_t alloca_address(struct translation *t, struct object *object);
// What an instruction computes from scalars: arithmetic, comparisons, conversions (to `type`) and choices.
struct term scalar_operation(struct translation *t, LLVMValueRef instruction, LLVMTypeRef type,
                             const struct term *operands);
void lifetime_start(struct translation *t, LLVMValueRef call);
struct term gep_address(struct translation *t, LLVMValueRef gep);
struct term rounding_mode(struct translation *t);
struct term arbitrary(struct translation *t, LLVMTypeRef type, enum cfa_input_kind kind, const char *name,
                      const char *ctype);

// --- vector.c ----------------------------------------------------------------------------------------------
// Translates an instruction on vectors that is not done as on any other value; false: it is none.
bool vector_translate(struct translation *t, LLVMValueRef instruction);
struct term vector_of(struct front *f, LLVMTypeRef vector, const struct term *elements);
bool has_vector(LLVMValueRef instruction); // among its operands or as its result

// --- access.c: loads, stores and ranges ----------------------------------------------------------------
void load_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, struct vec_term *out);
void store_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, const struct term *values);
void memory_fill_range(struct translation *t, LLVMValueRef pointer, struct term byte, LLVMValueRef length_value,
                       struct term length);
void memory_copy_range(struct translation *t, LLVMValueRef to, LLVMValueRef from, LLVMValueRef length_value,
                       struct term length);
void memory_zero_range(struct translation *t, uint32_t node, struct term address, struct term length);
// By node and address, for memory that no LLVM value names.
struct term memory_load(struct translation *t, uint32_t node, struct term address, uint32_t bytes);
void memory_store(struct translation *t, uint32_t node, struct term address, struct term bits);
void memory_check(struct translation *t, struct term address);
// The same in another variable with the cells of the node's region.
struct term memory_load_from(struct translation *t, uint32_t var, uint32_t node, struct term address, uint32_t bytes);
void memory_store_to(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term bits);
void memory_fill_in(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term byte,
                    struct term length);
void memory_copy_in(struct translation *t, const uint32_t vars[2], const uint32_t nodes[2], struct term to,
                    struct term from, struct term length);

// --- call.c, library.c ------------------------------------------------------------------------------------
void call_translate(struct translation *t, LLVMValueRef call);
uint32_t function_id(struct front *f, LLVMValueRef function); // in the automaton; pointsto.c has found all
bool call_ends_segment(struct front *f, LLVMValueRef call);
void library_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                  uint32_t detail);
bool library_may_refuse(struct front *f, LLVMValueRef call, LLVMValueRef function, enum builtin builtin);
bool library_abs_is_checked(struct front *f, LLVMValueRef call); // Is its overflow an error?
bool library_math(struct translation *t, LLVMValueRef call, enum builtin builtin, uint32_t detail);
// A function without an exact meaning; library_set_errno changes errno under a condition, if the program has it.
void library_libm(struct translation *t, LLVMValueRef call, const char *name);
void library_set_errno(struct translation *t, struct term condition, struct term error);
void list_once(struct front *f, struct vec_string *list, const char *name);

// --- sanitizer.c: what clang's own checks find ------------------------------------------------------------
bool checks(const struct front *f, enum property property); // Is the program checked for it?
void sanitizer_tidy(struct front *f); // once all is linked
bool sanitizer_reads(struct front *f, const char *file); // Can it be checked? False: f->error says why not.
bool sanitizer_handler(const char *name, uint32_t *detail); // Does clang call it where a check fails?
void sanitizer_failed(struct translation *t, LLVMValueRef call, uint32_t detail);
// The number of an address, for a check: the analyses of memory do not take it for one that the program looks at.
LLVMValueRef sanitizer_address(struct front *f, LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef word);

// --- access_checks/: accesses that clang has no check for ---------------------------------------------------
enum undefined { // what is undefined, for the report
  UNDEFINED_NULL_READ,
  UNDEFINED_NULL_WRITE,
  UNDEFINED_ALIGNED_READ,
  UNDEFINED_ALIGNED_WRITE,
  UNDEFINED_OUTSIDE_READ,
  UNDEFINED_OUTSIDE_WRITE,
  UNDEFINED_INDEX,
  UNDEFINED_ELEMENT,
  UNDEFINED_NULL_CALL,
  UNDEFINED_GOTO,
};
void access_checks_add(struct front *f); // before the models are linked

// --- arithmetic.c: what clang does not check ----------------------------------------------------------------
enum arithmetic {
  ARITHMETIC_ZERO,
  ARITHMETIC_QUOTIENT,
  ARITHMETIC_SHIFT,
  ARITHMETIC_COUNT,
  ARITHMETIC_SUM,
  ARITHMETIC_DIFFERENCE,
  ARITHMETIC_PRODUCT,
  ARITHMETIC_UNCLEAR,
  ARITHMETIC_ASSUMPTION,
  ARITHMETIC_OVERLAP
};
// A check before the instruction at which the builder stands: `bad` is a truth value.
void arithmetic_check(struct front *f, LLVMBuilderRef builder, LLVMValueRef bad, enum arithmetic what);
void overlap_check(struct front *f, LLVMBuilderRef builder, LLVMValueRef call); // overlap.c: of a call of memcpy
// signs.c: which operations on vectors and complex integers are signed, as metadata of the instructions. `module` is
// the file's own, not linked so far.
#define SIGN_METADATA "clew.sign"
enum sign { SIGN_NONE, SIGN_SIGNED, SIGN_UNCLEAR }; // of an unsigned one, or no such operation: none
void signs_find(struct front *f, const struct front_unit *unit, LLVMModuleRef module);
enum sign signs_of(struct front *f, LLVMValueRef instruction);
void arithmetic_shifts(struct front *f); // before sanitizer_tidy
void arithmetic_add(struct front *f); // once all is linked, models too
void arithmetic_failed(struct translation *t, LLVMValueRef call);
uint32_t sanitizer_type_bits(LLVMValueRef description); // of what a handler is told; 0: it is no integer

// --- formats.c: printf and its like with too few arguments ----------------------------------------------------
void formats_check(struct front *f); // before calls are dropped or get models
void formats_failed(struct translation *t, LLVMValueRef call);

// --- provenance/, safety.c: memory safety ------------------------------------------------------------------
enum safety {
#define SAFETY(id, name) SAFETY_##id,
#include "front/safety.def"
#undef SAFETY
  N_SAFETY
};
enum {
  SAFETY_UNKNOWN = 1, // a base that is not known: no object begins there
  SAFETY_WRITES = 1,
  SAFETY_MAY_BE_UNKNOWN = 2, // of an access
  SAFETY_IS_CONSTANT = 4,
  SAFETY_MAY_BE_CONSTANT = 8, // of a write
  SAFETY_HAS_FRAMES = 1,
  SAFETY_NOT_LAST = 2,
  SAFETY_ALL_FREED = 4,
  SAFETY_ABORTS = 8, // of the program's end: locals are still there;
  // something runs behind it; every block has to be freed; it is no orderly end
};
enum { // of a block: the program has to free it; addresses may lie in it; it is an external object (entry.c). The
       // number of its place is behind the first two in the table of kinds.
  SAFETY_OWNED = 1,
  SAFETY_READ = 2,
  SAFETY_EXTERNAL = 4,
  SAFETY_SITE_SHIFT = 2
};
#define SAFETY_MARK "__clew_leaks_mark" // of models/leaks.c
#define SAFETY_SPREAD "__clew_leaks_spread"
#define SAFETY_LIFETIME "lifetime" // what is assumed of locals
#define SAFETY_FRESH "clew.fresh" // metadata of a local that gets a new address each time
extern const char *const safety_names[N_SAFETY];
bool provenance_is_asked(const struct front *f);
// uninitialised/: reads that something depends on. As with provenance_add, what points where has to be known.
#define UNINIT_ASSUMED "initialisation" // what is assumed of values
void uninitialised_add(struct front *f);
void provenance_add(struct front *f); // once it is known what points where; that has to be found out again then
bool safety_function(const char *name, uint32_t *detail); // Is it one of them?
bool safety_is_check(uint32_t detail); // May it say that the program violates a property?
void safety_call(struct translation *t, LLVMValueRef call, uint32_t detail);
void safety_initial(struct front *f, struct cfa_edge *e); // what is there at the beginning
bool safety_is_fresh(LLVMValueRef alloca);
void safety_fits_stack(struct translation *t, struct term bytes); // a local of a size that is not constant
void safety_release(struct front *f);

// --- jump.c: setjmp and longjmp ---------------------------------------------------------------------------
void jumps_find(struct front *f); // once all functions are known: which of them longjmp may leave
bool jump_may(struct front *f, LLVMValueRef function);
void jumps_make_vars(struct front *f);
void jumps_initial(struct front *f, struct cfa_edge *e); // what is there at the beginning
void jump_enter(struct translation *t); // in the function's first segment
void jump_return(struct translation *t); // right behind a call of a function that may jump
void jump_set(struct translation *t, LLVMValueRef call);
void jump_go(struct translation *t, LLVMValueRef call);
struct location jump_refuse(struct front *f, struct location at, uint32_t callee); // behind a call; where to go on

// --- assumptions.c -------------------------------------------------------------------------------------------
void assumptions_find(struct front *f); // what is assumed about addresses
void layout_find(struct front *f); // where the addresses of objects may decide (layout/)

// --- allocator.c: the C library and an allocator of the program's own ------------------------------------------
void allocator_mark(struct front *f); // before calls of the library are dropped or replaced
void allocator_called(struct translation *t, LLVMValueRef call);

// --- variadic.c ----------------------------------------------------------------------------------------------
void variadic_find(struct front *f); // decides how arguments are laid out
// The address of the arguments.
struct term variadic_block(struct translation *t, LLVMValueRef call, LLVMValueRef function);
void variadic_start(struct translation *t, LLVMValueRef list);
// --- undefined.c: functions without a body ----------------------------------------------------------------
// True: something new.
// Its result and what it can reach, for the points-to analysis; function: NULL if nobody knows it.
bool undefined_reach(struct front *f, LLVMValueRef call, LLVMValueRef function);
uint32_t undefined_flags(struct front *f, LLVMTypeRef type); // of a value of that type that comes from elsewhere
bool undefined_reach_from(struct front *f, LLVMValueRef call); // the same, whatever --undefined says
LLVMTypeRef undefined_structure(LLVMValueRef function); // that it returns in memory of its caller, or NULL
LLVMTypeRef undefined_structure_of_call(LLVMValueRef call);
void undefined_call(struct translation *t, LLVMValueRef call, LLVMValueRef function);
void undefined_pointer_call(struct translation *t, LLVMValueRef call); // of a function that nobody knows
void undefined_result(struct translation *t, LLVMValueRef call, const char *name, enum cfa_input_kind kind);
bool undefined_ends(LLVMValueRef call); // Does the program say that it does not return?
bool undefined_end_matters(struct front *f); // Does it matter whether such a function ends the program?
void undefined_note(struct translation *t, const char *kind, const char *text); // an assumption, if it matters
bool undefined_may_violate(struct front *f, LLVMValueRef function); // Can a call of it lead to an error?
void undefined_settle(struct front *f); // once the automaton stands: which assumptions matter

// --- weak.c: weak symbols without a definition ---------------------------------------------------------------
void weak_resolve(struct front *f); // once all is linked
void weak_assume(struct front *f);
void weak_release(struct front *f);

// --- initial.c -----------------------------------------------------------------------------------------------
// Enters the function by an edge that initialises the globals, and its parameters with arbitrary values if it is to
// have arguments.
void initial_edge(struct front *f, uint32_t main_function, bool with_arguments);

// --- assembly.c ----------------------------------------------------------------------------------------------
bool assembly_is_quiet(LLVMValueRef call); // it does nothing, but for its outputs in registers
bool assembly_is_open(LLVMValueRef call); // nothing in the program's text says what it leaves
bool assembly_changes_memory(LLVMValueRef call); // more than its operands
LLVMTypeRef assembly_output(LLVMValueRef call,
                            unsigned argument); // what it leaves where an argument points to, or NULL
void assembly_reach(struct front *f, LLVMValueRef call); // for the points-to analysis
// Its meaning. The places of a native run's values: one for the result, and one for each argument behind it.
void assembly_call(struct translation *t, LLVMValueRef call);

// --- arguments.c: those of main ------------------------------------------------------------------------------
bool arguments_mark(struct front *f); // for the points-to analysis
LLVMValueRef arguments_list(struct front *f); // argv, or NULL
struct arguments_place { // of the strings: the k-th, for k < count, is at text + k * stride
  uint64_t text, stride, count;
};
struct arguments_place arguments_place(const struct front *f);
bool arguments_counted(struct front *f); // Is the first parameter of the entry function argc?
struct term arguments_count(struct front *f,
                            struct cfa_edge *e); // argc, an input of the edge; none: it has no such parameters
// The k-th argument of the function; none: it is arbitrary.
struct term arguments_value(struct front *f, LLVMValueRef function, uint32_t k, struct term argc);
// What a region holds of argv and the strings when the program starts.
// The region's initial memory with null in argv[argc], where argc may be beyond what arguments_cells has.
struct term arguments_end(struct front *f, uint32_t root, struct term argc, struct term memory);
void arguments_cells(struct front *f, uint32_t root, struct term argc, void *context,
                     void (*each)(void *context, uint64_t address, struct term bits));

// --- start.c -------------------------------------------------------------------------------------------------
#define EXIT_HANDLERS "__clew_exit_handlers" // of models/exit.c
void start_find(struct front *f); // constructors and destructors, which join the functions to translate
void start_declare(struct front *f);
void start_make(struct front *f); // the beginning of the program
void start_release(struct front *f);
bool entry_runs_once(struct front *f, LLVMValueRef function); // Is it the entry function, which nothing else calls?
// A local of an entry function that may call itself, which is not 0 in the call that the program began with.
LLVMValueRef entry_outermost(struct front *f, LLVMValueRef function);
#define ENTRY_OUTERMOST "clew.outermost"

#endif
