// Passes over the linked module, before the automaton is made: names and types of functions, functions and variables
// of the library, other verifiers' functions, allocators, tentative definitions, weak symbols.
#ifndef CLEW_FRONT_LINK_LINK_H
#define CLEW_FRONT_LINK_LINK_H
#include "front/llvm.h"

struct front;
struct translation;

// --- reserved.c, signatures.c: names and types ---------------------------------------------------------------------
bool reserved_check(struct front *f); // that the program has no name of the harness or the models
// Calls of library functions with other types than these have become calls of undefined functions (signatures.c).
void signatures_check(struct front *f);
const char *mistyped_name(const char *name); // the library function that was meant; NULL: it is no such name

// --- unmodelled.c --------------------------------------------------------------------------------------------------
bool is_unmodelled(LLVMValueRef function); // a library function with effects that has no model
void unmodelled_mark(struct front *f);

// --- variables.c: variables of the library -------------------------------------------------------------------------
bool variables_only_read(struct front *f, const char *name); // a variable of the library
bool variables_point_somewhere(const char *name, bool *is_stream); // from the beginning on
bool variables_forbid_model(struct front *f, const char *name); // the program's use of such variables does not allow it

// --- dialects.c: functions of other verifiers' harnesses -----------------------------------------------------------
bool is_dialect(const char *name);
extern const char dialects_cprover[]; // before every C file
extern const char dialects_klee[]; // klee/klee.h, where KLEE is not installed
void dialects_rewrite(struct front *f); // once the program's files are linked
void dialects_list(struct front *f); // into the automaton

// --- allocator.c: the C library and an allocator of the program's own ----------------------------------------------
void allocator_mark(struct front *f); // before calls of the library are dropped or replaced
void allocator_called(struct translation *t, LLVMValueRef call);

// --- tentative.c: definitions without an initialiser ----------------------------------------------------------------
void tentative_resolve(struct front *f); // once the program's files are linked

// --- weak.c: weak symbols without a definition ---------------------------------------------------------------------
void weak_resolve(struct front *f); // once all is linked
void weak_assume(struct front *f);
void weak_release(struct front *f);

// --- choices.c: two definitions of which compilers take one; what compilers call on their own ------------------------
void choices_keep(struct front *f, LLVMModuleRef module); // before it is linked with others
void choices_assume(struct front *f);
void choices_release(struct front *f);

#endif
