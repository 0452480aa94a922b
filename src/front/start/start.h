// The beginning and the end of the program: what runs before and behind the entry function, the objects that its
// parameters point to, the initial values of globals.
#ifndef CLEW_FRONT_START_START_H
#define CLEW_FRONT_START_START_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;
struct translation;

// --- start.c: constructors, destructors, exit ----------------------------------------------------------------------
#define EXIT_HANDLERS "__clew_exit_handlers" // of models/exit.c
void start_find(struct front *f); // constructors and destructors, which join the functions to translate
void start_declare(struct front *f);
void start_make(struct front *f); // the beginning of the program
void start_release(struct front *f);
bool entry_runs_once(struct front *f, LLVMValueRef function); // Is it the entry function, which nothing else calls?
// A local of an entry function that may call itself, which is not 0 in the call that the program began with.
LLVMValueRef entry_outermost(struct front *f, LLVMValueRef function);
#define ENTRY_OUTERMOST "clew.outermost"

// --- entry.c: an entry function whose parameters are stated --------------------------------------------------------
bool entry_wrap(struct front *f); // false with an error: what is said of the parameters does not fit
LLVMValueRef entry_start(struct front *f); // NULL: execution starts in the function itself
// The parameter of the entry function that gets the value, if it is one that the start makes; otherwise the value.
LLVMValueRef entry_parameter(struct front *f, LLVMValueRef value);
void entry_object(struct translation *t, LLVMValueRef call); // what the start has just made
bool entry_makes(struct front *f, LLVMValueRef call); // Is it an object that the start makes for a parameter?
void entry_assume(struct front *f); // bounds on the sizes that parameters state, and that they may be freed

// --- initial.c -----------------------------------------------------------------------------------------------------
// Enters the function by an edge that initialises the globals, and its parameters with arbitrary values if it is to
// have arguments.
void initial_edge(struct front *f, uint32_t main_function, bool with_arguments);

#endif
